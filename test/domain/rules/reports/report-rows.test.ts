/** A report's rows, their order and their total. */
import { describe, expect, it } from "vitest"
import { providerWeekday, type ReportGrouping } from "../../../../domain/model/report.ts"
import { type ReportFrame, reportOf } from "../../../../domain/rules/reports/report-rows.ts"
import { dayOfDate } from "../../../../domain/time/dates.ts"

const day = (date: string) => dayOfDate(date)!

/** Wednesday, 24 February, to Tuesday, 9 March 2027. */
const frame = (grouping: ReportGrouping, names: [number, string][] = []): ReportFrame => ({
  firstDay: day("2027-02-24"),
  lastDay: day("2027-03-09"),
  grouping,
  names: new Map(names),
  behindSeconds: 30,
})

/** `head booked/cancelled` of each row, and the total at the end. */
function rowsOf(
  frame: ReportFrame,
  sums: readonly { key: number; booked: number; cancelled: number }[],
): string[] {
  const report = reportOf(frame, ["booked", "cancelled"], sums, (sum) => ({ ...sum }) as never)
  const figures = (of: object) => {
    const { booked, cancelled } = of as { booked: number; cancelled: number }
    return `${booked}/${cancelled}`
  }
  return [
    ...report.rows.map((row) => {
      const head = [row.date, row.name, row.id, row.weekday].filter((each) => each !== null).join(" ")
      return `${head || "none"}: ${figures(row)}`
    }),
    `total ${figures(report.total)}`,
  ]
}

const onDays = [
  { key: day("2027-02-24"), booked: 1, cancelled: 0 },
  { key: day("2027-02-28"), booked: 2, cancelled: 1 },
  { key: day("2027-03-01"), booked: 4, cancelled: 0 },
  { key: day("2027-03-09"), booked: 8, cancelled: 2 },
]

describe("a report by dates", () => {
  it("TQ-02 has a row for each day of it, with and without figures", () => {
    const rows = rowsOf(frame("day"), onDays)
    expect(rows).toHaveLength(14 + 1)
    expect(rows.slice(0, 2)).toEqual(["2027-02-24: 1/0", "2027-02-25: 0/0"])
    expect(rows.slice(-2)).toEqual(["2027-03-09: 8/2", "total 15/3"])
  })

  it("TQ-02 has weeks from Monday, the first from the report's first day on", () => {
    expect(rowsOf(frame("week"), onDays)).toEqual([
      "2027-02-24: 3/1",
      "2027-03-01: 4/0",
      "2027-03-08: 8/2",
      "total 15/3",
    ])
  })

  it("TQ-02 has months from their first, the first from the report's first day on", () => {
    expect(rowsOf(frame("month"), onDays)).toEqual(["2027-02-24: 3/1", "2027-03-01: 12/2", "total 15/3"])
  })

  it("TQ-02 has the weekdays from Monday to Sunday", () => {
    expect(rowsOf(frame("weekday"), onDays)).toEqual([
      "1: 4/0",
      "2: 8/2",
      "3: 1/0",
      "4: 0/0",
      "5: 0/0",
      "6: 0/0",
      "7: 2/1",
      "total 15/3",
    ])
  })

  it("TQ-02 says what it is about", () => {
    const { rows: _, total: __, ...head } = reportOf(frame("day"), [], [], () => ({}) as never)
    expect(head).toEqual({ from: "2027-02-24", to: "2027-03-09", group_by: "day", behind_seconds: 30 })
  })
})

describe("a report by records", () => {
  it("TQ-02 has those with figures alone, by name, then by id, and what has no name last", () => {
    const names: [number, string][] = [
      [5, "Ben"],
      [6, "Ana"],
      [7, "Ben"],
      [9, "Éva"],
    ]
    const sums = [0, 8, 7, 9, 5, 6].map((key) => ({ key, booked: key, cancelled: 0 }))
    expect(rowsOf(frame("provider", names), sums)).toEqual([
      "Ana 6: 6/0",
      "Ben 5: 5/0",
      "Ben 7: 7/0",
      "Éva 9: 9/0",
      "none: 0/0",
      "8: 8/0",
      "total 35/0",
    ])
  })

  it("TQ-02 keeps the weekdays of a provider together and in order", () => {
    const names: [number, string][] = [
      [5, "Ben"],
      [6, "Ana"],
    ]
    const sums = [
      { key: providerWeekday(5, 2), booked: 1, cancelled: 0 },
      { key: providerWeekday(6, 7), booked: 2, cancelled: 0 },
      { key: providerWeekday(5, 1), booked: 3, cancelled: 0 },
      { key: providerWeekday(6, 1), booked: 4, cancelled: 0 },
      { key: providerWeekday(6, 1), booked: 1, cancelled: 1 },
    ]
    expect(rowsOf(frame("provider_weekday", names), sums)).toEqual([
      "Ana 6 1: 5/1",
      "Ana 6 7: 2/0",
      "Ben 5 1: 3/0",
      "Ben 5 2: 1/0",
      "total 11/1",
    ])
  })
})
