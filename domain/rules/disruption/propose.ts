/**
 * The proposals for all appointments that a broken day hits. Starts are chosen together (`assign.ts`); windows are planned on
 * the team's day without the outage (`team-plan.ts`). Staff's settings are kept, and judged as all else is. Applying asks
 * the same question with every time set, so that nothing is written that would not be proposed.
 */
import type { Appointment } from "../../model/appointment.ts"
import type { SearchInput } from "../../model/availability.ts"
import { crewIdsOf } from "../../model/crew.ts"
import {
  besideOf,
  type KeptPlan,
  type Proposal,
  type ProposedTime,
  type UnplacedReason,
} from "../../model/disruption.ts"
import { msPerMinute } from "../../time/units.ts"
import { planSearch } from "../availability/plan-search.ts"
import { blockMinutesOf, serviceAddressOfMove } from "../booking/judge-move.ts"
import type { PlannedChange } from "../planning/windows.ts"
import {
  type Decided,
  type HitAppointment,
  isWindowOf,
  NotOffered,
  type OpenHit,
  type ProposeOptions,
} from "./hits.ts"
import { decideStarts } from "./starts.ts"
import { decideWindows } from "./windows.ts"

export interface Proposed {
  proposals: Proposal[]
  decided: ReadonlyMap<number, Decided>
  plans: KeptPlan[]
  /** The changes of visits that keep their promise, those that are hit and others. */
  changes: PlannedChange[]
}

export function* propose(
  hits: readonly HitAppointment[],
  options: ProposeOptions,
): Generator<void, Proposed | NotOffered> {
  const reasons = new Map(hits.map((hit) => [hit.appointment.id, whyNot(hit, options.now)]))
  const open = hits.flatMap((hit) => {
    if (reasons.get(hit.appointment.id) !== null) return []
    const setting = hit.setting?.action === "move" ? hit.setting : null
    return { ...hit, setting, input: searchOf(hit, options) }
  })
  const starts = yield* decideStarts(open.filter(promisesStart), options)
  if (starts instanceof NotOffered) return starts
  const visits = open.filter((hit) => !promisesStart(hit))
  const windows = yield* decideWindows(visits, [...starts.values()], options)
  if (windows instanceof NotOffered) return windows
  const decided = new Map<number, Decided>([...starts, ...windows.decided])
  return {
    decided,
    plans: windows.plans,
    changes: windows.changes,
    proposals: hits.map((hit) => proposalOf(hit, reasons.get(hit.appointment.id)!, decided)),
  }
}

const promisesStart = ({ input }: OpenHit) => input.type.windowMinutes == null

function searchOf(
  { appointment, loaded }: HitAppointment,
  { now, firstDay, endDay }: ProposeOptions,
): SearchInput {
  return planSearch(loaded, {
    ...{ now, firstDay, endDay, locationId: null, providerId: null },
    blockMinutes: blockMinutesOf(appointment),
    request: loaded.request,
    serviceAddress: serviceAddressOfMove(loaded, appointment),
    moves: true,
    overrideEligibility: false,
  })
}

/** `left` for what staff leave. */
function whyNot(
  { appointment, loaded, setting }: HitAppointment,
  now: number,
): UnplacedReason | "left" | null {
  if (setting?.action === "leave") return "left"
  if (setting?.action === "offer_link") return "asked"
  if (appointment.status === "pending") return "pending"
  if (!loaded.type) return "none_free"
  // A window that has begun can still be kept; nothing that has a start can.
  if (appointment.start_at.getTime() <= now && !isWindowOf(appointment, loaded)) return "started"
  return null
}

const minute = (at: Date) => at.getTime() / msPerMinute

/** The present time of the appointment. */
const wasOf = (appointment: Appointment): ProposedTime => ({
  providerId: appointment.provider_id,
  ...besideOf(crewIdsOf({ crew: appointment.crew ?? [] })),
  locationId: appointment.location_id,
  start: minute(appointment.start_at),
  end: minute(appointment.end_at),
  plannedStart:
    appointment.work_minutes !== null && appointment.planned_start_at !== null
      ? minute(appointment.planned_start_at)
      : null,
})

function proposalOf(
  { appointment, loaded }: HitAppointment,
  reason: UnplacedReason | "left" | null,
  all: ReadonlyMap<number, Decided>,
): Proposal {
  const decided = all.get(appointment.id)
  const unplaced = reason === "left" ? null : (reason ?? (decided ? null : "none_free"))
  return {
    appointmentId: appointment.id,
    version: appointment.version,
    outcome: reason === "left" ? "left" : unplaced ? "unplaced" : decided!.isTold ? "told" : "kept",
    reason: unplaced,
    was: wasOf(appointment),
    isWindow: isWindowOf(appointment, loaded),
    proposed: decided?.time ?? null,
    alternatives: decided?.alternatives ?? [],
    applied: null,
  }
}
