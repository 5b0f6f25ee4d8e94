/**
 * Staff propose other times for a pending appointment. Each is judged as a move to it, and is kept for the customer beside
 * the time that was asked for, until the deadline.
 */

import type { z } from "zod"
import { proposeInput } from "../../domain/model/answer-pending.ts"
import { type Appointment, appointmentView, type CompanyAppointment } from "../../domain/model/appointment.ts"
import { invalid, notFound, otherVersion, Refusal } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import type { Occupied, Proposal } from "../../domain/model/pending-appointment.ts"
import { showSlotTimes } from "../../domain/model/slot-search.ts"
import {
  destinationOf,
  judgeMove,
  type MovingWish,
  serviceAddressOfMove,
} from "../../domain/rules/booking/judge-move.ts"
import { proposalsKeptUntil, whyNotPending } from "../../domain/rules/booking/pending.ts"
import { clockOffsets } from "../../domain/rules/booking/wall-clock.ts"
import { occupiedRows, proposedPlan, rowsOfProviders } from "../../domain/rules/planning/planned-time.ts"
import { plansTogether, withPlan } from "../../domain/rules/planning/with-plan.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { findOccupied } from "../ledger/kept-allocations.sql.ts"
import { locksOfPending, requireSameProviders } from "../ledger/lock-pending.ts"
import { announceChange } from "../messages/announce.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { withKnownDrivingTimes } from "../slots/driving-times.ts"
import { loadPlanned } from "../slots/planned-team.ts"
import { withAlternatives } from "../taking/alternatives.ts"
import { type Judged, type JudgedSeat, type Known, seatOf } from "../taking/plan-parts.ts"
import { recordProposals } from "../taking/record-answer.ts"
import { giveOthers } from "../taking/record-booking.ts"
import { rewritePlan } from "../taking/rewrite-plan.ts"
import { type Taking, takeTime } from "../taking/take-time.ts"
import { questionAround, type WantedTime } from "../taking/wanted-time.ts"

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

async function propose(context: AppContext, call: Call, input: ProposeInput): Promise<CompanyAppointment> {
  const withLink = await linksAreSetUp(context, call)
  return takeTime(context, call, async () => {
    const seen = await readPending(context.db, call, input)
    return takingOf(context, call, { input, seen, withLink })
  })
}

interface Proposing {
  input: ProposeInput
  seen: Appointment
  withLink: boolean
}

/** All times are taken for the one appointment, beside the one that was asked for. */
function takingOf(
  context: AppContext,
  call: Call,
  { input, seen, withLink }: Proposing,
): Taking<ReadTimes, null, CompanyAppointment> {
  const wishes = input.times.map((time) => wishOf(call, input, time))
  const [first, ...others] = wishes.map((wish) => wantedBy(seen, wish))
  /** The one that was judged last: where it is refused, its alternatives are proposed. */
  let judging: WantedTime = first!
  return {
    operation: "propose_times",
    parts: [first!, ...others],
    together: "all",
    locks: locksOfPending(
      seen,
      wishes.map((wish) => destinationOf(seen, wish).providerId),
    ),
    async judge(db, known) {
      const appointment = await readPending(db, call, input)
      if (known.isLocked) requireSameProviders(seen, appointment)
      const parts = await judgeAll(context, db, { call, appointment, wishes, known }, (wanted) => {
        judging = wanted
      })
      judging = first!
      return { parts, appointment, request: null }
    },
    read: async () => null,
    refused: (error) => withAlternatives(context, call, judging, error),
    async record(tx, { appointment, parts }) {
      for (const { judged } of parts) await giveOthers(tx, call.companyId, judged.assigned.moved)
      await rewritePlan(tx, call, plansTogether(parts.map(({ judged }) => judged.planned?.changes ?? [])))
      const proposals = parts.map((one, i) => proposalOf(appointment, one, i))
      const keptUntil = keptUntilOf(call, input, appointment, parts)
      const proposed = await recordProposals(tx, call, appointment, { proposals, keptUntil })
      await announceChange(tx, context, call, proposed, { silent: input.silent_channels })
      return {
        result: showAppointment(context, proposed, withLink),
        targetId: proposed.id,
        fields: ["proposals", ...Object.keys(input)],
        customerId: proposed.customer_id,
      }
    },
  }
}

interface ReadTimes extends Judged {
  parts: readonly JudgedSeat[]
  appointment: Appointment
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

interface JudgingAll {
  call: Call
  appointment: Appointment
  wishes: readonly MovingWish[]
  known: Known
}

/** In their order, so that the first one that can't be proposed is the one that is refused. Throws its refusal. */
async function judgeAll(
  context: AppContext,
  db: Db,
  { call, appointment, wishes, known }: JudgingAll,
  begin: (wanted: WantedTime) => void,
): Promise<JudgedSeat[]> {
  const all: JudgedSeat[] = []
  const { companyId, now } = call
  const { isLocked } = known
  let asked: readonly Occupied[] | null = null
  for (const [key, asking] of wishes.entries()) {
    const planned = {
      known: known.plans.get(key) ?? null,
      preferredCrew: known.crews.get(key) ?? [],
      isLocked,
    }
    const wish = isLocked ? { ...asking, ...planned } : asking
    const wanted = wantedBy(appointment, wish)
    begin(wanted)
    const read = await loadPlanned(db, questionAround(call, wanted, 1), { now, isLocked, planning: known })
    let around = read
    if (read.type?.window_minutes != null) {
      asked ??= appointment.asked_time ?? (await findOccupied(db, companyId, appointment.id))
      around = withPlan(read, asPlanned(asked, all))
    }
    const loaded = withKnownDrivingTimes(context, around, serviceAddressOfMove(read, appointment))
    const judged = judgeMove(loaded, appointment, wish)
    if (judged instanceof Refusal) throw judged
    all.push(seatOf(key, wanted, read, judged))
  }
  return all
}

/** No plan may take what is kept: the time that was asked for, and that of the windows before. */
const asPlanned = (asked: readonly Occupied[], windows: readonly JudgedSeat[]) => ({
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
function proposalOf({ version }: Appointment, { judged }: JudgedSeat, index: number): Proposal {
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
  judged: readonly JudgedSeat[],
): Date {
  const starts = judged.map(({ judged: { blocks } }) => new Date(blocks[0]!.start * msPerMinute))
  const wish = { until: until === undefined ? null : Date.parse(until), now }
  const keptUntil = proposalsKeptUntil(wish, judged[0]!.loaded.type!, [appointment.start_at, ...starts])
  if (keptUntil.getTime() <= now) throw invalid("until", "expected a time to come")
  return keptUntil
}
