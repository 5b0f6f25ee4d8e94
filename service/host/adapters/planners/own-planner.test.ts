/** WN-04: the built-in planner on a thread of its own. */
import { setImmediate } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { expect, it } from "vitest"
import type { Refusal } from "../../../../domain/model/errors.ts"
import type { DayPlan, DayToPlan, PlanVisit } from "../../../../domain/model/plan.ts"
import { planDay } from "../../../../domain/rules/planning/plan-day.ts"
import { createOwnPlanner } from "./own-planner.ts"

const visits = 60
const vans = 6

/** Sixty visits of half an hour, on a grid that no two of them share. */
function crowdedDay(): DayToPlan {
  const points = visits + 1
  const at = (i: number): [number, number] => [(i * 37) % 61, (i * 53) % 67]
  const minutes = Int32Array.from({ length: points * points }, (_, cell) => {
    const [[x, y], [u, v]] = [at(Math.floor(cell / points)), at(cell % points)]
    return Math.ceil(Math.hypot(x - u, y - v) / 2)
  })
  return {
    vehicles: Array.from({ length: vans }, (_, i) => ({
      ...{ id: i + 1, opening: 480, closing: 1_080, startPoint: visits, endPoint: visits, table: 0 },
      ...{ pauses: new Int32Array(0), busy: new Int32Array(0), skills: [], capacity: null },
    })),
    visits: Array.from({ length: visits }, (_, i): PlanVisit => {
      const earliest = 480 + (i % 4) * 120
      return {
        ...{ id: i + 1, point: i, minutes: 30, bufferBefore: 0, bufferAfter: 0, skills: [], load: 1 },
        ...{ earliest, latest: earliest + 120, vehicleIds: null },
      }
    }),
    tables: [{ points, minutes, setupMinutes: 0 }],
  }
}

const nothing: DayPlan = { routes: [], unplanned: [] }
const jobOf = (steps: number) => ({
  day: crowdedDay(),
  limits: { steps, untilAllPlanned: false },
  from: nothing,
})
const inProcess = (steps: number) => planDay(crowdedDay(), { steps, untilAllPlanned: false }, nothing)

it("WN-04 a plan of sixty visits is the same as in the process, which goes on meanwhile", async () => {
  let turns = 0
  let isDone = false
  const planned = createOwnPlanner()
    .plan(jobOf(300), 1)
    .finally(() => {
      isDone = true
    })
  while (!isDone) {
    await setImmediate()
    turns += 1
  }
  expect(await planned).toEqual(inProcess(300))
  expect(turns).toBeGreaterThan(10)
})

it("WN-04 the day of a thread that dies or hangs is planned by another, and those that wait lose nothing", async () => {
  const bad = ["process.exit(1)", "for (;;);"]
  const threads: string[] = []
  const startThread = () => {
    const code = bad[threads.length]
    threads.push(code ?? "good")
    if (code !== undefined)
      return new Worker(`require("node:worker_threads").parentPort.on("message", () => { ${code} })`, {
        eval: true,
      })
    return new Worker(new URL("./own-planner-thread.ts", import.meta.url), { env: {}, execArgv: [] })
  }
  const planner = createOwnPlanner({ deadlineMs: 700, startThread })
  const plans = await Promise.all([
    planner.plan(jobOf(0), 1),
    planner.plan(jobOf(1), 1),
    planner.plan(jobOf(2), 1),
  ])
  expect(plans).toEqual([inProcess(0), inProcess(1), inProcess(2)])
  expect(threads).toEqual([...bad, "good"])
})

it("WN-04 a day that no thread can plan is refused, and the next one is planned; too many that wait are refused at once", async () => {
  let broken = 3
  const startThread = () => {
    broken -= 1
    const answer = broken >= 0 ? "process.exit(1)" : "p.postMessage({ routes: [], unplanned: [7] })"
    return new Worker(
      `const p = require("node:worker_threads").parentPort; p.on("message", () => { ${answer} })`,
      {
        eval: true,
      },
    )
  }
  const planner = createOwnPlanner({ startThread })
  const asked = Array.from({ length: 60 }, () => planner.plan(jobOf(0), 1))
  const codes = (await Promise.allSettled(asked)).map((one) =>
    one.status === "fulfilled" ? one.value.unplanned.length : (one.reason as Refusal).code,
  )
  const taken = 51
  expect(codes).toEqual(["busy", ...Array(taken - 1).fill(1), ...Array(60 - taken).fill("busy")])
})
