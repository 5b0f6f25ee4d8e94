import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CsvError, type CsvRow, csvLine, csvReader, readCsv, readCsvTable } from "../../../domain/csv/csv.ts"
import { recognise, withColumn } from "../../../domain/csv/known-files.ts"
import { rowOf } from "../../../domain/csv/row-of.ts"
import { batchRows, runImport } from "../../../domain/csv/run-import.ts"
import { type ImportKind, mostRows, rowResult } from "../../../domain/model/imports.ts"
import { charactersLookedAt } from "../../support/characters-looked-at.ts"
import { drawn } from "../../support/trials.ts"

describe("a CSV file", () => {
  it("DX-06 is read as spreadsheets write it: BOM, quotes, semicolons or tabs, every kind of line break", () => {
    const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells)
    expect(cellsOf('\ufeffname,note\r\n"Poe, Sam","says ""hi""\r\ntwice"\r\n\r\n  \nAna,')).toEqual([
      ["name", "note"],
      ["Poe, Sam", 'says "hi"\r\ntwice'],
      ["Ana", ""],
    ])
    expect(cellsOf("nom;note\rZoé;1,5\r")).toEqual([
      ["nom", "note"],
      ["Zoé", "1,5"],
    ])
    expect(cellsOf("a\tb\n1\t2")).toEqual([
      ["a", "b"],
      ["1", "2"],
    ])
    expect(cellsOf('"a;b",c\n1,2')[0]).toEqual(["a;b", "c"])
    expect(cellsOf("\r\n \na;b")).toEqual([["a", "b"]])
    expect(cellsOf("")).toEqual([])
    expect(() => readCsv('a,b\n1,"never closed\n2,3')).toThrow(
      new CsvError(2, "a quote is opened and never closed"),
    )
  })

  it.each([
    ["quotes within a long cell", `a,b\n${'x"'.repeat(40_000)},2\n`],
    ["spaces before quotes", `a,b\n${' "" '.repeat(20_000)},2\n`],
    ["quotes in a first line that is never ended", '"'.repeat(80_001)],
    ["a first line without end", "x".repeat(80_000)],
  ])("SE-01 is read in time linear in its length: %s", (_what, text) => {
    const lookedAt = charactersLookedAt(() => {
      const reader = csvReader()
      for (let at = 0; at < text.length; at += 64) reader.push(text.slice(at, at + 64))
      try {
        reader.end()
      } catch (error) {
        if (!(error instanceof CsvError)) throw error
      }
    })
    // A look at each cell's text for each of its signs is more than 10,000 times the length.
    expect(lookedAt / text.length).toBeLessThan(10)
  })

  it("DX-06 reads the same in pieces of any size, and what was written", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\r", "\n", " ", "é", "=") })
    const rows = fc.array(fc.tuple(cell, cell, fc.constant("end")), { minLength: 1 })
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 9 }), (written, size) => {
        const text = csvLine(["a", "b", "c"]) + written.map((row) => csvLine(row)).join("")
        const reader = csvReader()
        const read: CsvRow[] = []
        for (let at = 0; at < text.length; at += size) read.push(...reader.push(text.slice(at, at + size)))
        read.push(...reader.end())
        const disarmed = written.map((row) => row.map((each) => each.replace(/^([=+\-@\t\r])/, "'$1")))
        expect(read.slice(1).map(({ cells }) => cells)).toEqual(disarmed)
        expect(read).toEqual(readCsv(text))
      }),
      drawn(800, 20_270_317),
    )
  })

  it("CN-08 knows each row's line, whatever its cells and line breaks are", () => {
    const linesOf = (text: string) => readCsv(text).map(({ line, cells }) => [line, cells[0]])
    expect(linesOf('a,b\n"x\n\ny",1\n,\n\n"""q""",😀é\n')).toEqual([
      [1, "a"],
      [2, "x\n\ny"],
      [7, '"q"'],
    ])
    expect(linesOf('a\tb\r1\t2\r\r"3\r\n"\t4\r\n5')).toEqual([
      [1, "a"],
      [2, "1"],
      [4, "3\r\n"],
      [6, "5"],
    ])
    expect(() => readCsv('a\r"b\r\nc"\r"d\r')).toThrow(new CsvError(4, "a quote is opened and never closed"))
  })

  it("CN-08 reads cells by the names that the first row has", () => {
    expect(readCsvTable('\ufeff Name ,City\r\n" Poe, Sam "\r\n')).toEqual({
      heads: ["name", "city"],
      rows: [{ line: 2, cells: { name: "Poe, Sam", city: "" } }],
    })
    expect(readCsvTable("\n\n")).toEqual({ heads: [], rows: [] })
  })
})

describe("what a file's columns hold", () => {
  const calendly =
    "User Name,Team,Invitee Name,Invitee First Name,Invitee Last Name,Invitee Email,Invitee Time Zone,Invitee accepted marketing emails,Text Reminder Number,Event Type Name,Start Date & Time,End Date & Time,Location,Event Created Date & Time,Canceled,Canceled By,Cancellation reason,Question 1,Response 1,UTM Campaign,Event UUID,Invitee UUID"

  it("DX-06 is known of a Calendly export", () => {
    const mapping = recognise("appointments", calendly.split(","))
    expect(mapping.source).toBe("calendly")
    const line = readCsv(
      `${calendly}\nAna Ruiz,,Sam Poe,Sam,Poe,SAM@example.com,Central Time - US & Canada,,,Boiler service,2027-03-16 09:00 am,2027-03-16 10:00 am,Zoom,2027-02-01 01:40 am,false,,,Floor?,Second,,e-1,i-1`,
    )[1]!.cells
    expect(rowOf(mapping, line)).toEqual({
      external_ref: "i-1",
      cancelled: "false",
      start_time: "2027-03-16 09:00 am",
      end_time: "2027-03-16 10:00 am",
      appointment_type: "Boiler service",
      provider: "Ana Ruiz",
      name: "Sam Poe",
      email: "SAM@example.com",
      notes: "Second",
    })
    expect(rowOf(recognise("providers", calendly.split(",")), line)).toEqual({ name: "Ana Ruiz" })
  })

  it("DX-06 is known of Cal.com's data, whose guests are one cell and whose titles name both people", () => {
    const header =
      "id,uid,title,createdAt,timeStatus,eventTypeId,eventLength,startTime,endTime,paid,userEmail,userUsername,noShowHost,attendee1,attendeePhone1"
    const mapping = recognise("appointments", header.split(","))
    mapping.matches.provider = { ana: "Ana Ruiz" }
    const line = readCsv(
      `${header}\n7,bk-7,Boiler service between Ana and Sam,x,upcoming,5,60,2027-03-16T14:00:00.000Z,2027-03-16T15:00:00.000Z,false,ana@co.example,ana,false,Sam Poe (sam@example.com),+15125550123`,
    )[1]!.cells
    expect(mapping.source).toBe("cal.com")
    expect(rowOf(mapping, line)).toEqual({
      external_ref: "bk-7",
      cancelled: "upcoming",
      start_time: "2027-03-16T14:00:00.000Z",
      end_time: "2027-03-16T15:00:00.000Z",
      appointment_type: "Boiler service",
      provider: "Ana Ruiz",
      name: "Sam Poe",
      email: "sam@example.com",
      phone: "+15125550123",
    })
  })

  const rowIn = (kind: ImportKind, header: string, line: string) => {
    const [titles, cells] = readCsv(`${header}\n${line}`).map((row) => row.cells)
    const mapping = recognise(kind, titles!)
    return [mapping.source, rowOf(mapping, cells!)]
  }

  it("MD-19 is known of Acuity's export of appointments", () => {
    const header =
      "Start Time,End Time,First Name,Last Name,Phone,Email,Type,Calendar,Appointment Price,Paid?,Amount Paid Online,Certificate Code,Notes,Date Scheduled,Label,Scheduled By,Appointment ID"
    const line =
      '"December 7, 2026 9:00 am","December 7, 2026 10:00 am",Sam,Poe,5125550123,sam@example.com,Boiler service,Ana Ruiz,80.00,no,0.00,,Ring twice,2026-11-01,,,881234'
    expect(rowIn("appointments", header, line)).toEqual([
      "acuity",
      {
        external_ref: "881234",
        start_time: "December 7, 2026 9:00 am",
        end_time: "December 7, 2026 10:00 am",
        appointment_type: "Boiler service",
        provider: "Ana Ruiz",
        first_name: "Sam",
        last_name: "Poe",
        phone: "5125550123",
        email: "sam@example.com",
        notes: "Ring twice",
      },
    ])
  })

  it("MD-19 is known of Square's export of customers", () => {
    const header =
      "Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Lifetime Spend,Email Subscription Status,Instant Profile"
    const line =
      ",,,office@harbour.example,+15125550123,,Harbour Foods,1 Main St,,Austin,TX,78701,,,SQ7,Directory,,,0,$0.00,unknown,No"
    expect(rowIn("customers", header, line)).toEqual([
      "square",
      {
        company: "Harbour Foods",
        email: "office@harbour.example",
        accepts_emails: "unknown",
        phone: "+15125550123",
        line1: "1 Main St",
        city: "Austin",
        state: "TX",
        postal_code: "78701",
      },
    ])
  })

  it("MD-19 is known of Google's calendar and contacts", () => {
    const events =
      "Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private"
    expect(
      rowIn(
        "appointments",
        events,
        "Sam Poe,12/07/2026,9:00 AM,12/07/2026,10:00 AM,False,Boiler,1 Main St,False",
      ),
    ).toEqual([
      "google",
      {
        date: "12/07/2026",
        time: "9:00 AM",
        end_time: "10:00 AM",
        name: "Sam Poe",
        customer_ref: "Sam Poe",
        notes: "Boiler",
      },
    ])
    const contacts =
      "First Name,Last Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - City"
    expect(
      rowIn("customers", contacts, "Sam,Poe,,Work,sam@example.com,Mobile,(512) 555-0123,Austin"),
    ).toEqual([
      "google",
      {
        first_name: "Sam",
        last_name: "Poe",
        email: "sam@example.com",
        phone: "(512) 555-0123",
        city: "Austin",
      },
    ])
  })

  it("MD-19 is known of Jobber's export of clients", () => {
    const header =
      "J-ID,Lead?,Display Name,Company Name,First Name,Last Name,Main Phone #s,E-mails,Service Street 1,Service Street 2,Service City,Service State,Service Zip code,Archived"
    const line =
      "4411,No,Harbour Foods,Harbour Foods,,,5125550123,office@harbour.example,1 Main St,,Austin,TX,78701,No"
    expect(rowIn("customers", header, line)).toEqual([
      "jobber",
      {
        external_ref: "4411",
        name: "Harbour Foods",
        company: "Harbour Foods",
        phone: "5125550123",
        email: "office@harbour.example",
        line1: "1 Main St",
        city: "Austin",
        state: "TX",
        postal_code: "78701",
      },
    ])
  })

  it("MD-19 what a person says of a column takes it from what had it", () => {
    const first = recognise("customers", ["Client", "Phone"])
    expect(first.columns).toEqual({ name: 0, phone: 1 })
    const said = withColumn(first, "external_ref", 0)
    expect(said.columns).toEqual({ external_ref: 0, phone: 1 })
    expect(withColumn(said, "phone", null).columns).toEqual({ external_ref: 0 })
  })

  it("DX-06 is known by our words and by usual titles, and else is asked for", () => {
    expect(recognise("customers", ["Nombre", "Teléfono", "Código Postal", "Apellidos"])).toMatchObject({
      source: "own",
      columns: { name: 0, phone: 1, postal_code: 2, last_name: 3 },
    })
    expect(recognise("customers", ["external_ref", "first_name", "E-mail"]).columns).toEqual({
      external_ref: 0,
      first_name: 1,
      email: 2,
    })
    expect(recognise("customers", ["Kunde", "Rufnummer"]).source).toBeNull()
  })
})

it("DX-06 batches are as large as the API takes, and a dry run knows a row of an earlier batch again", async () => {
  expect(batchRows).toEqual(mostRows)
  const sizes: number[] = []
  const fates: string[] = []
  const lines = ["a", "b", "c", "a", "d"].map((key) => [key])
  const run = {
    mapping: { source: "own" as const, columns: { name: 0 }, others: {}, labels: {}, fixed: {}, matches: {} },
    dryRun: true,
    mostRows: 2,
    async send(rows: { name?: string }[]) {
      sizes.push(rows.length)
      return rows.map(({ name }) => rowResult({ fate: "made", key: name! }))
    },
  }
  for await (const batch of runImport(lines, run)) fates.push(...batch.map(({ result }) => result.fate))
  expect(sizes).toEqual([2, 2, 1])
  expect(fates).toEqual(["made", "made", "made", "unchanged", "made"])
})
