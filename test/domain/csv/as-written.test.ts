/** Lists of customers as address books and spreadsheets write them. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { readCsv, titlesAbove } from "../../../domain/csv/csv.ts"
import { encodingByMark } from "../../../domain/csv/encoding.ts"
import { columnsNotTaken, recognise, rowOf, withColumn } from "../../../domain/csv/known-files.ts"
import { readCustomer } from "../../../domain/rules/imports/read-customer.ts"
import { readTime } from "../../../domain/rules/imports/read-time.ts"

function rowsOf(text: string) {
  const rows = readCsv(text).map(({ cells }) => cells)
  const [header = [], ...lines] = rows.slice(titlesAbove(rows))
  const mapping = recognise("customers", header)
  return {
    mapping,
    header,
    rows: lines.map((line) => rowOf(mapping, line)),
    notTaken: columnsNotTaken(mapping, header),
  }
}

function file(name: string) {
  const bytes = readFileSync(join(import.meta.dirname, "cases", name))
  return rowsOf(new TextDecoder(encodingByMark(bytes) ?? "utf-8").decode(bytes))
}
const customer = (row: object) => readCustomer(row, { cell: "external_ref", text: null }, null)

it("DX-06 Google's contacts: the first of several values counts, and the others go into the notes", () => {
  const { mapping, rows, notTaken } = file("google-contacts-2024.csv")
  expect(mapping.source).toBe("google")
  const [lee] = rows
  expect(lee).toMatchObject({ first_name: "Lee", last_name: "Park", phone: "(512) 555-0271" })
  expect(lee!.notes).toContain("(512) 555-0272")
  for (const row of rows) expect(customer(row).phone ?? customer(row).email).not.toBeNull()
  expect(notTaken).toEqual(expect.arrayContaining(["Nickname", "Birthday", "Phone 1 - Label"]))
})

it("DX-06 Outlook's contacts: names, first filled phone and email, home address and notes; the others are named", () => {
  const { mapping, header, rows, notTaken } = file("outlook-contacts.csv")
  expect(mapping.source).toBe("outlook")
  expect(customer(rows[0]!)).toMatchObject({
    ...{ first_name: "Otto", last_name: "Kern", phone: "+15125550282", email: "otto@example.test" },
    address: { line1: "7 Elm St", city: "Austin", state: "TX", postal_code: "78703", country: "US" },
  })
  expect(rows[0]!.notes).toBe("gate code 12\n(512) 555-0281")
  expect(notTaken).toEqual(expect.arrayContaining(["Pager", "Business Fax", "Job Title"]))
  expect(notTaken).not.toContain("Home Phone")
  const line = header.map((title) =>
    title === "First Name" ? "Ida" : title === "Business Phone" ? "5125550290" : "",
  )
  expect(rowOf(mapping, line)).toEqual({ first_name: "Ida", phone: "5125550290" })
  const byHand = withColumn(mapping, "phone", header.indexOf("Pager"))
  expect(columnsNotTaken(byHand, header)).toEqual(expect.arrayContaining(["Home Phone", "Mobile Phone"]))
})

it("DX-06 UTF-16 by its mark with tabs, a line sep=;, bars, and titles above the header", () => {
  expect(file("excel-unicode-text.csv").rows).toEqual([
    { name: "Utf José", phone: "(512) 555-0212", email: "utf@example.test" },
  ])
  expect(file("sep-line.csv").rows).toEqual([
    { name: "Sep One", phone: "(512) 555-0211", email: "sep1@example.test" },
  ])
  expect(file("pipes.csv").rows).toEqual([
    { name: "Pipe One", phone: "(512) 555-0215", email: "pipe@example.test" },
  ])
  expect(encodingByMark(new Uint8Array([0xfe, 0xff]))).toBe("utf-16be")
  const titled =
    '\ufeffCustomers of 2026\r\n"Printed, March 3"\r\n\r\nname;email\r\nTitle One;t@example.test\r\n'
  expect(rowsOf(titled).rows).toEqual([{ name: "Title One", email: "t@example.test" }])
  expect(readCsv("email\na@example.test\nb@example.test").map(({ cells }) => cells)).toEqual([
    ["email"],
    ["a@example.test"],
    ["b@example.test"],
  ])
  expect(readCsv("sep=|\na|b;c\n1|2").map(({ cells }) => cells)).toEqual([
    ["a", "b;c"],
    ["1", "2"],
  ])
})

it('DX-06 "Last, First" is turned round, and what only looks so is not', () => {
  const { rows } = file("name-last-first.csv")
  expect(rows.map((row) => customer(row))).toMatchObject([
    { first_name: "Luis", last_name: "Vega" },
    { first_name: "ANA MARIA", last_name: "DE LA CRUZ" },
  ])
  const kept = (name: string) => customer({ name, email: "x@example.test" }).name
  for (const name of ["Sam Poe, Jr.", "Poe, Hale, Sons", "Acme, Inc.", "Suite 5, Main", "Sam Poe"])
    expect(kept(name)).toBe(name)
})

it("DX-06 clocks as 9h00, and years of two digits where the order is said", () => {
  const wall = (text: string, order: "ymd" | "mdy" | "dmy") => readTime(text, "start_time", order)
  const at = wall("2027-03-16 09:00", "ymd")
  for (const text of [
    "16/03/2027 9h00",
    "16.03.27 9h",
    "16.03.2027, 09:00 Uhr",
    "16/03/27 09:00",
    "16 mars 2027 9h00",
  ])
    expect([text, wall(text, "dmy")]).toEqual([text, at])
  expect(wall("3/16/27 9:00 am", "mdy")).toEqual(at)
  for (const [text, order] of [
    ["16.03.27 09:00", "ymd"],
    ["16.03.027 09:00", "dmy"],
    ["16/03/2027 25h00", "dmy"],
  ] as const)
    expect(() => wall(text, order), text).toThrow()
})
