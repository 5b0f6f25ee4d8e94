/**
 * quality.windows_vs_exact: the visits of five vans on a day of 60 asking customers (quality/window-days.ts states how they
 * choose) with two-hour windows, over those with exact starts on a grid of 15 minutes: ten days each, booked through the service
 * over HTTP. quality.drive_ratio: the minutes on the road a visit, windows over exact starts, the day of windows planned anew at
 * its end, as staff do before it is fixed. quality.drive_as_booked: the same without that, without a goal.
 *
 * quality.vs_hindsight: the visits with windows over the most that a planner serves who knows all customers before, each in the span
 * that was booked, else wanted; it is the built-in one with fifty times the steps.
 *
 * quality.broken_windows: visits that are planned to start outside what was promised.
 */
import { ok } from "node:assert"
import { openCompany } from "../service/people/operator.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import type { Figure } from "./figure.ts"
import { atLeast, atMost, printed } from "./figure.ts"
import { askersOf, bookDay, type ServedDay } from "./quality/window-days.ts"

export const figures = [
  "quality.windows_vs_exact",
  "quality.drive_ratio",
  "quality.drive_as_booked",
  "quality.vs_hindsight",
  "quality.broken_windows",
]

const days = 10

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(10)
  const app = benchApi(bench.context)
  try {
    const base = await app.listen({ host: "127.0.0.1", port: 0 })
    const measured = { start: [] as ServedDay[], window: [] as ServedDay[] }
    for (let seed = 1; seed <= days; seed += 1) {
      for (const kind of ["start", "window"] as const) {
        const company = {
          mode: "live",
          name: `${kind} ${seed}`,
          timezone: "UTC",
          slug: null,
          phone: null,
        } as const
        const { apiKey } = await openCompany(bench.context, company)
        measured[kind].push(await bookDay(callerOf(base, apiKey), askersOf(seed), kind))
      }
    }
    return figuresOf(measured)
  } finally {
    await app.close()
    await bench.close()
  }
}

function figuresOf({ start, window }: Record<"start" | "window", readonly ServedDay[]>): Figure[] {
  const sum = (of: readonly ServedDay[], value: (day: ServedDay) => number) =>
    of.reduce((all, day) => all + value(day), 0)
  const served = (of: readonly ServedDay[]) => sum(of, (day) => day.served)
  const eachExact = sum(start, (day) => day.driving) / served(start)
  const [booked, anew] = [(day: ServedDay) => day.driving, (day: ServedDay) => day.drivingAnew].map(
    (driving) => sum(window, driving) / served(window),
  ) as [number, number]
  const exact = `${(served(start) / days).toFixed(1)} exact starts a day at ${eachExact.toFixed(1)} min of driving each`
  const windows = `${(served(window) / days).toFixed(1)} visits with windows`
  const hindsight = sum(window, (day) => day.inHindsight)
  return [
    atLeast("quality.windows_vs_exact", served(window) / served(start), "×", 1.25, `${exact}; ${windows}`),
    atMost(
      "quality.drive_ratio",
      anew / eachExact,
      "×",
      0.75,
      `${exact}; ${anew.toFixed(1)} min with windows, planned anew`,
    ),
    printed(
      "quality.drive_as_booked",
      booked / eachExact,
      "×",
      `${exact}; ${booked.toFixed(1)} min as booked`,
    ),
    atLeast(
      "quality.vs_hindsight",
      served(window) / hindsight,
      "share",
      0.9,
      `${(hindsight / days).toFixed(1)} visits by the built-in planner that knows all before, 10,000 steps`,
    ),
    atMost(
      "quality.broken_windows",
      sum(window, (day) => day.broken),
      "visits",
      0,
      windows,
    ),
  ]
}

function callerOf(base: string, apiKey: string) {
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const read = (await answer.json()) as { data: never; error?: { message: string } }
    ok(answer.ok, `${method} ${path}: ${read.error?.message}`)
    return read as Record<string, never> & { data: never }
  }
}

if (import.meta.main) console.table(await run())
