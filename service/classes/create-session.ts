/** Puts a session of a class on the board, or one for each of so many weeks: all of them, or none. */

import {
  type ClassSession,
  type ClassSessionInput,
  classSessionInput,
  madeSessionsView,
  showClassSession,
} from "../../domain/model/class-session.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { clockOffsetAt } from "../../domain/rules/booking/wall-clock.ts"
import { type JudgedSession, judgeSession, sessionStarts } from "../../domain/rules/classes/judge-session.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { insertClassSession, nextRepeatId, nextSessionIds } from "../ledger/class-sessions.sql.ts"
import { turnsAt } from "../ledger/turns-at-resources.ts"
import { enqueueSessions } from "../outbox/calendars-due.sql.ts"
import { freedBySession, noteFreed, noteTaken, takenBySpan } from "../outbox/note-freed-time.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import {
  common,
  locksOfResources,
  occupyBySession,
  readNamed,
  refuseOccupied,
  takenBySession,
} from "./put-session.ts"

export const createClassSession = operation({
  ...common,
  roles: staff,
  name: "create_class_session",
  summary: "Put a session of a class on the board",
  description:
    "It occupies its providers and its rooms. With `repeat` one a week, or every so many weeks, at the same wall-clock time: all of " +
    "them, or none. 409 `slot_taken` names in `conflicts` who or what is taken when. Hours and time off do not bind staff here.",
  refusals: ["not_found", "slot_taken", "type_not_bookable"],
  body: classSessionInput,
  result: madeSessionsView,
  status: 201,
  isOneTransaction: true,
  async run(context, call, input) {
    using _turns = await turnsAt(context, [...input.provider_ids, ...(input.resource_ids ?? [])])
    return write(context, call, "create_class_session", async (tx) => {
      const made = await putOnBoard(tx, call, input)
      await noteTaken(tx, call, made.map(takenBySpan))
      await noteFreed(tx, call, made.flatMap(freedBySession))
      tx.hint({ channel: "events", companyId: call.companyId, stirs: true })
      return {
        result: { sessions: made.map(showClassSession) },
        targetId: made[0]!.id,
        fields: Object.keys(input),
      }
    })
  },
})

async function putOnBoard(tx: Tx, call: Call, input: ClassSessionInput): Promise<ClassSession[]> {
  const { companyId, now } = call
  const resourceIds = input.resource_ids ?? []
  lockInOrder(tx, {
    companyId,
    providerIds: input.provider_ids,
    resourceIds: await locksOfResources(tx, companyId, resourceIds),
  })
  const named = await readNamed(tx, companyId, {
    typeId: input.appointment_type_id,
    locationId: input.location_id,
    providerIds: input.provider_ids,
    resourceIds,
  })
  const startMinute = Date.parse(input.start_time) / msPerMinute
  const judged = judgeSession(named, { providerIds: input.provider_ids, resourceIds, startMinute, now })
  if (judged instanceof Refusal) throw judged
  const starts = sessionStarts(judged.location.timezone, startMinute, input.repeat)
  if (starts instanceof Refusal) throw starts
  const times = starts.map((start) => ({ start, end: start + judged.minutes }))
  await refuseOccupied(tx, companyId, judged, times, { own: null, now })
  const ids = await nextSessionIds(tx, times.length)
  const repeatId = input.repeat === undefined ? null : await nextRepeatId(tx)
  await enqueueSessions(tx, companyId, { sessionIds: ids, providerIds: input.provider_ids }, now)
  return times.map((time, index) => {
    const session = newSession(ids[index]!, judged, time, { seats: input.seats, repeatId, now })
    insertClassSession(tx, companyId, session)
    occupyBySession(tx, companyId, session, judged, time)
    return session
  })
}

function newSession(
  id: number,
  { type, location, providers, resources }: JudgedSession,
  { start, end }: { start: number; end: number },
  { seats, repeatId, now }: { seats: number | undefined; repeatId: number | null; now: number },
): ClassSession {
  const [lead, ...crew] = providers
  const at = new Date(now)
  return {
    id,
    appointment_type_id: type.id,
    type_name: type.name,
    place: type.place,
    provider_id: lead!.id,
    provider_name: lead!.name,
    crew: crew.length === 0 ? null : crew.map(({ id: memberId, name }) => ({ id: memberId, name })),
    location_id: location.id,
    location_name: location.name,
    start_at: new Date(start * msPerMinute),
    end_at: new Date(end * msPerMinute),
    timezone: location.timezone,
    clock_offset: clockOffsetAt(location.timezone, start),
    seats: seats ?? type.seats,
    seats_taken: 0,
    status: "scheduled",
    resources: takenBySession(resources),
    repeat_id: repeatId,
    cancel_reason: null,
    cancelled_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}
