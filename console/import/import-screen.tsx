import "../styles/import.css"
/** A company's file: what it holds, what would become of each row, and the run. Nothing is written before it was shown. */
import { useEffect, useRef, useState } from "preact/hooks"
import { CsvError } from "../../domain/csv/csv.ts"
import { isEnough, recognise } from "../../domain/csv/known-files.ts"
import { queries } from "../api/queries.ts"
import { Refused } from "../parts/states.tsx"
import { goWithQuery } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { ColumnsCard } from "./columns-card.tsx"
import { FileCard } from "./file-card.tsx"
import {
  type How,
  type ImportedLine,
  type ImportKind,
  importLines,
  kinds,
  type Mapping,
  type ReadFile,
  type Run,
  readFile,
} from "./import-data.ts"
import { RowsCard } from "./rows-card.tsx"

const plainHow: How = { timezone: "", dateOrder: "ymd", deliversEvents: false }

export default function ImportScreen({ query }: ScreenProps) {
  const { imports: words, settings, shell } = useWords()
  const kind = kinds.find((each) => each === query.get("kind")) ?? "customers"
  const [file, setFile] = useState<ReadFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [mapping, setMapping] = useState<Mapping | null>(null)
  const [how, setHow] = useState(plainHow)
  const [run, setRun] = useState<Run | null>(null)
  const ending = useRef(new AbortController())
  useEffect(() => () => ending.current.abort(), [])

  function show(read: ReadFile | null, as: ImportKind): void {
    ending.current.abort()
    setRun(null)
    setFile(read)
    setMapping(read && recognise(as, read.header))
  }

  async function take(chosen: File): Promise<void> {
    try {
      const read = await readFile(chosen)
      setProblem(read ? null : words.empty)
      show(read, kind)
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      setProblem(shell.openQuote({ line: error.line }))
      show(null, kind)
    }
  }

  function choose(wanted: ImportKind): void {
    goWithQuery({ kind: wanted }, { replace: true })
    show(file, wanted)
  }

  async function start(dryRun: boolean): Promise<void> {
    ending.current = new AbortController()
    const { signal } = ending.current
    const lines: ImportedLine[] = []
    const show = (of: Partial<Run>) => setRun({ dryRun, lines, isRunning: true, failure: null, ...of })
    show({})
    try {
      for await (const batch of importLines(file!, { kind, mapping: mapping!, how, dryRun, signal })) {
        lines.push(...batch)
        show({ lines: [...lines] })
        if (signal.aborted) break
      }
      if (lines.length === file!.lines.length || !signal.aborted) show({ isRunning: false })
    } catch (failure) {
      show({ isRunning: false, failure: signal.aborted ? null : (failure as Error) })
    }
    if (signal.aborted) show({ isRunning: false })
    if (!dryRun) await queries.invalidateQueries()
  }

  const change = (changed: { mapping?: Mapping; how?: How }) => {
    ending.current.abort()
    setRun(null)
    if (changed.mapping) setMapping(changed.mapping)
    if (changed.how) setHow(changed.how)
  }
  const isRunning = run?.isRunning ?? false
  return (
    <Page title={words.title} lead={<BackLink to="/settings" name={settings.title} />}>
      <FileCard kind={kind} file={file} isLocked={isRunning} onKind={choose} onFile={take} />
      {problem !== null && (
        <p class="refused" role="alert">
          {problem}
        </p>
      )}
      {file && mapping && (
        <>
          <ColumnsCard {...{ kind, file, mapping, how }} isLocked={isRunning} onChange={change} />
          <div class="row">
            <button
              type="button"
              class={run ? "button" : "button primary"}
              disabled={isRunning || !isEnough(kind, mapping.columns, mapping.fixed)}
              onClick={() => start(true)}
            >
              {words.check}
            </button>
            {!isEnough(kind, mapping.columns, mapping.fixed) && <p class="hint">{words.needed[kind]}</p>}
          </div>
          {run && (
            <RowsCard
              {...{ kind, file, run }}
              shown={query.get("fate")}
              onStart={() => start(false)}
              onStop={() => ending.current.abort()}
            />
          )}
          <Refused error={run?.failure ?? null} />
        </>
      )}
    </Page>
  )
}
