/**
 * plan.vs_judge, plan.vs_judge_worst: the driving time of the built-in planner's plans over that of a published planner's, over
 * the 56 instances of 100 customers of Solomon (plan/solomon.txt has them with their source): the same vehicles and capacities, the
 * same whole minutes of travel, all visits served by both, one thread each. Ours are judged by the one checker of plans. The
 * judge runs beside it where Python has it (`JUDGE_PYTHON`, or `python3`); elsewhere its answers are those of plan/judged.json.
 *
 * plan.ms: what one of these plans takes, in milliseconds of the processor, warm; the median.
 */
import { equal } from "node:assert"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { checkPlan, drivingMinutes } from "../domain/rules/planning/check-plan.ts"
import { planDay } from "../domain/rules/planning/plan-day.ts"
import { atMost, type Figure, median } from "./figure.ts"
import { type Instance, solomonInstances } from "./plan/solomon.ts"

export const figures = ["plan.vs_judge", "plan.vs_judge_worst", "plan.ms"]

const steps = 3_000

interface Judged {
  judge: string
  drivingMinutes: Record<string, number | null>
}

export async function run(): Promise<Figure[]> {
  const instances = solomonInstances()
  const judged = judgeNow(instances) ?? judgedBefore()
  planDay(instances[0]!.day, { steps: steps / 10, untilAllPlanned: false })
  const planned = instances.map(({ name, day }) => {
    const began = process.cpuUsage()
    const plan = planDay(day, { steps, untilAllPlanned: false })
    const { user, system } = process.cpuUsage(began)
    equal(checkPlan(day, plan).length, 0, `${name}: the plan breaks a promise`)
    equal(plan.unplanned.length, 0, `${name}: the plan leaves visits out`)
    const theirs = judged.drivingMinutes[name]
    if (theirs == null) throw new Error(`The judge leaves visits of ${name} out`)
    return { name, ratio: drivingMinutes(day, plan) / theirs, ms: (user + system) / 1_000 }
  })
  const ratios = planned.map(({ ratio }) => ratio)
  const worst = planned.reduce((a, b) => (b.ratio > a.ratio ? b : a))
  const took = planned.map(({ ms }) => ms)
  const slowest = Math.max(...took).toFixed(0)
  return [
    atMost("plan.vs_judge", median(ratios), "×", 1.05, judged.judge),
    atMost("plan.vs_judge_worst", worst.ratio, "×", 1.15, `${judged.judge}; ${worst.name}`),
    atMost("plan.ms", median(took), "ms", 300, `${steps} steps for 100 visits; the slowest ${slowest} ms`),
  ]
}

const fileBeside = (name: string) => new URL(`plan/${name}`, import.meta.url)

const judgedBefore = (): Judged => JSON.parse(readFileSync(fileBeside("judged.json"), "utf8")) as Judged

/** Null where Python does not have the judge. */
function judgeNow(instances: readonly Instance[]): Judged | null {
  const days = instances.map(({ name, day: { vehicles, visits, tables } }) => {
    const { points, minutes } = tables[0]!
    const rows = Array.from({ length: points }, (_, i) => [...minutes.subarray(i * points, (i + 1) * points)])
    const { closing, capacity } = vehicles[0]!
    return { name, vehicles: vehicles.length, capacity, closing, visits, minutes: rows }
  })
  const python = process.env.JUDGE_PYTHON ?? "python3"
  const { status, stdout } = spawnSync(python, [fileBeside("judge.py").pathname], {
    input: JSON.stringify(days),
    encoding: "utf8",
    maxBuffer: 1 << 24,
  })
  return status === 0 ? (JSON.parse(stdout) as Judged) : null
}

if (import.meta.main) console.table(await run())
