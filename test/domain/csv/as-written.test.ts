/** Lists of customers as address books and spreadsheets write them. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import type { Cell } from "../../../domain/csv/cells.ts"
import { readCsv } from "../../../domain/csv/csv.ts"
import { encodingByMark, isText } from "../../../domain/csv/encoding.ts"
import { columnsNotTaken, headerAt, recognise, withColumn } from "../../../domain/csv/known-files.ts"
import { resultColumns } from "../../../domain/csv/result-columns.ts"
import { rowOf } from "../../../domain/csv/row-of.ts"
import { readAppointment } from "../../../domain/rules/imports/read-appointment.ts"
import { readCustomer } from "../../../domain/rules/imports/read-customer.ts"
import { stateOf } from "../../../domain/rules/imports/read-state.ts"
import { readTime } from "../../../domain/rules/imports/read-time.ts"

function rowsOf(text: string) {
  const rows = readCsv(text).map(({ cells }) => cells)
  const [header = [], ...lines] = rows.slice(headerAt(rows))
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
const customer = (row: Partial<Record<Cell, string>>) =>
  readCustomer(row, { cell: "external_ref", text: null }, row.notes ?? null)

it("CW-12 DX-06 Google's contacts: the first of several values counts, and the others go into the notes", () => {
  const { mapping, rows, notTaken } = file("google-contacts-2024.csv")
  expect(mapping.source).toBe("google")
  const [lee, mia, acme] = rows.map((row) => customer(row))
  expect(lee).toMatchObject({ first_name: "Lee", last_name: "Park", phone: "+15125550271" })
  expect(lee!.notes).toBe("(512) 555-0272 (Mobile)")
  expect(mia).toMatchObject({ phone: "+15125550273", email: "mia@example.test" })
  expect(mia!.notes).toBe("Prefers mornings\n512-555-0274 (Home)\nmia2@example.test")
  expect(acme).toMatchObject({ name: "Acme Pool Service", phone: "+15125550275" })
  expect(notTaken).toEqual(expect.arrayContaining(["Nickname", "Birthday", "E-mail 1 - Label"]))
  expect(notTaken).not.toContain("Phone 1 - Label")
})

it("CW-12 DX-06 Outlook's contacts: names, first filled phone and email, home address and notes; the others are named", () => {
  const { mapping, header, rows, notTaken } = file("outlook-contacts.csv")
  expect(mapping.source).toBe("outlook")
  expect(customer(rows[0]!)).toMatchObject({
    ...{ first_name: "Otto", last_name: "Kern", phone: "+15125550282", email: "otto@example.test" },
    address: { line1: "7 Elm St", city: "Austin", state: "TX", postal_code: "78703", country: "US" },
  })
  expect(customer(rows[0]!).notes).toBe("gate code 12\n(512) 555-0281 (Home Phone)")
  expect(notTaken).toEqual(expect.arrayContaining(["Pager", "Business Fax", "Job Title"]))
  expect(notTaken).not.toContain("Home Phone")
  const line = header.map((title) =>
    title === "First Name" ? "Ida" : title === "Business Phone" ? "5125550290" : "",
  )
  expect(rowOf(mapping, line)).toEqual({ first_name: "Ida", phone: "5125550290" })
  const byHand = withColumn(mapping, "phone", header.indexOf("Pager"))
  expect(columnsNotTaken(byHand, header)).toEqual(expect.arrayContaining(["Home Phone", "Mobile Phone"]))
})

it("CW-12 DX-06 UTF-16 by its mark with tabs, a line sep=;, bars, and titles above the header", () => {
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
  for (const title of ["Customers, all, 2026", "Customers; all", "Customers\tall"])
    expect(rowsOf(`${title}\nPrinted, on, March, 3\nName|Phone\nTwo|5125550190\n`).rows, title).toEqual([
      { name: "Two", phone: "5125550190" },
    ])
  // An unknown title stands above the first line that is as wide as the others.
  expect(
    headerAt([
      ["Liste", "März"],
      ["Kunde", "Ort", "Rufnummer", "Alter"],
      ["Ida", "", "1", "2"],
    ]),
  ).toBe(1)
  expect(headerAt([["Liste"], ["Kunde", "Rufnummer"], ["Ida", "1"]])).toBe(1)
  expect(readCsv("sep=|\na|b;c\n1|2").map(({ cells }) => cells)).toEqual([
    ["a", "b;c"],
    ["1", "2"],
  ])
})

it('CW-12 DX-06 "Last, First" is turned round, and what only looks so is not', () => {
  const { rows } = file("name-last-first.csv")
  expect(rows.map((row) => customer(row))).toMatchObject([
    { first_name: "Luis", last_name: "Vega" },
    { first_name: "ANA MARIA", last_name: "DE LA CRUZ" },
  ])
  const kept = (name: string) => customer({ name, email: "x@example.test" }).name
  for (const name of ["Sam Poe, Jr.", "Poe, Hale, Sons", "Acme, Inc.", "Suite 5, Main", "Sam Poe"])
    expect(kept(name)).toBe(name)
})

it("CW-12 DX-06 clocks as 9h00, and years of two digits where the order is said", () => {
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

it("CW-12 of several columns of numbers the first that can be texted counts, a mobile's first, and the others go into the notes", () => {
  const twice = file("duplicate-phone-column.csv").rows.map((row) => customer(row))
  expect(twice.map(({ phone, notes }) => [phone, notes])).toEqual([
    ["+15125550201", null],
    ["+15125550202", "(512) 555-0302"],
  ])
  const several = (text: string) => {
    const { phone, notes } = customer(rowsOf(text).rows[0]!)
    return [phone, notes]
  }
  expect(several("Name,Home Phone,Mobile\nAda,512-555-0101,512-555-0102")).toEqual([
    "+15125550102",
    "512-555-0101 (Home Phone)",
  ])
  // An impossible number, and one that texts can't reach, wait for no better one.
  expect(several("Name,Mobile,Home Phone\nAda,000-000-0000,512-555-0101")).toEqual([
    "+15125550101",
    "000-000-0000 (Mobile)",
  ])
  expect(several("Name,Phone,Work Phone\nAda,1-800-555-0199,512-555-0101")).toEqual([
    "+15125550101",
    "1-800-555-0199 (Phone)",
  ])
  expect(several("Name,Email,Email 2\nAda,ada@example.test,ADA2@example.test")).toEqual([
    null,
    "ada2@example.test",
  ])
})

it("CW-12 two numbers in a cell, extensions and what spreadsheets make of numbers are read, and nothing of them is lost", () => {
  const { rows } = file("ext.csv")
  expect(rows.slice(0, 2).map((row) => customer(row))).toMatchObject([
    { phone: "+15125550216", shared_phone: true, notes: "(512) 555-0216 x12" },
    { phone: "+15125550218", notes: "(512) 555-0217 (h)" },
  ])
  expect(() => customer(rows[2]!)).toThrow("expected a phone number")
  expect(customer(rows[3]!).phone).toBe("+15125550219")
  const read = (phone: string) => {
    const { phone: number, shared_phone: isShared, notes } = customer({ name: "Ada", phone } as object)
    return [number, isShared ?? false, notes]
  }
  for (const text of [
    ...["512-555-0216 ext. 12", "512-555-0216, ext 12", "512-555-0216 (x12)", "(512) 555-0216x12"],
    ...["512-555-0216 #12", "512-555-0216 poste 12", "512.555.0216 extensión 12"],
  ])
    expect(read(text), text).toEqual(["+15125550216", true, text.replace(", ext", " ext")])
  expect(read("512-555-0216 x12; 512-555-0217")).toEqual(["+15125550217", false, "512-555-0216 x12"])
  expect(read("512/555-0217")).toEqual(["+15125550217", false, null])
  expect(read("5125550217/5125550218")).toEqual(["+15125550217", false, "5125550218"])
  expect(read("home 512-555-0217\ncell 512-555-0218")).toEqual(["+15125550218", false, "home 512-555-0217"])
  expect(read('="5125550217"')).toEqual(["+15125550217", false, null])
})

/** The systems with exports, and the source of their columns where no list of them is published. */
const exports = [
  ["fresha.csv", "customers", "fresha", {}],
  ["bookly.csv", "appointments", "bookly", {}],
  ["bookly-customers.csv", "customers", "bookly", {}],
  ["amelia.csv", "appointments", "amelia", {}],
  ["amelia-separate.csv", "appointments", "amelia", {}],
  ["amelia-customers.csv", "customers", "amelia", {}],
  ["housecall.csv", "customers", "housecall", {}],
  ["housecall.csv", "appointments", "housecall", {}],
  ["vagaro.csv", "customers", "own", {}],
  ["vagaro-appointments.csv", "appointments", "own", {}],
  ["booksy.csv", "customers", "own", { email: "Contact e-mail" }],
  ["servicetitan.csv", "customers", "own", { external_ref: "Customer ID" }],
  ["google-contacts-2024.csv", "customers", "google", {}],
  ["outlook-contacts.csv", "customers", "outlook", {}],
] as const

it.each(exports)("CW-12 of %s, read for %s, each column is taken or named", (name, kind, source, said) => {
  const bytes = readFileSync(join(import.meta.dirname, "cases", name))
  const rows = readCsv(new TextDecoder().decode(bytes)).map(({ cells }) => cells)
  const [header = [], ...lines] = rows.slice(headerAt(rows))
  let mapping = recognise(kind, header)
  expect(mapping.source).toBe(source)
  for (const [cell, title] of Object.entries(said))
    mapping = withColumn(mapping, cell as "email" | "external_ref", header.indexOf(title))
  const notTaken = columnsNotTaken(mapping, header)
  // A mark of its own in each column shows in the row where the column is taken.
  const marked = header.map((title, at) => `mark${at}@${title.includes("umber") ? "number" : "mark"}.test`)
  const texts = Object.values(rowOf(mapping, marked)).join(" ")
  const labels = Object.values(mapping.labels)
  for (const [at, title] of header.entries()) {
    const isTaken = texts.includes(`mark${at}@`) || labels.includes(at) || /^(?:customers)$/i.test(title)
    const standsIn = Object.values(mapping.others).flat().includes(at)
    expect([title, isTaken || standsIn]).toEqual([title, !notTaken.includes(title)])
  }
  expect(lines.length).toBeGreaterThan(0)
})

it("CW-12 the exports of seven other systems are read as they are meant", () => {
  const read = (name: string, kind: "customers" | "appointments") => {
    const rows = readCsv(readFileSync(join(import.meta.dirname, "cases", name), "utf8")).map(
      ({ cells }) => cells,
    )
    const [header = [], ...lines] = rows.slice(headerAt(rows))
    const mapping = recognise(kind, header)
    return lines.map((line) => rowOf(mapping, line))
  }
  const [fay, gus] = read("fresha.csv", "customers").map((row) => customer(row))
  expect(fay).toMatchObject({
    ...{ first_name: "Fay", last_name: "Orr", phone: "+15125550401", notes: "Left-handed" },
    address: { line1: "4 Oak St", line2: "2", city: "Austin", postal_code: "78701" },
    beside: { optOuts: { texts: true, emails: "offers" } },
  })
  expect(gus).toMatchObject({
    ...{ phone: "+15125550402", warning: "Never pays" },
    beside: { optOuts: { texts: false, emails: null } },
  })
  const [bo, cy] = read("bookly.csv", "appointments")
  expect(readAppointment(bo!, "ymd")).toMatchObject({
    minutes: 60,
    provider: "Ana Ruiz",
    notes: "Ring twice",
  })
  expect(readAppointment(cy!, "ymd")).toMatchObject({ minutes: 90, customer: { phone: "+15125550412" } })
  expect(() => stateOf(cy!)).toThrow("Pending")
  const [di, al] = read("amelia.csv", "appointments")
  expect(di).toMatchObject({
    name: "Di Fox",
    email: "di@example.test",
    phone: "(512) 555-0421",
    notes: "Side gate",
  })
  expect(al).toMatchObject({
    name: "Al Poe",
    phone: "+15125550422",
    notes: "Jo Poe +15125550423 jo@example.test",
  })
  const [hal] = read("amelia-separate.csv", "appointments")
  expect([hal!.name, stateOf(hal!)]).toEqual(["Hal Ong", "cancelled"])
  const [kay] = read("housecall.csv", "customers").map((row) => customer(row))
  expect(kay).toMatchObject({
    phone: "+15125550431",
    notes: "(512) 555-0432 (Home Phone)",
    address: { line1: "5 Elm St" },
  })
  const [job] = read("housecall.csv", "appointments")
  const boiler = { ...job!, appointment_type: "Boiler service", provider: "Ana Ruiz" }
  expect(readAppointment(boiler, "mdy")).toMatchObject({
    externalRef: "1201",
    end: { wall: expect.any(Number) },
  })
  const [lou, mo] = read("vagaro.csv", "customers").map((row) => customer(row))
  expect(lou).toMatchObject({ phone: "+15125550441", notes: "(512) 555-0442 (Day Phone)" })
  expect(mo).toMatchObject({ phone: "+15125550443", notes: null })
  expect(read("vagaro-appointments.csv", "appointments").map((row) => stateOf(row))).toEqual(["live", "past"])
})

it("CW-12 an opt-out of texts or mails is read from columns of those who opted out and of those who agreed", () => {
  const optOuts = (text: string) =>
    customer(rowsOf(`${text},512-555-0101,ada@example.test`).rows[0]!).beside.optOuts
  const of = (title: string, answer: string) => optOuts(`Name,${title},Phone,Email\nAda,${answer}`)
  for (const title of ["SMS marketing opt-out", "Text Opt Out", "Do Not Text", "Unsubscribed from SMS"])
    expect(of(title, "Yes"), title).toEqual({ texts: true, emails: null })
  for (const title of ["Email opt out", "E-mail Opt-Out", "Has Opted Out of Email", "do_not_email"])
    expect(of(title, "TRUE"), title).toEqual({ texts: false, emails: "all" })
  for (const title of ["Unsubscribed", "Opt out", "Do Not Contact"])
    expect(of(title, "x"), title).toEqual({ texts: true, emails: "all" })
  for (const answer of ["no", "unsubscribed", "Opted out"])
    expect(of("Email Subscription Status", answer), answer).toEqual({ texts: false, emails: "offers" })
  for (const answer of ["No", "0", "declined"])
    expect(of("Accepts SMS Marketing", answer), answer).toEqual({ texts: true, emails: null })
  for (const [title, answer] of [
    ...[
      ["SMS opt-out", "No"],
      ["SMS opt-out", ""],
      ["Accepts SMS Marketing", "yes"],
    ],
    ...[
      ["Email Subscription Status", "unknown"],
      ["Unsubscribed", "false"],
      ["Unsubscribed", "subscribed"],
    ],
  ] as [string, string][])
    expect(of(title, answer), `${title} ${answer}`).toEqual({ texts: false, emails: null })
  for (const answer of ["2026-03-04", "3/4/2026 10:00", "unsubscribed", "Opted-out", "STOP"])
    expect(of("Unsubscribed", answer), answer).toEqual({ texts: true, emails: "all" })
  expect(() => of("SMS opt-out", "sometimes")).toThrow("“sometimes” is not known")
})

it("CW-12 columns without a title that hold something, and titles that come twice, are named by their letters", () => {
  const header = ["Name", "Phone", "", "Tag", "Tag", ""]
  const mapping = recognise("customers", header)
  expect(columnsNotTaken(mapping, header, new Set([0, 1, 5, 27]))).toEqual([
    "Tag (D)",
    "Tag (E)",
    "(F)",
    "(AB)",
  ])
  expect(columnsNotTaken(mapping, header)).toEqual(["Tag (D)", "Tag (E)"])
})

it("CW-12 workbooks, PDFs and bytes that no text has are no table; text in any encoding by its mark is", () => {
  const bytes = (...parts: (string | number[])[]) =>
    new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
  for (const file of ["PK\u0003\u0004rest", "%PDF-1.7 a,b", "a,b\n1,\u0000"])
    expect(isText(bytes(file)), file).toBe(false)
  expect(isText(bytes([0xd0, 0xcf, 0x11, 0xe0]))).toBe(false)
  for (const file of ["", "name\n", "\ufeffname", "PK,name\n", "Jos\u00e9"])
    expect(isText(bytes(file)), file).toBe(true)
  expect(isText(new Uint8Array(Buffer.from("\ufeffname", "utf16le")))).toBe(true)
  expect(isText(new Uint8Array(Buffer.from("Jos\u00e9", "latin1")))).toBe(true)
})

it("DX-06 a file of results is read as the file that it came from, also when its results were added twice", () => {
  const header = ["name", "phone", ...resultColumns]
  const { columns } = recognise("customers", ["name", "phone"])
  expect(recognise("customers", header).columns).toEqual(columns)
  expect(recognise("customers", [...header, ...resultColumns]).columns).toEqual(columns)
  expect(recognise("customers", ["name", "id"]).columns).toMatchObject({ external_ref: 1 })
})
