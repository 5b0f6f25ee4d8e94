/** Many requests out of a CSV file: what would become of each row is shown before any is made. */
import { useEffect, useRef, useState } from "preact/hooks"
import { type CsvTable, readCsvTable } from "../../domain/csv/csv.ts"
import { allPlans, allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { Field } from "../parts/field.tsx"
import { textOfFile, whyUnread } from "../parts/file-text.ts"
import { Icon } from "../parts/icon.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import {
  eachRow,
  type Fate,
  heads,
  type JudgedRow,
  judgeRow,
  type Known,
  makeRow,
  mostRows,
  neededHeads,
  withoutDoubles,
} from "./import-rows.ts"
import { readRequestsAgain } from "./request-data.ts"

export default function ImportScreen() {
  const words = useWords().requests
  const types = useQuery(allTypes)
  const plans = useQuery(allPlans)
  const error = types.error ?? plans.error
  return (
    <Page title={words.import.title} lead={<BackLink to="/requests" name={words.title} />}>
      {types.data && plans.data ? (
        <Import known={{ types: types.data, plans: plans.data }} />
      ) : error ? (
        <Failed
          error={error}
          retry={() => {
            types.refetch()
            plans.refetch()
          }}
        />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Import({ known }: { known: Known }) {
  const words = useWords().requests.import
  const all = useWords()
  const [rows, setRows] = useState<JudgedRow[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  const ending = useRef(new AbortController())
  useEffect(() => () => ending.current.abort(), [])
  const settle = (index: number, fate: Fate) =>
    setRows((present) => present?.map((each, at) => (at === index ? { ...each, fate } : each)) ?? null)

  async function readFile(file: File): Promise<void> {
    const text = await textOfFile(file).catch((error) => ({ problem: whyUnread(error, all) }))
    if (typeof text === "string") return read(text)
    ending.current.abort()
    setRows(null)
    setProblem(text.problem)
  }

  async function read(text: string): Promise<void> {
    ending.current.abort()
    ending.current = new AbortController()
    const { signal } = ending.current
    const csv = tableOf(text)
    const wrong = typeof csv === "string"
    setProblem(wrong ? csv : null)
    setRows(null)
    if (wrong || csv === null) return
    const judged = csv.rows.map((row) => ({ row, fate: null }))
    setRows(judged)
    const judge = async ({ row }: JudgedRow, index: number) => {
      const fate = await judgeRow(row, known, words)
      if (!signal.aborted) settle(index, fate)
    }
    await eachRow(judged, judge, signal)
  }

  /** The table, null for no text at all, or what is wrong with it. */
  function tableOf(text: string): CsvTable | string | null {
    if (text.trim() === "") return null
    try {
      const csv = readCsvTable(text)
      const missing = neededHeads.filter((head) => !csv.heads.includes(head))
      if (missing.length > 0) return words.missingHeads({ heads: missing.join(", ") })
      return csv.rows.length > mostRows ? words.tooMany({ most: mostRows }) : csv
    } catch (error) {
      return whyUnread(error, all)
    }
  }

  async function make(shown: readonly JudgedRow[]): Promise<void> {
    setMaking(true)
    const work = async ({ fate }: JudgedRow, index: number) => {
      if (fate?.kind === "ready") settle(index, await makeRow(fate, words))
    }
    await eachRow(shown, work, ending.current.signal)
    setMaking(false)
    await readRequestsAgain()
  }

  const shown = rows && withoutDoubles(rows, words)
  return (
    <>
      <Source onRead={read} onFile={readFile} isLocked={isMaking} />
      {problem !== null && (
        <p class="refused" role="alert">
          <Icon name="warning" small /> {problem}
        </p>
      )}
      {shown && <Rows rows={shown} isMaking={isMaking} onMake={() => make(shown)} />}
    </>
  )
}

interface SourceProps {
  onRead(text: string): void
  onFile(file: File): void
  isLocked: boolean
}

function Source({ onRead, onFile, isLocked }: SourceProps) {
  const words = useWords().requests.import
  return (
    <section class="card" aria-labelledby="source">
      <header>
        <h2 id="source">{words.source}</h2>
      </header>
      <div class="content stack">
        <p class="hint">{words.explained}</p>
        <p>
          <code>{heads.join(",")}</code>
        </p>
        <Field label={words.file}>
          {(attributes) => (
            <input
              class="input narrow"
              type="file"
              accept=".csv,text/csv,text/plain"
              disabled={isLocked}
              {...attributes}
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? []
                if (file) onFile(file)
              }}
            />
          )}
        </Field>
        <Field label={words.paste}>
          {(attributes) => (
            <textarea
              class="input"
              rows={4}
              spellcheck={false}
              disabled={isLocked}
              {...attributes}
              onInput={(event) => onRead(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
    </section>
  )
}

interface RowsProps {
  rows: readonly JudgedRow[]
  isMaking: boolean
  onMake(): void
}

function Rows({ rows, isMaking, onMake }: RowsProps) {
  const words = useWords().requests.import
  const countOf = (kind: Fate["kind"]) => rows.filter(({ fate }) => fate?.kind === kind).length
  const [ready, made, open] = [
    countOf("ready"),
    countOf("made"),
    rows.filter(({ fate }) => fate === null).length,
  ]
  const texts = rows.reduce((sum, { fate }) => sum + (fate?.kind === "ready" ? fate.texts : 0), 0)
  return (
    <section class="card table" aria-labelledby="rows">
      <header>
        <h2 id="rows" aria-live="polite">
          {open > 0
            ? words.checking({ done: rows.length - open, all: rows.length })
            : made > 0
              ? words.madeOf({ made, all: rows.length })
              : words.readyOf({ ready, all: rows.length })}
        </h2>
        {ready > 0 && open === 0 && (
          <>
            <span class="hint">{words.textsGo({ count: texts })}</span>
            <button type="button" class="button primary" disabled={isMaking} onClick={onMake}>
              {words.make({ count: ready })}
            </button>
          </>
        )}
      </header>
      <table>
        <thead>
          <tr>
            <th>{words.line}</th>
            {heads.slice(0, 3).map((head) => (
              <th key={head}>{head}</th>
            ))}
            <th>{words.fate}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row: { line, cells }, fate }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>{fate && fate.kind !== "wrong" ? fate.customer : cells.customer}</td>
              <td>{cells.appointment_type}</td>
              <td>{cells.latest_date}</td>
              <td>
                <FateTag fate={fate} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function FateTag({ fate }: { fate: Fate | null }) {
  const words = useWords().requests.import
  switch (fate?.kind) {
    case undefined:
      return <span class="tag">…</span>
    case "ready":
      return <span class="tag">{words.ready}</span>
    case "made":
      return (
        <a class="tag ok" href={hrefOf(`/requests/${fate.id}`)}>
          {words.made}
        </a>
      )
    case "wrong":
      return (
        <>
          <span class="tag bad">{words.not}</span> {fate.reason}
        </>
      )
  }
}
