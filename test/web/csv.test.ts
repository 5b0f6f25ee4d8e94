/** CSV as it comes out of spreadsheets. */
import { expect, it } from "vitest"
import { readCsv } from "../../web/console/parts/csv.ts"

const cellsOf = (text: string) => readCsv(text).rows.map(({ line, cells }) => [line, ...Object.values(cells)])

it("CN-08 reads cells by their heads, with quotes, separators and line breaks within them", () => {
  const csv = readCsv('\uFEFF Name ,Notes,City\r\n"Poe, Sam","said ""hi""\r\nand left",Austin\r\n')
  expect(csv.heads).toEqual(["name", "notes", "city"])
  expect(csv.rows).toEqual([
    { line: 2, cells: { name: "Poe, Sam", notes: 'said "hi"\r\nand left', city: "Austin" } },
  ])
})

it("CN-08 reads semicolons and tabs, old line ends, missing cells and no end of line", () => {
  expect(cellsOf("a;b\n1,5;2\n3")).toEqual([
    [2, "1,5", "2"],
    [3, "3", ""],
  ])
  expect(cellsOf("a\tb\r1\t2\r\r3\t4")).toEqual([
    [2, "1", "2"],
    [4, "3", "4"],
  ])
})

it("CN-08 knows each row's line, leaves empty rows out, and takes signs beyond the first plane as they are", () => {
  expect(cellsOf('a,b\n"x\n\ny",1\n,\n\n"""q""",😀é\n')).toEqual([
    [2, "x\n\ny", "1"],
    [7, '"q"', "😀é"],
  ])
  expect([readCsv(""), readCsv("\n\n")]).toEqual([
    { heads: [], rows: [] },
    { heads: [], rows: [] },
  ])
})
