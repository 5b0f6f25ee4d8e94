/**
 * Why a start lacks others who come beside the provider. What is lifted for the provider is lifted for them too: an
 * appointment that is moved away frees all who were to come to it.
 */
import type { Day, LocationPlan, Minute, ProviderLocation, ProviderPlan } from "../../model/availability.ts"
import type { ExplainedProvider, ScheduleRow } from "../../model/schedules.ts"
import type { Reason } from "../../model/slot-explanation.ts"
import { normalized } from "../../time/intervals.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { blocksAnyway, isFreeAt, type ProviderTime } from "./blocks.ts"
import { couldComeTo } from "./eligible-locations.ts"
import { type Explained, isRowOf, isStartOf, type LiftedTime, pairsOf } from "./lifted-time.ts"
import { judgedTime } from "./provider-time.ts"

/** `lifted` is the provider's time without the obstacles; `isLeft` tells which records stay without them. */
export function crewReason(
  explained: Explained,
  lifted: LiftedTime,
  isLeft: (row: ScheduleRow) => boolean,
  start: Minute,
): Reason[] {
  const { input, provider, crew = [] } = explained
  const needed = (input.type.crew ?? 1) - 1
  // Rooms are not lifted, and say nothing of who can come. Without a next working day it is unknown when it would go on.
  const blocks = needed === 0 ? null : blocksAnyway(lifted.time, start)
  if (blocks === null) return []
  const location: LocationPlan = {
    ...explained.location,
    closed: normalized(pairsOf(lifted.timeOff.filter(({ isOfCompany }) => isOfCompany))),
  }
  const day = localDay(zoneTable(location.zone), start)
  const plans = crew.map((one) => withoutRows(one, isLeft))
  const able = couldComeTo({ ...input, providers: plans }, location)
  const isFree = new Set(
    able.filter((at) => isFreeAt(timeOf(explained, at, day), blocks)).map((at) => at.provider.id),
  )
  if (isFree.size >= needed) return []
  const missing = able.filter((at) => !isFree.has(at.provider.id) && at.provider.id !== provider.id)
  return [
    {
      code: "crew_short",
      causes: [
        { kind: "appointment_type", id: input.type.id, value: needed + 1 },
        ...missing.map((at) => ({ kind: "provider" as const, id: at.provider.id })),
      ],
    },
  ]
}

type Days = Map<string, ProviderTime>

/** The days of providers from whom nothing is lifted: they are the same for all starts. */
const known = new WeakMap<Explained, WeakMap<ProviderPlan, Days>>()

/** The time of another provider on the day, made once where nothing of theirs is lifted. */
function timeOf(explained: Explained, at: ProviderLocation, day: Day): ProviderTime {
  const { input, crew = [] } = explained
  const make = () => judgedTime(input, at, { firstDay: day, endDay: day + 1 })
  if (!crew.some(({ plan }) => plan === at.provider)) return make()
  const ofAll = known.get(explained) ?? new WeakMap<ProviderPlan, Days>()
  known.set(explained, ofAll)
  const days: Days = ofAll.get(at.provider) ?? new Map()
  ofAll.set(at.provider, days)
  const key = `${day} ${at.location.closed?.join()}`
  const time = days.get(key) ?? make()
  days.set(key, time)
  return time
}

/** The provider as if the records were not there that are not left. */
export function withoutRows(
  { plan, occupying, timeOff }: ExplainedProvider,
  isLeft: (row: ScheduleRow) => boolean,
): ProviderPlan {
  const gone = occupying.filter((row) => !isLeft(row))
  const offLeft = timeOff.filter(isLeft)
  if (gone.length === 0 && offLeft.length === timeOff.length) return plan
  return {
    ...plan,
    timeOff: pairsOf(offLeft),
    busy: normalized(pairsOf(occupying.filter(isLeft))),
    typeStarts: plan.typeStarts.filter((start) => !gone.some((row) => isStartOf(row, start))),
    jobs: plan.jobs.filter((job) => !gone.some((row) => isRowOf(row, job))),
  }
}
