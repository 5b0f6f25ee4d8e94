import "../styles/import.css"
/** A company's file: what it holds, what would become of each row, and the run. Nothing is written before it was shown. */
import { useEffect, useRef, useState } from "preact/hooks"
import { isEnough, recognise } from "../../domain/csv/known-files.ts"
import { queries } from "../api/queries.ts"
import { whyUnread } from "../parts/file-text.ts"
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
  const all = useWords()
  const { imports: words, settings } = all
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
      setProblem(read === null ? words.empty : read.lines.length === 0 ? words.noRows : null)
      show(read, kind)
    } catch (error) {
      setProblem(whyUnread(error, all))
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
  const isReady = mapping !== null && isEnough(kind, mapping.columns, mapping.fixed)
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
              disabled={isRunning || !isReady}
              onClick={() => start(true)}
            >
              {words.check}
            </button>
            {!isReady && <p class="hint">{words.needed[kind]}</p>}
            {!isReady && <OtherKind {...{ kind, file }} onKind={choose} />}
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

interface OtherKindProps {
  kind: ImportKind
  file: ReadFile
  onKind(kind: ImportKind): void
}

/** A file of appointments that was chosen as one of customers, or the other way round. */
function OtherKind({ kind, file, onKind }: OtherKindProps) {
  const { imports: words } = useWords()
  const other = kinds.find((each) => each !== kind && isEnough(each, recognise(each, file.header).columns))
  if (other === undefined) return null
  return (
    <>
      <p class="hint">{words.looksLike[other]}</p>
      <button type="button" class="button" onClick={() => onKind(other)}>
        {words.readSo}
      </button>
    </>
  )
}
