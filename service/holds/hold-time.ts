/** Holds a time, for every interface: judged and locked as a booking, so that what is held could have been booked. */

import type { z } from "zod"
import type { Appointment } from "../../domain/model/appointment.ts"
import { invalid, Refusal } from "../../domain/model/errors.ts"
import { type Hold, holdInput, holdView, showHold } from "../../domain/model/hold.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import {
  type BookingWish,
  type JudgedBooking,
  judgeBooking,
} from "../../domain/rules/booking/judge-booking.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import type { Written } from "../platform/write.ts"
import { withKnownDrivingTimes } from "../slots/driving-times.ts"
import { loadPlanned } from "../slots/planned-team.ts"
import { type Judged, type Known, seatOf } from "../taking/plan-parts.ts"
import { bookingRefusals } from "../taking/refusal-reasons.ts"
import { type Taking, takeTime } from "../taking/take-time.ts"
import { askedGroup, ofOneType } from "../taking/wanted-group.ts"
import { questionAround, serviceAddressFor, timeOf, type WantedTime } from "../taking/wanted-time.ts"
import { holdGroup } from "./hold-group.ts"
import { drawHold, type Holding, ownHold, unanswered, writeHold } from "./write-hold.ts"

export const holdTime = operation({
  name: "hold_time",
  summary: "Hold a time",
  description:
    "Keeps a start from others for 1 to 15 minutes, while its booking is under way. It is judged as the booking would be, blocks " +
    "like an appointment, counts in daily limits, and ends by itself. Book with its `hold_id` to make it the appointment.",
  noun: "Holds",
  roles: staff,
  refusals: bookingRefusals,
  body: holdInput,
  result: holdView,
  status: 201,
  isOneTransaction: true,
  run(context, call, input) {
    const { customer_id, minutes, appointment_type_ids: typeIds } = input
    const wish = { customerId: customer_id ?? null, minutes }
    if (typeIds !== undefined) return holdGroup(context, call, { ...askedGroup(input, typeIds), ...wish })
    const keepsProvider = input.keep_provider === true
    return hold(context, call, { ...timeOf(call, ofOneType(input)), ...wish, keepsProvider })
  },
})

/** The wish of a booking without its answers, which are given when the time is booked. */
type TimeWish = Omit<BookingWish, keyof typeof unanswered>

/** The time of a hold, its length and its holder. */
export interface HoldWish extends TimeWish, Holding {
  /** The appointment that is to move to the time. */
  moved?: Appointment
  /** Writes more in the hold's transaction. */
  alsoWrite?(tx: Tx, made: Hold): Promise<void>
}

/** Throws the refusal that the booking would get, and `rate_limited` when the network's visitors hold enough already. */
export function hold(context: AppContext, call: Call, wish: HoldWish): Promise<z.input<typeof holdView>> {
  return takeTime(context, call, async () =>
    takingOf(context, call, wish, await ownHold(context, call, wish)),
  )
}

interface ReadHold extends Judged {
  judged: JudgedBooking
  loaded: LoadedSchedules
}

interface Drawn {
  id: number
  turn: number | null
}

/** `own` is the holder's present hold, which hides nothing from them and ends with the new one. */
function takingOf(
  context: AppContext,
  call: Call,
  wish: HoldWish,
  own: Hold | null,
): Taking<ReadHold, Drawn, z.input<typeof holdView>> {
  const wanted: WantedTime = { ...wish, holdId: own?.id ?? null }
  return {
    operation: "hold_time",
    parts: [wanted],
    together: "all",
    locks: {
      customerId: wish.customerId,
      providerIds: [wish.providerId, ...(own ? [own.provider_id] : [])],
    },
    judge: (db, known) => readAndJudge(context, db, { call, wish, wanted }, known),
    read: (tx) => drawHold(tx, call, wish, own),
    record: (tx, read, drawn) => record(tx, call, wish, { ...read, ...drawn, own }),
  }
}

interface Asking {
  call: Call
  wish: HoldWish
  wanted: WantedTime
}

/** Throws the refusal when the time could not be booked, and `LegsNotAsked`. */
async function readAndJudge(
  context: AppContext,
  db: Db,
  { call, wish, wanted }: Asking,
  known: Known,
): Promise<ReadHold> {
  const { isLocked, team } = known
  const question = questionAround(call, wanted, 1)
  const found = await loadPlanned(db, question, { now: call.now, isLocked, planning: known })
  const serviceAddress = serviceAddressFor(found, wanted)
  const loaded = withKnownDrivingTimes(context, found, serviceAddress)
  const judged = judgeBooking(loaded, {
    ...{ ...wish, ...unanswered, serviceAddress, isForMove: wish.moved !== undefined },
    ...{ preferredCrew: team ? [] : (known.crews.get(0) ?? []), known: team?.plan ?? null, isLocked },
  })
  if (judged instanceof Refusal) throw judged
  if (judged.session) throw invalid("appointment_type_id", "seats in a class are booked without a hold")
  const parts = [seatOf(0, wanted, loaded, judged)]
  return { parts, loaded, judged, request: judged.request, appointment: null }
}

async function record(
  tx: Tx,
  call: Call,
  wish: HoldWish,
  { id, turn, judged, own, loaded }: ReadHold & Drawn & { own: Hold | null },
): Promise<Written<z.input<typeof holdView>>> {
  const made = await writeHold(tx, call, wish, {
    id,
    turn,
    own,
    times: [{ typeId: wish.typeId, judged, loaded }],
  })
  await wish.alsoWrite?.(tx, made)
  return { result: showHold(made), targetId: id, fields: [], customerId: wish.customerId }
}
