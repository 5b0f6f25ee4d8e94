/** Holds several types that follow one another at one coming, as one: judged and locked as their booking, all or none. */
import type { z } from "zod"
import type { ShownLinkedPart } from "../../domain/model/appointment-group.ts"
import { type Hold, type holdView, showHold } from "../../domain/model/hold.ts"
import { showSlotTimes } from "../../domain/model/slot-search.ts"
import type { BookingWish, JudgedBooking } from "../../domain/rules/booking/judge-booking.ts"
import { isLive } from "../../domain/rules/holds/live-hold.ts"
import { nextHoldId } from "../ledger/holds.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { type Attempt, attempt } from "../taking/attempt.ts"
import {
  type AskedGroup,
  type GroupWish,
  groupSteps,
  type ReadGroup,
  wantedGroup,
} from "../taking/wanted-group.ts"
import { type Holding, ownHold, refuseIfAnother, takeTurn, unanswered, writeHold } from "./write-hold.ts"

export interface GroupHoldWish extends AskedGroup, Holding {
  /** Writes more in the hold's transaction. */
  alsoWrite?(tx: Tx, made: Hold, parts: readonly ShownLinkedPart[]): Promise<void>
}

/** Several types at one coming, held as one. Throws as `hold` does, of the first part that could not be booked. */
export function holdGroup(
  context: AppContext,
  call: Call,
  holding: GroupHoldWish,
): Promise<z.input<typeof holdView>> {
  return attempt(context, call, async () => {
    const own = await ownHold(context, call, holding)
    const wish = await wantedGroup(context, call, holding, own && isLive(own, call.now) ? own : null)
    return groupHoldAttempt(context, { ...wish, parts: wish.parts.map(unansweredPart) }, holding, own)
  })
}

const unansweredPart = (part: BookingWish): BookingWish => ({ ...part, ...unanswered })

interface ReadGroupHold extends ReadGroup {
  id: number
  turn: number | null
}

/** `own` may be over by now, and ends all the same. */
function groupHoldAttempt(
  context: AppContext,
  wish: GroupWish,
  holding: GroupHoldWish,
  own: Hold | null,
): Attempt<ReadGroupHold, z.input<typeof holdView>> {
  const { call, customerId } = wish
  const { companyId } = call
  const { resourceIds, providerIds, judge, plan, requireAll, refused } = groupSteps(context, wish)
  const lockedIds = () => [...providerIds(), ...(own ? [own.provider_id] : [])]
  return {
    operationName: "hold_time",
    wanted: wish.parts[0]!,
    resourceIds: () => [...lockedIds(), ...resourceIds],
    plan,
    judgeAgain: () => judge(context.db),
    lock: (tx) => lockInOrder(tx, { companyId, customerId, providerIds: lockedIds(), resourceIds }),
    async readLocked(tx) {
      await refuseIfAnother(tx, companyId, holding, own)
      const turn = await takeTurn(tx, call, holding, own)
      const [id, read] = await Promise.all([nextHoldId(tx), judge(tx)])
      return { ...requireAll(read), id, turn }
    },
    refused,
    async record(tx, { id, turn, judged, parts }) {
      const times = judged.map((one, i) => ({
        ...{ typeId: wish.typeIds[i]!, judged: one, loaded: parts[i]!.loaded },
      }))
      const made = await writeHold(tx, call, holding, { id, turn, own, times })
      const shown = times.map((time) => showJudgedPart(time))
      await holding.alsoWrite?.(tx, made, shown)
      return { result: showHold(made, shown), targetId: id, fields: [], customerId }
    },
  }
}

function showJudgedPart({ typeId, judged }: { typeId: number; judged: JudgedBooking }): ShownLinkedPart {
  const { start_time, end_time } = showSlotTimes(judged.blocks)
  return {
    appointment_type_id: typeId,
    provider_id: judged.provider.id,
    provider_name: judged.provider.name,
    location_id: judged.location.id,
    start_time,
    end_time,
  }
}
