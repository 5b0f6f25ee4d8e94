/** Lets two appointments change places: each takes the start, the provider and the location of the other, or neither moves. */
import type { Appointment, CompanyAppointment } from "../../domain/model/appointment.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { invalid, notFound } from "../../domain/model/errors.ts"
import { type SwapInput, type Swapped, swapInput, swappedView } from "../../domain/model/swap.ts"
import { crewOf } from "../../domain/model/type-needs.ts"
import { whyToldAtOnce } from "../../domain/rules/booking/held-messages.ts"
import type { MovingWish } from "../../domain/rules/booking/judge-move.ts"
import { whyNotSwapped } from "../../domain/rules/booking/may-change.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { locksOf } from "../company/change-resource.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { announceChange } from "../messages/announce.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks, showAppointment } from "../platform/links.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { requireTold } from "../platform/tell-first.ts"
import type { Written } from "../platform/write.ts"
import { ProviderChanged } from "../taking/judge-steadily.ts"
import { keepBefore, keepForUndo } from "../taking/keep-for-undo.ts"
import { type Judged, type JudgedSeat, seatOf } from "../taking/plan-parts.ts"
import { moveAppointment } from "../taking/record-change.ts"
import { type Taking, takeTime } from "../taking/take-time.ts"
import { freeAllocations } from "../taking/write-allocations.ts"
import { judge, type ReadMove, readMovable, wantedBy, withMoved, withMovedOfOthers } from "./moving.ts"

export const swapAppointments = operation({
  name: "swap_appointments",
  summary: "Swap two appointments",
  description:
    "Each takes the start, the provider and the location of the other and keeps its own length: judged as two moves at once, both or " +
    "none, and both customers are told. `alternatives` of a refusal are for `a`. Neither a seat of a class nor a promised window can be swapped. The same call again swaps them " +
    "back; under an Idempotency-Key it does not.",
  noun: "Appointments",
  roles: staff,
  refusals: [
    "address_needed",
    "address_not_found",
    "appointment_not_scheduled",
    "appointment_started",
    "calendar_unavailable",
    "customer_busy",
    "not_found",
    "out_of_service_area",
    "slot_taken",
    "time_not_offered",
  ],
  events: ["appointment.rescheduled"],
  body: swapInput,
  result: swappedView,
  secret: true,
  run: (context, call, input) => {
    const toldAtOnce = whyToldAtOnce(call.actor, input.hold_messages_seconds)
    if (toldAtOnce) throw toldAtOnce
    return takeTime(context, call, async () => {
      if (input.a === input.b) throw invalid("b", "expected another appointment than a")
      const pair = await readPair(context.db, call, input)
      for (const [i, { appointment }] of pair.entries()) {
        requireTold(appointment)
        const refusal = whyNotSwapped(appointment, i === 0 ? "a" : "b")
        if (refusal) throw refusal
      }
      return takingOf(context, call, input, pair)
    })
  },
})

interface Going extends ReadMove {
  wish: MovingWish
}
type Pair = readonly [Going, Going]

/** Each as it stands, with what is to be known of where the other one is. */
async function readPair(db: Db, call: Call, { a, b, override_eligibility }: SwapInput): Promise<Pair> {
  const [first, second] = await Promise.all([standing(db, call, "a", a), standing(db, call, "b", b)])
  const going = async (appointment: Appointment, to: Appointment): Promise<Going> => {
    const wish = {
      now: call.now,
      startMinute: to.start_at.getTime() / msPerMinute,
      durationMinutes: null,
      endMs: null,
      providerId: to.provider_id,
      providerIds: null,
      locationId: to.location_id,
      overrideEligibility: override_eligibility === true,
    }
    const input = { id: appointment.id, start_time: to.start_at.toISOString() }
    return { ...(await readMovable(db, { call, wish, input, alsoMovedIds: [to.id] })), wish }
  }
  return Promise.all([going(first, second), going(second, first)])
}

const standing = async (db: Db, { companyId }: Call, field: "a" | "b", id: number): Promise<Appointment> =>
  found(await findAppointment(db, companyId, id), notFound("appointment", field))

interface ReadSwap extends Judged {
  pair: Pair
  parts: readonly [JudgedSeat, JudgedSeat]
}

function takingOf(
  context: AppContext,
  call: Call,
  input: SwapInput,
  seen: Pair,
): Taking<ReadSwap, null, Swapped> {
  const before = seen.map(({ appointment }) => appointment)
  const present = before.map((one) => String(providerIdsOf(one)))
  const wanted = seen.map(({ appointment, wish }) => wantedBy(appointment, wish))
  return {
    operation: "swap_appointments",
    parts: wanted,
    together: "all",
    locks: {
      customerIds: before.map(({ customer_id }) => customer_id),
      requestIds: before.flatMap(({ scheduling_request_id: id }) => (id === null ? [] : [id])),
      providerIds: [...before.flatMap(providerIdsOf), ...seen.flatMap(whoMayComeBeside)],
      resourceIds: seen.flatMap(({ loaded }) => before.flatMap((one) => locksOf(loaded, one.location_id))),
      appointmentIds: before.map(({ id }) => id),
    },
    async judge(db, { isLocked }) {
      const pair = await readPair(db, call, input)
      if (isLocked && pair.some(({ appointment }, i) => String(providerIdsOf(appointment)) !== present[i]))
        throw new ProviderChanged()
      const parts = judgePair(context, pair)
      return { pair, parts, request: null, appointment: null }
    },
    read: async () => null,
    record: (tx, read) => record(context, tx, { call, input }, read),
  }
}

/** A type may take several people: who comes beside the provider is chosen when the time of both is free. */
const whoMayComeBeside = ({ loaded: { type, providers } }: Going): number[] =>
  type !== null && crewOf(type) > 1 ? providers.map(({ id }) => id) : []

/** The second is judged while the first is where it goes. */
function judgePair(context: AppContext, [first, second]: Pair): [JudgedSeat, JudgedSeat] {
  const one = seat(context, first)
  const isSameCustomer = first.appointment.customer_id === second.appointment.customer_id
  const moved = isSameCustomer ? withMoved : withMovedOfOthers
  return [one, seat(context, { ...second, loaded: moved(second.loaded, one) })]
}

function seat(context: AppContext, { appointment, loaded, wish }: Going): JudgedSeat {
  const judged = judge(context, { appointment, loaded }, wish)
  return seatOf(appointment.id, wantedBy(appointment, wish), loaded, judged)
}

/** Frees the time of both before either takes what the other had. */
async function record(
  context: AppContext,
  tx: Tx,
  { call, input }: { call: Call; input: SwapInput },
  { pair, parts }: ReadSwap,
): Promise<Written<Swapped>> {
  const { hold_messages_seconds: seconds, silent_channels: silent } = input
  const moves = pair.map(({ appointment }, i) => ({ appointment, ...parts[i]! }))
  const kept = seconds ? await keepBefore(tx, call, seconds, moves) : null
  for (const { appointment } of pair) freeAllocations(tx, call.companyId, appointment.id)
  const appointments: CompanyAppointment[] = []
  for (const { appointment, loaded, judged } of moves) {
    const moved = await moveAppointment(tx, call, { appointment, loaded, judged, undoHoldId: kept?.holdId })
    if (!kept) await announceChange(tx, context, call, moved, { silent })
    appointments.push(showAppointment(context, moved, givesLinks(context, loaded.company)))
  }
  const undo = kept && (await keepForUndo(tx, call, context.random, kept, { together: null, silent }))
  const [{ appointment }] = pair
  return {
    result: { appointments, ...(undo ? { undo } : {}) },
    targetId: appointment.id,
    fields: Object.keys(input),
    customerId: appointment.customer_id,
  }
}
