/** Holds several types that follow one another in one visit, as one: judged and locked as their booking, all or none. */
import type { z } from "zod"
import type { ShownLinkedPart } from "../../domain/model/appointment-group.ts"
import { type Hold, type holdView, showHold } from "../../domain/model/hold.ts"
import { showSlotTimes } from "../../domain/model/slot-search.ts"
import type { BookingWish, JudgedBooking } from "../../domain/rules/booking/judge-booking.ts"
import { isLive } from "../../domain/rules/holds/live-hold.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { type Taking, takeTime } from "../taking/take-time.ts"
import {
  type AskedGroup,
  type GroupWish,
  groupTaking,
  type ReadGroup,
  wantedGroup,
} from "../taking/wanted-group.ts"
import { drawHold, type Holding, ownHold, unanswered, writeHold } from "./write-hold.ts"

export interface GroupHoldWish extends AskedGroup, Holding {
  /** Writes more in the hold's transaction. */
  alsoWrite?(tx: Tx, made: Hold, parts: readonly ShownLinkedPart[]): Promise<void>
}

/** Several types in one visit, held as one. Throws as `hold` does, of the first part that could not be booked. */
export function holdGroup(
  context: AppContext,
  call: Call,
  holding: GroupHoldWish,
): Promise<z.input<typeof holdView>> {
  return takeTime(context, call, async () => {
    const own = await ownHold(context, call, holding)
    const wish = await wantedGroup(context, call, holding, own && isLive(own, call.now) ? own : null)
    return takingOf(context, { ...wish, parts: wish.parts.map(unansweredPart) }, holding, own)
  })
}

const unansweredPart = (part: BookingWish): BookingWish => ({ ...part, ...unanswered })

/** `own` may be over by now, and ends all the same. */
function takingOf(
  context: AppContext,
  wish: GroupWish,
  holding: GroupHoldWish,
  own: Hold | null,
): Taking<ReadGroup, Awaited<ReturnType<typeof drawHold>>, z.input<typeof holdView>> {
  const { call, customerId } = wish
  return {
    operation: "hold_time",
    ...groupTaking(context, wish, { customerId, ...(own ? { providerIds: [own.provider_id] } : {}) }),
    read: (tx) => drawHold(tx, call, holding, own),
    async record(tx, { judged, reads }, { id, turn }) {
      const times = judged.map((one, i) => ({
        ...{ typeId: wish.typeIds[i]!, judged: one, loaded: reads[i]!.loaded },
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
