/** The data that a search for a move needs of the appointments that move with the named one. */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { planSearch, type Wish } from "../../domain/rules/availability/plan-search.ts"
import { blockMinutesOf } from "../../domain/rules/booking/judge-move.ts"
import type { MovedPart } from "../../domain/rules/groups/moved-together.ts"
import { minuteOf } from "../../domain/time/units.ts"
import { changeableOf } from "../ledger/changed-together.ts"
import type { ScheduleQuestion } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { loadForSearch } from "./load-search.ts"

/** All of them in their order; null where it moves alone. */
export async function movingWith(
  context: AppContext,
  call: Call,
  named: Appointment | null,
  isWhole: boolean,
): Promise<Appointment[] | null> {
  if (named === null || named.group_id === null || !isWhole) return null
  const all = await changeableOf(context.db, call, { id: named.id, of: "group", groupId: named.group_id })
  return all.some(({ id }) => id === named.id) && all.length > 1 ? all : null
}

/** Their searches over the same dates. `loaded` is what was loaded for the named one. */
export function movedParts(
  context: AppContext,
  { all, named }: { all: readonly Appointment[]; named: Appointment },
  { ask, wish, loaded }: { ask: ScheduleQuestion; wish: Wish; loaded: LoadedSchedules },
): Promise<MovedPart[]> {
  return Promise.all(
    all.map(async (one): Promise<MovedPart> => {
      const offset = minuteOf(one.start_at.getTime()) - minuteOf(named.start_at.getTime())
      if (one.id === named.id) return { input: planSearch(loaded, wish), providerId: one.provider_id, offset }
      const own = {
        ...ask,
        typeId: one.appointment_type_id,
        requestId: one.scheduling_request_id,
        providerId: one.provider_id,
        blockCount: one.blocks.length,
        // The part may be after midnight, and the named one before.
        firstDay: ask.firstDay - 1,
        endDay: ask.endDay + 1,
      }
      const theirs = await loadForSearch(context, own, wish)
      const ofPart: Wish = {
        ...wish,
        firstDay: own.firstDay,
        endDay: own.endDay,
        providerId: one.provider_id,
        blockMinutes: blockMinutesOf(one),
        request: null,
      }
      return { input: planSearch(theirs, ofPart), providerId: one.provider_id, offset }
    }),
  )
}
