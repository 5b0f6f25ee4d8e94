/**
 * Staff propose other times for a pending appointment. Each is judged as a move to it, and is kept for the customer beside
 * the time that was asked for, until the deadline.
 */

import type { z } from "zod"
import { proposeInput } from "../../../domain/model/answer-pending.ts"
import {
  type Appointment,
  appointmentView,
  type CompanyAppointment,
} from "../../../domain/model/appointment.ts"
import { crewIdsOf } from "../../../domain/model/crew.ts"
import { invalid, notFound, otherVersion, Refusal } from "../../../domain/model/errors.ts"
import { byId } from "../../../domain/model/fields.ts"
import type { Occupied, Proposal } from "../../../domain/model/pending-appointment.ts"
import type { LoadedSchedules } from "../../../domain/model/schedules.ts"
import { showSlotTimes } from "../../../domain/model/slot-search.ts"
import type { BookableTime } from "../../../domain/rules/booking/judge-booking.ts"
import {
  destinationOf,
  judgeMove,
  type MovingWish,
  serviceAddressOfMove,
} from "../../../domain/rules/booking/judge-move.ts"
import { occupiedBlocks } from "../../../domain/rules/booking/occupied.ts"
import { proposalsKeptUntil, whyNotPending } from "../../../domain/rules/booking/pending.ts"
import { clockOffsets } from "../../../domain/rules/booking/wall-clock.ts"
import { msPerMinute } from "../../../domain/time/units.ts"
import type { AppContext } from "../../context.ts"
import { findAppointment } from "../../store/appointments.ts"
import type { Db } from "../../store/pg/database.ts"
import { loadSchedules } from "../../store/schedules.ts"
import { type Call, found, operation, staff } from "../operation.ts"
import { askForLegs, LegsNotAsked, withKnownDrivingTimes } from "../shared/driving-times.ts"
import { linksAreSetUp, showAppointment } from "../shared/links.ts"
import { lockPending, requireSameProviders, takeTurns } from "../shared/lock-pending.ts"
import { recordProposals } from "../shared/record-answer.ts"
import { giveOthers } from "../shared/record-booking.ts"
import { locksOf, ResourcesChanged, requireHeld } from "../shared/resources.ts"
import { announceChange } from "../shared/texts.ts"
import { write } from "../write.ts"
import { withAlternatives } from "./alternatives.ts"
import { askCalendars, CalendarsNotAsked, requireAsked } from "./ask-calendars.ts"
import { CrewChanged, calendarsOf, mostCrews, requireLocked } from "./attempt.ts"
import { questionAround } from "./wanted-time.ts"

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
  for (let tries = 1; ; tries += 1) {
    try {
      return await proposeOnce(context, call, input, withLink)
    } catch (error) {
      const isWorthAnother = [LegsNotAsked, CalendarsNotAsked, ResourcesChanged, CrewChanged].some(
        (one) => error instanceof one,
      )
      const most = error instanceof CrewChanged ? mostCrews : mostTries
      if (tries >= most || !isWorthAnother) throw error
      if (error instanceof LegsNotAsked) await askForLegs(context, error.legs)
    }
  }
}

async function proposeOnce(
  context: AppContext,
  call: Call,
  input: ProposeInput,
  withLink: boolean,
): Promise<CompanyAppointment> {
  const seen = await readPending(context.db, call, input)
  const wishes = input.times.map((time) => wishOf(call, input, time))
  const wantedIds = wishes.map((wish) => destinationOf(seen, wish).providerId)
  const planned = await judgeAll(context, context.db, call, seen, wishes)
  const asked: number[] = []
  for (const { loaded, judged } of planned) {
    const occupied = occupiedBlocks(judged.input.type, judged.blocks)
    const calendars = calendarsOf(loaded, crewIdsOf(judged))
    asked.push(...(await askCalendars(context, call.companyId, calendars, occupied)))
  }
  const comeIds = [...wantedIds, ...planned.flatMap(({ judged }) => crewIdsOf(judged))]
  const resourceIds = planned.flatMap(({ loaded, judged }) => locksOf(loaded, judged.location.id))
  using _turns = await takeTurns(context, seen, [...comeIds, ...resourceIds])
  return await write(context, call, "propose_times", async (tx) => {
    lockPending(tx, call.companyId, seen, comeIds, resourceIds)
    const appointment = await readPending(tx, call, input)
    requireSameProviders(seen, appointment)
    const crews = planned.map((one) => crewIdsOf(one.judged))
    const judged = await judgeAll(context, tx, call, appointment, wishes, crews)
    for (const [i, { loaded, judged: to }] of judged.entries()) {
      requireLocked(crewIdsOf(to), crews[i]!)
      requireAsked(calendarsOf(loaded, crewIdsOf(to)), asked)
      requireHeld(loaded, to.location.id, resourceIds)
      await giveOthers(tx, call.companyId, to.assigned.moved)
    }
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

/**
 * In their order, so that the first one that can't be proposed is the one that is refused, with its alternatives. `crews` are
 * those whose time is locked, for each of the times.
 */
async function judgeAll(
  context: AppContext,
  db: Db,
  call: Call,
  appointment: Appointment,
  wishes: readonly MovingWish[],
  crews: readonly (readonly number[])[] = [],
): Promise<JudgedTime[]> {
  const all: JudgedTime[] = []
  for (const [i, asked] of wishes.entries()) {
    const wish = crews[i] ? { ...asked, preferredCrew: crews[i] } : asked
    const wanted = wantedBy(appointment, wish)
    const read = await loadSchedules(db, questionAround(call, wanted, 1))
    const loaded = withKnownDrivingTimes(context, read, serviceAddressOfMove(read, appointment))
    const judged = judgeMove(loaded, appointment, wish)
    if (judged instanceof Refusal) throw await withAlternatives(context, call, wanted, judged)
    all.push({ loaded: read, judged })
  }
  return all
}

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
    occupied: [...timesOfProviders(judged), ...timesOfResources(judged)],
  }
}

const timesOfProviders = ({ provider, crew, input, blocks }: BookableTime): Occupied[] =>
  [provider, ...crew].flatMap(({ id }) =>
    occupiedBlocks(input.type, blocks).map((block) => ({
      ...block,
      resourceId: id,
      isLead: id === provider.id,
      isPinned: false,
    })),
  )

const timesOfResources = ({ assigned }: BookableTime): Occupied[] =>
  assigned.taken.map(({ resourceId, start, end, until, isPinned }) => ({
    ...{ resourceId, start, end: until, jobStart: start, jobEnd: end },
    isLead: false,
    isPinned,
  }))

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
