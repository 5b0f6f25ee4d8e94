/** Hands a list out as CSV, with the filters that are shown. It counts meanwhile, and a second press stops it. */
import { useEffect, useRef, useState } from "preact/hooks"
import { download } from "../parts/download.ts"
import { failureText } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { collect, type Table } from "./collect.ts"

interface CsvButtonProps<Row> {
  table(): Table<Row>
  class?: string
  onDone?(): void
}

/** Whole lists leave the company by its admins alone, as they come in. */
export function CsvButton<Row>({ table, class: classes = "button", onDone }: CsvButtonProps<Row>) {
  const words = useWords().exports
  const { user } = useSession()
  const [rows, setRows] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  if (user.role !== "admin") return null

  async function run(): Promise<void> {
    const own = new AbortController()
    running.current = own
    setRows(0)
    const wanted = table()
    try {
      const file = await collect(wanted, { signal: own.signal, onCount: setRows })
      download(file, `${wanted.file}.csv`)
      onDone?.()
    } catch (error) {
      if (!own.signal.aborted) notify({ text: failureText(error as Error) })
    } finally {
      if (!own.signal.aborted) setRows(null)
    }
  }

  function stop(): void {
    running.current?.abort()
    setRows(null)
  }

  return (
    <button type="button" class={classes} onClick={rows === null ? () => void run() : stop}>
      {rows === null ? words.csv : words.stop({ count: rows })}
    </button>
  )
}
