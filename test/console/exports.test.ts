/** Lists as CSV: every page, the guard against formulas, and a stop in between. */
import { expect, it } from "vitest"
import { collect, type Table } from "../../console/exports/collect.ts"

const pages = (rows: readonly string[][]): Table<string> => ({
  file: "names",
  heads: ["Name", "Length"],
  read: async (cursor) => {
    const at = Number(cursor ?? 0)
    return { data: rows[at]!, next_cursor: at + 1 < rows.length ? String(at + 1) : null }
  },
  lines: async (names) => names.map((name) => [name, name.length]),
})
const run = (table: Table<string>, onCount = (_: number) => {}, signal = new AbortController().signal) =>
  collect(table, { signal, onCount })

it("CB-12 a list is written page after page, and counted meanwhile", async () => {
  const counts: number[] = []
  const file = await run(pages([["Ana", "Ben"], ["Zoë, the first"]]), (count) => counts.push(count))
  expect(await file.text()).toBe('\ufeffName,Length\r\nAna,3\r\nBen,3\r\n"Zoë, the first",14\r\n'.slice(1))
  expect([...new Uint8Array(await file.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(counts).toEqual([2, 3])
})

it("CB-12 what a spreadsheet would take for a formula gets an apostrophe", async () => {
  const file = await run(pages([['=HYPERLINK("http://x")', "+1512", "-2", "@x"]]))
  const lines = (await file.text()).split("\r\n")
  expect(lines[1]).toBe('"\'=HYPERLINK(""http://x"")",22')
  expect(lines.slice(2, 5)).toEqual(["'+1512,5", "'-2,2", "'@x,2"])
})

it("CB-12 a stop ends it after the page that is under way, without a file", async () => {
  const stop = new AbortController()
  const table = pages([["Ana"], ["Ben"], ["Cy"]])
  const read: string[] = []
  const counted = {
    ...table,
    read: (cursor: string | null, signal: AbortSignal) => {
      read.push(cursor ?? "first")
      return table.read(cursor, signal)
    },
  }
  await expect(run(counted, () => stop.abort(), stop.signal)).rejects.toThrow()
  expect(read).toEqual(["first", "1"])
})
