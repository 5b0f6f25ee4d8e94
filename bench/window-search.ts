/**
 * windows.search_ms: a search of two-hour windows over 14 days of 20 vans, the rules of it alone, where half of the days are full:
 * there each window is searched for by all the steps that the rules allow, and none is found. One day is booked over HTTP until no window is found any more, and stands for the others. windows.search_ms_full: the same where all days are full, without a goal.
 */
import { ok } from "node:assert"
import type { ProviderPlan, SearchInput, TeamVisit } from "../domain/model/availability.ts"
import { searchSteps } from "../domain/rules/availability/find-slots.ts"
import { planSearch } from "../domain/rules/availability/plan-search.ts"
import { finished } from "../domain/rules/availability/steps.ts"
import { dayOfDate } from "../domain/time/dates.ts"
import { minutesPerDay } from "../domain/time/units.ts"
import { loadSchedules } from "../service/ledger/schedules.sql.ts"
import { openCompany } from "../service/people/operator.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median, printed } from "./figure.ts"
import { askersOf, depot, travel } from "./quality/window-days.ts"

const searchFigure = "windows.search_ms"
const fullFigure = "windows.search_ms_full"
export const figures = [searchFigure, fullFigure]

const vans = 20
const days = 14
const rounds = 7
/** A Tuesday. */
const firstDay = dayOfDate("2027-03-02")!
const weekdays = [1, 2, 3, 4, 5]

type Ask = (method: string, path: string, body?: object) => Promise<{ id: number } & Record<string, never>>

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(10)
  const app = benchApi(bench.context)
  try {
    const base = await app.listen({ host: "127.0.0.1", port: 0 })
    const company = { mode: "live", name: "Vans", timezone: "UTC", slug: null, phone: null } as const
    const { companyId, apiKey } = await openCompany(bench.context, company)
    const { typeId, customerId, booked } = await fillDay(askerOf(base, apiKey))
    const loaded = await loadSchedules(bench.context.db, {
      ...{ companyId, typeId, firstDay, endDay: firstDay + days, now: bench.context.clock.now() },
      ...{ customerId, requestId: null, providerId: null, locationId: null, movedAppointmentId: null },
      ...{ blockCount: null, onlyWanted: false },
    })
    const input = planSearch(loaded, {
      ...{ now: bench.context.clock.now(), firstDay, endDay: firstDay + days, locationId: null },
      ...{ providerId: null, blockMinutes: null, request: null, serviceAddress: null, moves: false },
      overrideEligibility: false,
    })
    const working = Array.from({ length: days }, (_, i) => i).filter((i) => i % 7 < 4 || i % 7 === 6)
    const half = measure(
      withFullDays(
        input,
        working.filter((_, i) => i % 2 === 0),
      ),
    )
    const full = measure(withFullDays(input, working))
    ok(full.windows === 0 && half.windows > 0)
    const said = `${vans} vans, ${booked} visits on a full day`
    return [atMost(searchFigure, half.ms, "ms", 300, said), printed(fullFigure, full.ms, "ms", said)]
  } finally {
    await app.close()
    await bench.close()
  }
}

function measure(input: SearchInput): { ms: number; windows: number } {
  const times: number[] = []
  let windows = 0
  for (let round = 0; round <= rounds; round += 1) {
    const since = performance.now()
    const { offered } = finished(searchSteps(input))
    // The first warms up.
    if (round > 0) times.push(performance.now() - since)
    windows = new Set(offered.flatMap(({ starts }) => starts)).size
  }
  return { ms: median(times), windows }
}

/** Books windows on the first date until twelve customers in a row find none. */
async function fillDay(ask: Ask): Promise<{ typeId: number; customerId: number; booked: number }> {
  const address = { line1: "1 Main St", city: "Austin", state: "TX", postal_code: "78701", country: "US" }
  const location_id = (await ask("POST", "/locations", { name: "Depot", address, ...depot, timezone: "UTC" }))
    .id
  const { id: typeId } = await ask("POST", "/appointment-types", {
    ...{ name: "Repair", place: "at_customer", duration_minutes: 60, slot_interval_minutes: 15 },
    ...{ min_notice_minutes: 0, booking_window_days: 365, promise: { kind: "window", minutes: 120 } },
  })
  const weekly_hours = weekdays.map((weekday) => ({ location_id, weekday, start: "08:00", end: "16:00" }))
  for (let van = 1; van <= vans; van += 1)
    await ask("POST", "/providers", {
      ...{ name: `Van ${van}`, appointment_type_ids: [typeId], weekly_hours, travel },
    })
  let [booked, inVain, customerId] = [0, 0, 0]
  for (const { span, ...point } of [1, 2, 3, 4].flatMap(askersOf)) {
    if (inVain === 12) break
    customerId = (await ask("POST", "/customers", { name: "Sam Poe", address: { ...address, ...point } })).id
    const question = { appointment_type_id: typeId, customer_id: customerId }
    const found = (await ask("POST", "/slots", {
      ...question,
      ...{ start_date: "2027-03-02", end_date: "2027-03-03" },
    })) as unknown as { providers: { provider_id: number; slots: { start_time: string }[] }[] }
    const slots = found.providers.flatMap(({ provider_id, slots: of }) =>
      of.map(({ start_time }) => ({ provider_id, start_time })),
    )
    inVain = slots.length === 0 ? inVain + 1 : 0
    const chosen = slots[Math.min(slots.length - 1, span)]
    if (chosen === undefined) continue
    await ask("POST", "/appointments", { ...question, location_id, ...chosen })
    booked += 1
  }
  return { typeId, customerId, booked }
}

/** The visits of the first date on each of the days, counted from it. */
function withFullDays(input: SearchInput, working: readonly number[]): SearchInput {
  const shifted = (visit: TeamVisit, day: number): TeamVisit => {
    const by = day * minutesPerDay
    const { appointmentId, start, end, jobStart, jobEnd, window } = visit
    return {
      ...visit,
      ...{ appointmentId: appointmentId + day * 1_000, start: start + by, end: end + by },
      ...{ jobStart: jobStart + by, jobEnd: jobEnd + by },
      window: window && { start: window.start + by, end: window.end + by },
    }
  }
  const providers = input.providers.map(
    (plan): ProviderPlan => ({
      ...plan,
      busy: Int32Array.from(working.flatMap((day) => [...plan.busy].map((at) => at + day * minutesPerDay))),
      jobs: working.flatMap((day) =>
        plan.jobs.map((job) => ({
          ...job,
          start: job.start + day * minutesPerDay,
          end: job.end + day * minutesPerDay,
        })),
      ),
      ...(plan.team
        ? {
            team: {
              ...plan.team,
              visits: working.flatMap((day) => plan.team!.visits.map((visit) => shifted(visit, day))),
            },
          }
        : {}),
    }),
  )
  return { ...input, providers }
}

function askerOf(base: string, apiKey: string): Ask {
  return async (method, path, body) => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    })
    const read = (await answer.json()) as { data: never; error?: { message: string } }
    ok(answer.ok, `${method} ${path}: ${read.error?.message}`)
    return read.data
  }
}

if (import.meta.main) console.table(await run())
