/**
 * import.rows_per_s: 100,000 customers out of a file through `POST /api/v1/imports/customers`, in batches of 500 over HTTP, one
 * after the other as `npm run cli -- import` sends them: each row with name, number, email, id and address. The goal is a
 * minute for all of them, 1,667 rows a second. The same file again, all of it there, is printed beside it.
 */
import { csvLine, readCsv } from "../domain/csv/csv.ts"
import { recognise } from "../domain/csv/known-files.ts"
import { batchRows, runImport } from "../domain/csv/run-import.ts"
import type { RowResult } from "../domain/model/imports.ts"
import { makeBenchCompany } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atLeast, type Figure, printed } from "./figure.ts"

const figure = "import.rows_per_s"
const again = "import.again_rows_per_s"
export const figures = [figure, again]

const rows = 100_000
const goal = Math.ceil(rows / 60)

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(4)
  const app = benchApi(bench.context)
  try {
    const company = await makeBenchCompany(bench.context, { providers: 1, busyEach: 0 })
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
    const send = async (batch: object[]): Promise<RowResult[]> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/imports/customers`, {
        method: "POST",
        headers: { authorization: `Bearer ${company.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ rows: batch }),
      })
      if (answer.status !== 200) throw new Error(await answer.text())
      return ((await answer.json()) as { data: { rows: RowResult[] } }).data.rows
    }
    const file = makeFile()
    const first = await importOnce(file, "made", send)
    const second = await importOnce(file, "unchanged", send)
    const against = `${rows} rows in ${first.toFixed(1)} s`
    return [
      atLeast(figure, rows / first, "rows/s", goal, against),
      printed(again, rows / second, "rows/s", `the same file again in ${second.toFixed(1)} s`),
    ]
  } finally {
    await app.close()
    await bench.close()
  }
}

/** Seconds. Throws when a row has another fate. */
async function importOnce(
  file: string,
  fate: RowResult["fate"],
  send: (batch: object[]) => Promise<RowResult[]>,
): Promise<number> {
  const startedAt = performance.now()
  const [header, ...lines] = readCsv(file).map(({ cells }) => cells)
  const mapping = recognise("customers", header!)
  let count = 0
  for await (const batch of runImport(lines, {
    mapping,
    dryRun: false,
    mostRows: batchRows.customers,
    send,
  })) {
    const other = batch.find(({ result }) => result.fate !== fate)
    if (other) throw new Error(`${other.line}: ${JSON.stringify(other.result)}`)
    count += batch.length
  }
  if (count !== rows) throw new Error(`${count} rows were imported`)
  return (performance.now() - startedAt) / 1_000
}

function makeFile(): string {
  const lines = [
    csvLine(["id", "first name", "last name", "phone", "email", "street", "city", "state", "zip"]),
  ]
  for (let n = 0; n < rows; n++) {
    const number = String(n).padStart(6, "0")
    const phone = `(512) ${2 + (n % 8)}${String(n).padStart(6, "0").slice(0, 2)}-${number.slice(2)}`
    lines.push(
      csvLine([
        `crm-${n}`,
        `Ada${n % 600}`,
        `Lovelace${n % 9_000}`,
        phone,
        `c${n}@example.com`,
        `${n} Oak Ave`,
        "Austin",
        "TX",
        "78702",
      ]),
    )
  }
  return lines.join("")
}

if (import.meta.main) console.table(await run())
