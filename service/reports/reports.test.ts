import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { reportGroupings } from "../../domain/model/report.ts"
import { weekdayOfDay } from "../../domain/time/dates.ts"
import { useZoneData, zoneTable } from "../../domain/time/zone-table.ts"
import { dieAfter } from "../../test/reports/dying-worker.ts"
import { changing, furnish } from "../../test/reports/random-changes.ts"
import { keptCounts, rawCounts, sizeOf, wrongTotals } from "../../test/reports/raw-counts.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  put,
  weekdays,
} from "../../test/support/story.ts"
import { seedFrom } from "../../test/support/trials.ts"
import { enqueueWholeReports } from "../outbox/reports-due.sql.ts"
import { renewReports, sumUpAll } from "./sum-up-reports.ts"

let service: TestService
beforeAll(async () => {
  service = await startService({ platformSmsNumber: "+15125550111" })
})
afterAll(() => service.stop())

const report = async (path: string) => {
  const { status, body } = await service.api("GET", `/reports/${path}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const summedUp = () => sumUpAll(service.context)

describe("a company's reports", () => {
  let austinId: number
  let typeId: number
  let anaId: number
  let customerId: number
  const march = "from=2027-03-01&to=2027-03-31"

  beforeAll(async () => {
    austinId = await makeLocation(service, { name: "Austin", timezone: "America/Chicago" })
    typeId = await makeType(service, { name: "Visit", booking_window_days: 90 })
    anaId = await makeProvider(service, {
      name: "Ana",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(austinId, "09:00", "17:00"),
    })
    customerId = await makeCustomer(service, { name: "Sam Poe" })
    await put(service, `/providers/${anaId}/hours`, {
      date_overrides: [
        { location_id: austinId, date: "2027-03-06", intervals: [{ start: "10:00", end: "12:00" }] },
        { location_id: austinId, date: "2027-03-05", intervals: [] },
      ],
    })
    await make(service, `/providers/${anaId}/time-off`, {
      start: "2027-03-02T21:00:00.000Z",
      end: "2027-03-04T06:00:00.000Z",
    })
    for (const start_time of [
      "2027-03-01T16:00:00.000Z",
      "2027-03-04T20:00:00.000Z",
      "2027-03-31T21:00:00.000Z",
    ])
      await make(service, "/appointments", {
        customer_id: customerId,
        appointment_type_id: typeId,
        provider_id: anaId,
        start_time,
      })
    await summedUp()
  })

  it("CN-13 the use of hours is booked ÷ offered minutes, after overrides and time off", async () => {
    const { rows, total } = await report("utilisation?from=2027-03-01&to=2027-03-07&group_by=day")
    expect(
      rows.map((row: { date: string; offered_minutes: number }) => [row.date, row.offered_minutes]),
    ).toEqual([
      ["2027-03-01", 480],
      ["2027-03-02", 360],
      ["2027-03-03", 0],
      ["2027-03-04", 480],
      ["2027-03-05", 0],
      ["2027-03-06", 120],
      ["2027-03-07", 0],
    ])
    expect(rows[0]).toEqual({
      date: "2027-03-01",
      weekday: null,
      id: null,
      name: null,
      booked_minutes: 60,
      offered_minutes: 480,
      utilisation: 0.125,
    })
    expect(rows[2].utilisation).toBeNull()
    expect(total).toEqual({ booked_minutes: 120, offered_minutes: 1_440, utilisation: 0.0833 })
    const byProvider = await report("utilisation?from=2027-03-01&to=2027-03-07&group_by=provider")
    expect(byProvider.rows).toEqual([{ date: null, weekday: null, id: anaId, name: "Ana", ...total }])
    const byType = await report("utilisation?from=2027-03-01&to=2027-03-07&group_by=type")
    expect(byType.rows).toEqual([{ date: null, weekday: null, id: typeId, name: "Visit", ...total }])
  })

  it("CN-13 providers' weekdays have the minutes of all their dates, and those without any have no row", async () => {
    const march = "from=2027-03-01&to=2027-03-14"
    const byBoth = await report(`utilisation?${march}&group_by=provider_weekday`)
    expect(
      byBoth.rows.map((row: Record<string, number>) => [
        row.weekday,
        row.booked_minutes,
        row.offered_minutes,
      ]),
    ).toEqual([
      [1, 60, 960],
      [2, 0, 840],
      [3, 0, 480],
      [4, 60, 960],
      [5, 0, 480],
      [6, 0, 120],
    ])
    expect(byBoth.rows[0]).toMatchObject({ date: null, weekday: 1, id: anaId, name: "Ana" })
    const byWeekday = await report(`utilisation?${march}&group_by=weekday`)
    expect(byWeekday.rows).toEqual([
      ...byBoth.rows.map((row: object) => ({ ...row, id: null, name: null })),
      {
        date: null,
        weekday: 7,
        id: null,
        name: null,
        booked_minutes: 0,
        offered_minutes: 0,
        utilisation: null,
      },
    ])
    expect(byWeekday.total).toEqual(byBoth.total)
    const file = await service.api(
      "GET",
      "/reports/utilisation?from=2027-03-06&to=2027-03-07&group_by=provider_weekday",
      undefined,
      { headers: { accept: "text/csv" } },
    )
    expect(file.body).toBe(
      `id,name,weekday,booked_minutes,offered_minutes,utilisation\r\n${anaId},Ana,6,0,120,0\r\n`,
    )
  })

  it("CN-13 say how long changes of their dates have waited to be counted", async () => {
    const behind = async (path: string) => (await report(path)).behind_seconds
    expect(await behind(`bookings?${march}`)).toBe(0)
    const [first] = (await service.api("GET", "/appointments?limit=1")).body.data
    await put(service, "/company", { timezone: "America/Denver" })
    expect(await behind(`requests?${march}`)).toBeGreaterThan(0)
    await summedUp()
    expect(await behind(`requests?${march}`)).toBe(0)
    await service.api("POST", `/appointments/${first.id}/reschedule`, {
      start_time: "2027-03-01T17:00:00.000Z",
    })
    await service.context.db.query("UPDATE report_due SET queued_at = now() - interval '90 s'")
    expect(await behind(`bookings?${march}`)).toBeGreaterThanOrEqual(90)
    expect(await behind(`bookings?from=2027-04-01&to=2027-04-30`)).toBe(0)
    expect(await behind(`requests?${march}`)).toBe(0)
    await service.api("POST", `/appointments/${first.id}/reschedule`, {
      start_time: "2027-03-01T16:00:00.000Z",
    })
    await put(service, "/company", { timezone: "America/Chicago" })
    await summedUp()
    expect(await behind(`bookings?${march}`)).toBe(0)
  })

  it("CN-13 weeks begin on Monday, and weeks and months without anything have their row", async () => {
    const weeks = await report("bookings?from=2027-03-03&to=2027-03-31&group_by=week")
    expect(
      weeks.rows.map((row: { date: string; appointments: number }) => [row.date, row.appointments]),
    ).toEqual([
      ["2027-03-03", 1],
      ["2027-03-08", 0],
      ["2027-03-15", 0],
      ["2027-03-22", 0],
      ["2027-03-29", 1],
    ])
    const months = await report("bookings?from=2027-02-15&to=2027-04-02&group_by=month")
    expect(months.rows.map((row: { date: string; company: number }) => [row.date, row.company])).toEqual([
      ["2027-02-15", 0],
      ["2027-03-01", 3],
      ["2027-04-01", 0],
    ])
  })

  it("CN-13 lead times count dates, and past are those over or marked", async () => {
    expect((await report(`lead-time?${march}`)).total).toEqual({
      appointments: 3,
      same_day: 1,
      days_1: 0,
      days_2_to_3: 1,
      days_4_to_7: 0,
      days_8_to_14: 0,
      days_15_to_30: 1,
      days_31_up: 0,
    })
    expect((await report(`no-shows?${march}`)).total).toEqual({ past: 0, no_shows: 0, share: null })
    service.clock.set("2027-03-05T18:00:00.000Z")
    const [first] = (await service.api("GET", "/appointments?limit=1")).body.data
    await service.api("POST", `/appointments/${first.id}/no-show`, {})
    await summedUp()
    expect((await report(`no-shows?${march}`)).total).toEqual({ past: 2, no_shows: 1, share: 0.5 })
  })

  it("CN-13 answers a file to those who ask for one", async () => {
    const file = await service.api("GET", `/reports/no-shows?${march}&group_by=provider`, undefined, {
      headers: { accept: "text/csv" },
    })
    expect(file.status).toBe(200)
    expect(file.headers.get("content-type")).toMatch(/^text\/csv/)
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="no-shows.csv"')
    expect(file.body).toBe(`id,name,past,no_shows,share\r\n${anaId},Ana,2,1,0.5\r\n`)
    for (const accept of ["*/*", "application/json, text/csv;q=0"]) {
      const answer = await service.api("GET", `/reports/no-shows?${march}`, undefined, {
        headers: { accept },
      })
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/)
    }
  })

  it("CN-13 refuses dates that make no report", async () => {
    const refused = async (query: string) => {
      const { status, body } = await service.api("GET", `/reports/texts?${query}`)
      return [status, body.error?.field]
    }
    expect(await refused("from=2027-03-02&to=2027-03-01")).toEqual([400, "to"])
    expect(await refused("from=2025-01-01&to=2027-03-01")).toEqual([400, "to"])
    expect(await refused("from=2027-03-02")).toEqual([400, "to"])
    expect(await refused("from=2027-03-01&to=2027-03-02&group_by=year")).toEqual([400, "group_by"])
  })

  it("CN-13 another company sees nothing of it", async () => {
    const { key } = await service.anotherCompany()
    const { body } = await service.api("GET", `/reports/bookings?${march}&group_by=provider`, undefined, {
      key,
    })
    expect(body.data.rows).toEqual([])
  })

  it("CN-13 a location in another zone has its appointments on other dates", async () => {
    await put(service, `/locations/${austinId}`, { timezone: "Asia/Tokyo" })
    await summedUp()
    expect(await keptCounts(service.context.db, service.companyId)).toEqual(
      await rawCounts(service.context.db, service.companyId),
    )
    await put(service, `/locations/${austinId}`, { timezone: "America/Chicago" })
    await summedUp()
    expect((await report("bookings?from=2027-03-31&to=2027-03-31")).total.appointments).toBe(1)
  })
})

/** A report's figure for each provider and weekday. */
const figures = (rows: Record<string, number>[], figure: string) =>
  new Map(
    rows.filter((row) => row[figure]! > 0).map((row) => [`${row.id ?? 0} ${row.weekday}`, row[figure]!]),
  )

/** The same of counted rows. */
function summed(
  rows: readonly Record<string, number>[],
  keyOf: (row: Record<string, number>) => number[],
  columns: string[],
) {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const size = sizeOf([row], columns)
    if (size > 0) sums.set(keyOf(row).join(" "), (sums.get(keyOf(row).join(" ")) ?? 0) + size)
  }
  return sums
}

describe("the sums that a worker keeps", () => {
  const seed = seedFrom(20270401)

  it(`CN-13 equal a raw count after random changes and deaths of the worker (seed ${seed})`, async () => {
    const { context, companyId } = service
    const company = await furnish(service)
    const { change, dice } = changing(service, company, seed)
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 45; n++) {
        await change()
        if (dice.chance(0.1)) await dieAfter(context, dice.between(0, 12))
      }
      await Promise.all([sumUpAll(context), sumUpAll(context)])
      const raw = await rawCounts(context.db, companyId)
      expect(await keptCounts(context.db, companyId)).toEqual(raw)
      expect(await wrongTotals(context.db, companyId)).toEqual([])
      expect(sizeOf(raw.appointments!, ["scheduled", "completed", "no_show", "cancelled"])).toBeGreaterThan(5)
    }
    const raw = await rawCounts(context.db, companyId)
    const all = "from=2027-01-01&to=2028-06-30"
    for (const group_by of reportGroupings) {
      const bookings = await report(`bookings?${all}&group_by=${group_by}`)
      expect(bookings.total.appointments).toBe(
        sizeOf(raw.appointments!, ["scheduled", "completed", "no_show"]),
      )
      expect(bookings.total.agent).toBe(sizeOf(raw.appointments!, ["by_agent"]))
      const requests = await report(`requests?${all}&group_by=${group_by}`)
      expect(requests.total.requests).toBe(
        sizeOf(raw.requests!, ["open", "scheduled", "cancelled", "expired"]),
      )
      const texts = await report(`texts?${all}&group_by=${group_by}`)
      expect(texts.total.delivered).toBe(sizeOf(raw.texts!, ["delivered"]))
      const utilisation = await report(`utilisation?${all}&group_by=${group_by}`)
      expect(utilisation.total.booked_minutes).toBe(sizeOf(raw.minutes!, ["booked_minutes"]))
      if (group_by === "provider_weekday") {
        const byProvider = (row: Record<string, number>) => [row.provider_id!, weekdayOfDay(row.day!)]
        expect(figures(bookings.rows, "appointments")).toEqual(
          summed(raw.appointments!, byProvider, ["scheduled", "completed", "no_show"]),
        )
        expect(figures(utilisation.rows, "booked_minutes")).toEqual(
          summed(raw.minutes!, byProvider, ["booked_minutes"]),
        )
        expect(figures(requests.rows, "requests")).toEqual(
          summed(raw.requests!, byProvider, ["open", "scheduled", "cancelled", "expired"]),
        )
      }
      for (const { rows, total } of [bookings, requests, texts])
        for (const [figure, value] of Object.entries(total))
          expect(rows.reduce((sum: number, row: Record<string, number>) => sum + row[figure]!, 0)).toBe(value)
    }
  })

  it("CN-13 are renewed from the rows, whatever they were", async () => {
    const { context, companyId } = service
    await context.db.query("UPDATE report_appointments SET scheduled = scheduled + 7 WHERE company_id = $1", [
      companyId,
    ])
    await context.db.query("DELETE FROM report_minutes WHERE company_id = $1", [companyId])
    await context.db.query("UPDATE report_rules SET version = 0 WHERE company_id = $1", [companyId])
    await renewReports(context)
    await summedUp()
    expect(await keptCounts(context.db, companyId)).toEqual(await rawCounts(context.db, companyId))
    await renewReports(context)
    expect(await context.db.query("SELECT 1 FROM report_due")).toEqual([])
  })

  it("MD-37 are summed up anew once the zones have other rules, and only then", async () => {
    const { context, companyId } = service
    const due = () => context.db.query("SELECT noun FROM report_due WHERE company_id = $1", [companyId])
    await renewReports(context)
    await summedUp()
    await renewReports(context)
    expect(await due()).toEqual([])
    const byPresentRules = await keptCounts(context.db, companyId)
    const present = zoneTable("America/Chicago")
    const periodsOf = (name: string) =>
      name === present.zone
        ? { starts: [Number.NEGATIVE_INFINITY], offsets: [-36_000], abbreviations: ["HST"] }
        : null
    const names = [present.zone]
    useZoneData({ source: "test", version: null, names, canonical: (name) => name, periodsOf })
    try {
      await renewReports(context)
      expect(await due()).toEqual([{ noun: "everything" }])
      await summedUp()
      expect(await keptCounts(context.db, companyId)).not.toEqual(byPresentRules)
      await renewReports(context)
      expect(await due()).toEqual([])
    } finally {
      useZoneData(null)
    }
    await renewReports(context)
    await summedUp()
    expect(await keptCounts(context.db, companyId)).toEqual(byPresentRules)
  })

  it("MD-37 wait for another worker that is at the company's sums instead of asking again and again", async () => {
    const { context, companyId } = service
    const { db } = context
    await context.db.transaction(async (tx) => enqueueWholeReports(tx, companyId))
    const held = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const other = db.transaction(async (tx) => {
      await tx.query("SELECT 1 FROM report_rules WHERE company_id = $1 FOR UPDATE", [companyId])
      isHeld.resolve()
      await held.promise
    })
    await isHeld.promise
    let looks = 0
    const query: typeof db.query = (text, values) => {
      if (text.includes("FROM report_due GROUP BY")) looks++
      return db.query(text, values)
    }
    const counting = { ...context, db: Object.assign(Object.create(db), { query }) as typeof db }
    const summing = sumUpAll(counting)
    const waiting = () =>
      db.some(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%report_rules%' LIMIT 1",
      )
    await expect.poll(waiting, { timeout: 60_000 }).toBe(true)
    expect(looks).toBe(1)
    held.resolve()
    await Promise.all([other, summing])
    expect(await db.query("SELECT 1 FROM report_due WHERE company_id = $1", [companyId])).toEqual([])
  })

  it("CN-13 hold nothing that leads to a customer", async () => {
    const columns = await service.context.db.query<{ column_name: string }>(
      "SELECT DISTINCT column_name FROM information_schema.columns WHERE table_name LIKE 'report\\_%' AND column_name LIKE '%\\_id'",
    )
    expect(columns.map(({ column_name }) => column_name).sort()).toEqual([
      "appointment_type_id",
      "company_id",
      "location_id",
      "provider_id",
    ])
  })
})
