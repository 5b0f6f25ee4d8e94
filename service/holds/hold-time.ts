/** Holds a time, for every interface: judged and locked as a booking, so that what is held could have been booked. */

import type { z } from "zod"
import type { Appointment } from "../../domain/model/appointment.ts"
import { crewIdsOf } from "../../domain/model/crew.ts"
import { invalid, Refusal } from "../../domain/model/errors.ts"
import { type Hold, holdInput, holdView, showHold } from "../../domain/model/hold.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import {
  type BookingWish,
  type JudgedBooking,
  judgeBooking,
} from "../../domain/rules/booking/judge-booking.ts"
import { takenTimes } from "../../domain/rules/planning/planned-time.ts"
import { knownLocks, requireLocks } from "../company/change-resource.ts"
import { nextHoldId } from "../ledger/holds.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import type { Written } from "../platform/write.ts"
import { withKnownDrivingTimes } from "../slots/driving-times.ts"
import { loadPlanned, type Planning, teamOf } from "../slots/planned-team.ts"
import {
  type Attempt,
  attempt,
  plannedTime,
  planTime,
  type ReadUnderLocks,
  requireLocked,
} from "../taking/attempt.ts"
import { bookingRefusals } from "../taking/refusal-reasons.ts"
import { askedGroup, ofOneType } from "../taking/wanted-group.ts"
import { questionAround, serviceAddressFor, timeOf, type WantedTime } from "../taking/wanted-time.ts"
import { holdGroup } from "./hold-group.ts"
import { type Holding, ownHold, refuseIfAnother, takeTurn, unanswered, writeHold } from "./write-hold.ts"

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

/** What is held, for how long and for whom. */
export interface HoldWish extends TimeWish, Holding {
  /** The appointment that is to move to the time. */
  moved?: Appointment
  /** Writes more in the hold's transaction. */
  alsoWrite?(tx: Tx, made: Hold): Promise<void>
}

/** Throws the refusal that the booking would get, and `rate_limited` when the network's visitors hold enough already. */
export function hold(context: AppContext, call: Call, wish: HoldWish): Promise<z.input<typeof holdView>> {
  const planning: Planning = { team: null }
  return attempt(context, call, async () => {
    const own = await ownHold(context, call, wish)
    return holdAttempt(context, call, wish, { own, planning })
  })
}

interface ReadHold extends ReadUnderLocks {
  judged: JudgedBooking
  id: number
  turn: number | null
}

/** `own` is the holder's present hold, which hides nothing from them and ends with the new one. */
function holdAttempt(
  context: AppContext,
  call: Call,
  wish: HoldWish,
  { own, planning }: { own: Hold | null; planning: Planning },
): Attempt<ReadHold, z.input<typeof holdView>> {
  const { companyId } = call
  const wanted: WantedTime = { ...wish, holdId: own?.id ?? null }
  const providerIds = () => [
    wish.providerId,
    ...(own ? [own.provider_id] : []),
    ...(planning.team?.providerIds ?? []),
  ]
  /** Whose time is locked and kept beside the provider's, as planned. */
  let crewIds: readonly number[] = []
  const judge = (db: Db, isLocked = false) =>
    readAndJudge(context, db, { call, wish: { ...wish, preferredCrew: crewIds }, wanted, planning }, isLocked)
  const needing = { companyId, typeId: wish.typeId, locationId: wish.locationId }
  const resourceIds = knownLocks(context, needing)
  return {
    operationName: "hold_time",
    wanted,
    resourceIds: () => [...providerIds(), ...crewIds, ...resourceIds],
    async plan() {
      const read = () => judge(context.db)
      const planned = planning.team === null ? await planTime(context, wish, read) : await read()
      if (planned?.judged.planned) planning.team = teamOf(planned)
      else if (planned) crewIds = crewIdsOf(planned.judged)
      return planned && plannedTime(planned)
    },
    judgeAgain: () => judge(context.db),
    lock: (tx) =>
      lockInOrder(tx, {
        companyId,
        customerId: wish.customerId,
        providerIds: [...providerIds(), ...crewIds],
        resourceIds,
      }),
    async readLocked(tx) {
      await refuseIfAnother(tx, companyId, wish, own)
      const turn = await takeTurn(tx, call, wish, own)
      const [id, read] = await Promise.all([nextHoldId(tx), judge(tx, true)])
      requireLocks(context, needing, read.judged, resourceIds)
      requireLocked(crewIdsOf(read.judged), [...crewIds, ...providerIds()])
      const { request } = read.judged
      return { ...read, id, turn, request, appointment: null, taken: takenTimes(read.judged) }
    },
    record: async (tx, read) => record(tx, call, wish, { ...read, own }),
  }
}

interface Asking {
  call: Call
  wish: HoldWish
  wanted: WantedTime
  planning: Planning
}

/** Throws the refusal when the time could not be booked, and `LegsNotAsked`. */
async function readAndJudge(
  context: AppContext,
  db: Db,
  { call, wish, wanted, planning }: Asking,
  isLocked: boolean,
): Promise<{ loaded: LoadedSchedules; judged: JudgedBooking }> {
  const found = await loadPlanned(db, questionAround(call, wanted, 1), { now: call.now, isLocked, planning })
  const serviceAddress = serviceAddressFor(found, wanted)
  const loaded = withKnownDrivingTimes(context, found, serviceAddress)
  const isForMove = wish.moved !== undefined
  const known = planning.team?.plan ?? null
  const judged = judgeBooking(loaded, { ...wish, ...unanswered, serviceAddress, isForMove, known, isLocked })
  if (judged instanceof Refusal) throw judged
  if (judged.session) throw invalid("appointment_type_id", "seats in a class are booked without a hold")
  return { loaded, judged }
}

async function record(
  tx: Tx,
  call: Call,
  wish: HoldWish,
  { id, turn, judged, own, loaded }: ReadHold & { own: Hold | null },
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
