/**
 * Staff propose other times for a pending appointment. Each is judged as a move to it, and is kept for the customer beside
 * the time that was asked for, until the deadline.
 */

import type { z } from "zod"
import { proposeInput } from "../../domain/model/answer-pending.ts"
import { type Appointment, appointmentView, type CompanyAppointment } from "../../domain/model/appointment.ts"
import { crewIdsOf } from "../../domain/model/crew.ts"
import { invalid, notFound, otherVersion, Refusal } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import type { Occupied, Proposal } from "../../domain/model/pending-appointment.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { showSlotTimes } from "../../domain/model/slot-search.ts"
import type { BookableTime } from "../../domain/rules/booking/judge-booking.ts"
import {
  destinationOf,
  judgeMove,
  type MovingWish,
  serviceAddressOfMove,
} from "../../domain/rules/booking/judge-move.ts"
import { proposalsKeptUntil, whyNotPending } from "../../domain/rules/booking/pending.ts"
import { clockOffsets } from "../../domain/rules/booking/wall-clock.ts"
import {
  occupiedRows,
  proposedPlan,
  rowsOfProviders,
  takenTimes,
} from "../../domain/rules/planning/planned-time.ts"
import { plansTogether, withPlan } from "../../domain/rules/planning/with-plan.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { locksOf, ResourcesChanged, requireHeld } from "../company/change-resource.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { findOccupied } from "../ledger/kept-allocations.sql.ts"
import { lockPending, requireSameProviders, takeTurns } from "../ledger/lock-pending.ts"
import { announceChange } from "../messages/announce.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import { askForLegs, LegsNotAsked, withKnownDrivingTimes } from "../slots/driving-times.ts"
import { loadPlanned, type Planning, TeamNotLocked, teamOf } from "../slots/planned-team.ts"
import { isOfTime, withAlternatives } from "../taking/alternatives.ts"
import { type AskedCalendars, askCalendars, calendarsOf, requireAsked } from "../taking/ask-calendars.ts"
import { CrewChanged, mostCrews, PlanChanged } from "../taking/judge-steadily.ts"
import { minutesAroundPlan, requireLocked } from "../taking/plan-parts.ts"
import { recordProposals } from "../taking/record-answer.ts"
import { giveOthers } from "../taking/record-booking.ts"
import { rewritePlan } from "../taking/rewrite-plan.ts"
import { questionAround } from "../taking/wanted-time.ts"

export const proposeTimes = operation({
  name: "propose_times",
  summary: "Propose other times for a pending appointment",
  description:
    "Up to three, each of which must be one that a move of it could take. They are kept for the customer until `answer_by`, " +
    "beside the time that was asked for, which staff may still confirm; the customer chooses one by the link, or on the phone " +
    "through `confirm` with its `proposal_id`. Unanswered ones end as declined. Raises no event.",
  noun: "Appointments",
  roles: staff,
  refusals: [
    "address_needed",
    "address_not_found",
    "appointment_not_pending",
    "calendar_unavailable",
    "customer_busy",
    "out_of_service_area",
    "slot_taken",
    "time_not_offered",
    "version_conflict",
  ],
  params: byId,
  body: proposeInput,
  result: appointmentView,
  secret: true,
  run: (context, call, input) => propose(context, call, input),
})

type ProposeInput = z.output<typeof proposeInput> & { id: number }

/** As often as a booking asks again for what turned out to be missing under the locks. */
const mostTries = 3

async function propose(context: AppContext, call: Call, input: ProposeInput) {
  const withLink = await linksAreSetUp(context, call)
  const planning: Planning = { team: null }
  for (let tries = 1; ; tries += 1) {
    try {
      return await proposeOnce(context, call, input, { withLink, planning })
    } catch (error) {
      const isWorthAnother = worthAnother.some((one) => error instanceof one)
      const isPlanned = error instanceof CrewChanged || error instanceof PlanChanged
      if (tries >= (isPlanned ? mostCrews : mostTries) || !isWorthAnother)
        throw await withOtherTimes(context, call, input, error)
      if (error instanceof LegsNotAsked) await askForLegs(context, error.legs)
    }
  }
}

/** A time that was taken since it was judged, or that a calendar rules out: alternatives to the first. */
async function withOtherTimes(context: AppContext, call: Call, input: ProposeInput, error: unknown) {
  if (!(error instanceof Refusal) || !isOfTime(error) || error.details?.alternatives !== undefined)
    return error
  const appointment = await readPending(context.db, call, input)
  return withAlternatives(context, call, wantedBy(appointment, wishOf(call, input, input.times[0]!)), error)
}

const worthAnother = [LegsNotAsked, ResourcesChanged, CrewChanged, PlanChanged, TeamNotLocked]

async function proposeOnce(
  context: AppContext,
  call: Call,
  input: ProposeInput,
  { withLink, planning }: { withLink: boolean; planning: Planning },
): Promise<CompanyAppointment> {
  const seen = await readPending(context.db, call, input)
  const wishes = input.times.map((time) => wishOf(call, input, time))
  const wantedIds = wishes.map((wish) => destinationOf(seen, wish).providerId)
  const planned = await judgeAll(context, context.db, { call, appointment: seen, wishes, planning })
  const asked: AskedCalendars[] = []
  for (const { loaded, judged } of planned) {
    const taken = takenTimes(judged)
    const around = judged.planned ? minutesAroundPlan : 0
    asked.push(await askCalendars(context, call.companyId, calendarsOf(loaded, taken), taken, around))
  }
  planning.team = teamOfAll(planned)
  const teamIds = planning.team?.providerIds ?? []
  const comeIds = [...wantedIds, ...teamIds, ...planned.flatMap(({ judged }) => crewIdsOf(judged))]
  const resourceIds = planned.flatMap(({ loaded, judged }) => locksOf(loaded, judged.location.id))
  using _turns = await takeTurns(context, seen, [...comeIds, ...resourceIds])
  return await write(context, call, "propose_times", async (tx) => {
    lockPending(tx, call.companyId, seen, comeIds, resourceIds)
    const appointment = await readPending(tx, call, input)
    requireSameProviders(seen, appointment)
    const before = planned.map(({ judged }) => judged)
    const judged = await judgeAll(context, tx, { call, appointment, wishes, planning, before })
    for (const [i, { loaded, judged: to }] of judged.entries()) {
      requireLocked(crewIdsOf(to), [...crewIdsOf(before[i]!), ...teamIds])
      const taken = takenTimes(to)
      requireAsked(calendarsOf(loaded, taken), taken, asked.flat(), call.now)
      requireHeld(loaded, to.location.id, resourceIds)
      await giveOthers(tx, call.companyId, to.assigned.moved)
    }
    await rewritePlan(tx, call, plansTogether(judged.map(({ judged: to }) => to.planned?.changes ?? [])))
    const proposals = judged.map((one, i) => proposalOf(appointment, one, i))
    const keptUntil = keptUntilOf(call, input, appointment, judged)
    const proposed = await recordProposals(tx, call, appointment, { proposals, keptUntil })
    await announceChange(tx, context, call, proposed, { silent: input.silent_channels })
    return {
      result: showAppointment(context, proposed, withLink),
      targetId: proposed.id,
      fields: ["proposals", ...Object.keys(input)],
      customerId: proposed.customer_id,
    }
  })
}

/** Null where starts are proposed. */
function teamOfAll(planned: readonly JudgedTime[]): Planning["team"] {
  const [first] = planned
  return first?.judged.planned ? teamOf(first) : null
}

const wishOf = (
  { now }: Call,
  { override_eligibility = false }: ProposeInput,
  { start_time, provider_id, location_id }: ProposeInput["times"][number],
): MovingWish => ({
  now,
  startMinute: Date.parse(start_time) / msPerMinute,
  durationMinutes: null,
  endMs: null,
  providerId: provider_id ?? null,
  locationId: location_id ?? null,
  overrideEligibility: override_eligibility,
})

/** Throws when the appointment is unknown, has another version, or does not wait for an answer. */
async function readPending(db: Db, call: Call, input: ProposeInput): Promise<Appointment> {
  const appointment = found(await findAppointment(db, call.companyId, input.id), notFound("appointment"))
  const refusal = otherVersion(appointment, input.if_version) ?? whyNotPending(appointment, call.now)
  if (refusal) throw refusal
  return appointment
}

interface JudgedTime {
  loaded: LoadedSchedules
  judged: BookableTime
}

interface JudgingAll {
  call: Call
  appointment: Appointment
  wishes: readonly MovingWish[]
  planning: Planning
  /** Under the locks: as they were judged before them. */
  before?: readonly BookableTime[]
}

/** In their order, so that the first one that can't be proposed is the one that is refused, with its alternatives. */
async function judgeAll(
  context: AppContext,
  db: Db,
  { call, appointment, wishes, planning, before }: JudgingAll,
): Promise<JudgedTime[]> {
  const all: JudgedTime[] = []
  const { companyId, now } = call
  let asked: readonly Occupied[] | null = null
  for (const [i, asking] of wishes.entries()) {
    const wish = before ? { ...asking, ...plannedBefore(before[i]!) } : asking
    const wanted = wantedBy(appointment, wish)
    const isLocked = before !== undefined
    const read = await loadPlanned(db, questionAround(call, wanted, 1), { now, isLocked, planning })
    let around = read
    if (read.type?.window_minutes != null) {
      asked ??= appointment.asked_time ?? (await findOccupied(db, companyId, appointment.id))
      around = withPlan(read, asPlanned(asked, all))
    }
    const loaded = withKnownDrivingTimes(context, around, serviceAddressOfMove(read, appointment))
    const judged = judgeMove(loaded, appointment, wish)
    if (judged instanceof Refusal) throw await withAlternatives(context, call, wanted, judged)
    all.push({ loaded: read, judged })
  }
  return all
}

const plannedBefore = ({ crew, planned }: BookableTime) =>
  planned ? { known: planned.plan, isLocked: true } : { preferredCrew: crewIdsOf({ crew }) }

/** No plan may take what is kept: the time that was asked for, and that of the windows before. */
const asPlanned = (asked: readonly Occupied[], windows: readonly JudgedTime[]) => ({
  changes: plansTogether(windows.map(({ judged }) => judged.planned?.changes ?? [])),
  kept: [...asked, ...windows.flatMap(({ judged }) => rowsOfProviders(judged))],
})

const wantedBy = (appointment: Appointment, wish: MovingWish) => ({
  customerId: appointment.customer_id,
  typeId: appointment.appointment_type_id,
  ...destinationOf(appointment, wish),
  startMinute: wish.startMinute,
  requestId: appointment.scheduling_request_id,
  overrideEligibility: wish.overrideEligibility,
  moved: appointment,
})

/** Ids by the version, so that none is of a time that was proposed before. */
function proposalOf({ version }: Appointment, { judged }: JudgedTime, index: number): Proposal {
  const { provider, crew, location, blocks } = judged
  const shown = showSlotTimes(blocks)
  return {
    id: version * 10 + index + 1,
    start_time: shown.start_time,
    end_time: shown.end_time,
    blocks: shown.blocks,
    provider: { id: provider.id, name: provider.name },
    ...(crew.length === 0 ? {} : { crew: crew.map(({ id, name }) => ({ id, name })) }),
    location: { id: location.id, name: location.name },
    timezone: location.zone,
    clock_offsets: clockOffsets(location.zone, blocks),
    occupied: occupiedRows(judged),
    ...proposedPlan(judged),
  }
}

/** Throws where nothing would be kept. */
function keptUntilOf(
  { now }: Call,
  { until }: ProposeInput,
  appointment: Appointment,
  judged: readonly JudgedTime[],
): Date {
  const starts = judged.map(({ judged: { blocks } }) => new Date(blocks[0]!.start * msPerMinute))
  const wish = { until: until === undefined ? null : Date.parse(until), now }
  const keptUntil = proposalsKeptUntil(wish, judged[0]!.loaded.type!, [appointment.start_at, ...starts])
  if (keptUntil.getTime() <= now) throw invalid("until", "expected a time to come")
  return keptUntil
}
