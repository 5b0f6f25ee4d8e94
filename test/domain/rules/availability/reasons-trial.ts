/** Reasons against their judge, on random schedules. */
import fc from "fast-check"
import type { Reason } from "../../../../domain/model/slot-explanation.ts"
import {
  type CauseKind,
  type ReasonCause,
  type ReasonCode,
  reasonTable,
} from "../../../../domain/model/slot-reasons.ts"
import { planExplanation } from "../../../../domain/rules/availability/explain-slots.ts"
import { explainDay } from "../../../../domain/rules/availability/explain-starts.ts"
import { localDay } from "../../../../domain/time/local-time.ts"
import { zoneTable } from "../../../../domain/time/zone-table.ts"
import { loadedOf, type RandomSchedule, randomSchedule, wishOf } from "./random-schedule.ts"
import { isAllowed } from "./reasons-oracle.ts"

export interface Tried {
  schedules: number
  starts: number
  offered: number
  /** How often each reason was given. */
  given: Map<ReasonCode, number>
  /** A sentence for each wrong answer. */
  wrong: string[]
}

/** Half of them with jobs of several days. */
export function tryReasons(schedules: number, seed: number): Tried {
  const tried: Tried = { schedules, starts: 0, offered: 0, given: new Map(), wrong: [] }
  const half = Math.ceil(schedules / 2)
  for (const kind of ["one day", "several days"] as const) {
    for (const schedule of fc.sample(randomSchedule(kind), { numRuns: half, seed })) tryOne(schedule, tried)
  }
  return tried
}

function tryOne(schedule: RandomSchedule, tried: Tried): void {
  const loaded = loadedOf(schedule)
  const explained = planExplanation(loaded, wishOf(schedule), loaded.explainedLocations[0]!)
  const zone = zoneTable(explained.location.zone)
  for (const start of schedule.starts) {
    const [answer] = [...explainDay(explained, localDay(zone, start), [start])]
    const { isOffered, reasons } = answer!
    tried.starts += 1
    if (isOffered) tried.offered += 1
    for (const { code, causes } of reasons) {
      const strange = causes.find(({ kind }) => !reasonTable[code].causes.includes(kind))
      if (causes.length === 0 || strange) tried.wrong.push(`${code} has ${strange?.kind ?? "no"} cause`)
      tried.given.set(code, (tried.given.get(code) ?? 0) + 1)
    }
    const problem = whatIsWrong(schedule, start, isOffered, reasons)
    if (problem) tried.wrong.push(`${problem}: ${JSON.stringify({ start, reasons, schedule })}`)
  }
}

function whatIsWrong(
  schedule: RandomSchedule,
  start: number,
  isOffered: boolean,
  reasons: readonly Reason[],
): string | null {
  if (isOffered !== (reasons.length === 0)) return "offered and reasons do not fit"
  if (isAllowed(schedule, start, []) !== isOffered) return "the oracle judges otherwise"
  if (!isAllowed(schedule, start, reasons)) return "not allowed with all records lifted"
  const needless = recordsIn(reasons).find((record) => isAllowed(schedule, start, without(reasons, record)))
  return needless ? `${needless} is not needed` : null
}

/** The records that the reasons name, each once: a record that several of them name is lifted for all. */
const recordsIn = (reasons: readonly Reason[]): string[] => [
  ...new Set(reasons.flatMap(({ code, causes }) => causes.map((cause) => recordOf(code, cause)))),
]

const recordOf = (code: ReasonCode, { kind, id, from, to, leg, value }: ReasonCause): string => {
  if (leg !== undefined && kind === "provider") return "home"
  if (kind === "weekly_hours" || kind === "date_override") return `hours ${from} ${to}`
  if (kind === "resource") return `resource ${value}`
  return rowKinds.has(kind) ? `${kind} ${id}` : code
}

const rowKinds = new Set<CauseKind>(["time_off", "appointment", "calendar"])

const without = (reasons: readonly Reason[], record: string): Reason[] =>
  reasons.flatMap((reason) => {
    const causes = reason.causes.filter((cause) => recordOf(reason.code, cause) !== record)
    return causes.length === 0 ? [] : [{ ...reason, causes }]
  })
