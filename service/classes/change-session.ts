/**
 * Changes and cancels a session of a class, in one transaction with the appointments of all who come. Each of them gets one
 * message about another time, another person who leads it or another location; other seats and rooms concern none of them.
 */
import type { z } from "zod"
import type { Appointment } from "../../domain/model/appointment.ts"
import {
  type ClassSession,
  classSessionPatch,
  type ShownClassSession,
  sessionCancel,
  showClassSession,
} from "../../domain/model/class-session.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import { invalid, notFound, otherVersion, Refusal } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { clockOffsetAt } from "../../domain/rules/booking/wall-clock.ts"
import { type JudgedSession, judgeSession } from "../../domain/rules/classes/judge-session.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import { listOfSession } from "../ledger/appointments.sql.ts"
import { findClassSession, updateClassSession } from "../ledger/class-sessions.sql.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { turnsAt } from "../ledger/turns-at-resources.ts"
import { announceChange } from "../messages/announce.ts"
import { enqueueSessions } from "../outbox/calendars-due.sql.ts"
import { findCancelDue } from "../outbox/cancels-due.sql.ts"
import { freedBySession, noteFreed, noteTaken, takenBySpan } from "../outbox/note-freed-time.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { type Written, write } from "../platform/write.ts"
import { endWithoutWord } from "../taking/end-appointment.ts"
import { moveWithSession } from "../taking/record-change.ts"
import { freeSession } from "../taking/write-allocations.ts"
import {
  common,
  locksOfResources,
  occupyBySession,
  readNamed,
  refuseOccupied,
  takenBySession,
} from "./put-session.ts"

export const changeClassSession = operation({
  ...common,
  roles: staff,
  name: "update_class_session",
  summary: "Move or change a session of a class",
  description:
    "Fields sent are changed. Another time, location or leading provider moves the appointments of all who come, each of whom is told " +
    "once and raises `appointment.rescheduled`.",
  refusals: [
    "appointment_not_scheduled",
    "appointment_started",
    "not_found",
    "slot_taken",
    "type_not_bookable",
    "version_conflict",
  ],
  events: ["appointment.rescheduled"],
  params: byId,
  body: classSessionPatch,
  run: (context, call, input) => withAll(context, call, input, changing(context, call, input)),
})

export const cancelClassSession = operation({
  ...common,
  roles: staff,
  name: "cancel_class_session",
  summary: "Cancel a session of a class",
  description:
    "Cancels the appointments of all who come: each is told once and raises `appointment.cancelled`. Its providers and rooms are free.",
  refusals: ["appointment_not_scheduled", "appointment_started", "not_found", "version_conflict"],
  events: ["appointment.cancelled", "scheduling_request.expired"],
  params: byId,
  query: sessionCancel,
  run: (context, call, input) => withAll(context, call, input, cancelling(context, call, input)),
})

interface Seen {
  session: ClassSession
  /** The appointments of all who come. */
  seated: readonly Appointment[]
}

interface Change {
  name: string
  fields: readonly string[]
  /** The people and rooms that it takes beside those of the session. */
  toProviderIds: readonly number[]
  toResourceIds: readonly number[]
  /** A session that another call has ended meanwhile is as this one wants it. */
  isEnd?: boolean
  work(tx: Tx, seen: Seen): Promise<ClassSession>
}

/** Somebody took or gave back a seat between the unlocked read and the locks. */
class SeatsChanged extends Refusal {
  constructor() {
    super("busy", { retryAfterSeconds: 1 })
  }
}

/** People may be booking all the time. */
const mostTries = 20

/** Locks the session with all who come: who they are is read before, and again under the locks. */
async function withAll(
  context: AppContext,
  call: Call,
  input: { id: number; if_version?: number | undefined },
  change: Change,
): Promise<ShownClassSession> {
  for (let tries = 1; ; tries += 1) {
    const seen = await readSession(context.db, call, input)
    const own = (seen.session.resources ?? []).map(({ id }) => id)
    const providerIds = [...providerIdsOf(seen.session), ...change.toProviderIds]
    const resourceIds = await locksOfResources(context.db, call.companyId, [...own, ...change.toResourceIds])
    try {
      using _turns = await turnsAt(context, [...providerIds, ...resourceIds])
      return await write(context, call, change.name, async (tx) => {
        lockInOrder(tx, {
          companyId: call.companyId,
          customerIds: seen.seated.map(({ customer_id }) => customer_id),
          requestIds: seen.seated.flatMap(({ scheduling_request_id: id }) => id ?? []),
          providerIds,
          resourceIds,
          appointmentIds: seen.seated.map(({ id }) => id),
        })
        const locked = await readSession(tx, call, input, change.isEnd)
        // Another call, which came at the same time, was faster: what this one asks for has happened.
        if (locked.session.status === "cancelled") return asItStands(locked.session)
        if (whoAndWhat(locked) !== whoAndWhat(seen)) throw new SeatsChanged()
        const changed = await change.work(tx, locked)
        await enqueueSessions(tx, call.companyId, { sessionIds: [changed.id], providerIds }, call.now)
        tx.hint({ channel: "events", companyId: call.companyId, stirs: true })
        return {
          result: showClassSession(changed),
          targetId: changed.id,
          fields: change.fields,
          ofMany: true,
        }
      })
    } catch (error) {
      if (!(error instanceof SeatsChanged) || tries === mostTries) throw error
    }
  }
}

const asItStands = (session: ClassSession): Written<ShownClassSession> => ({
  result: showClassSession(session),
  targetId: session.id,
  fields: [],
  ofMany: true,
})

const whoAndWhat = ({ session, seated }: Seen) =>
  JSON.stringify([
    providerIdsOf(session),
    (session.resources ?? []).map(({ id }) => id),
    seated.map(({ id, scheduling_request_id }) => [id, scheduling_request_id]),
  ])

/** Throws when it is unknown, has another version, is cancelled unless that is the end that is wanted, or has begun. */
async function readSession(
  db: Db,
  { companyId, now }: Call,
  { id, if_version }: { id: number; if_version?: number | undefined },
  mayBeCancelled = false,
): Promise<Seen> {
  const session = found(await findClassSession(db, companyId, id), notFound("session"))
  const conflict = otherVersion(session, if_version)
  if (conflict) throw conflict
  if (session.status === "cancelled" && !mayBeCancelled)
    throw new Refusal("appointment_not_scheduled", { message: "The session is cancelled." })
  if (session.start_at.getTime() <= now)
    throw new Refusal("appointment_started", { message: "The session has already started." })
  return { session, seated: await listOfSession(db, companyId, id) }
}

type ChangeInput = z.output<typeof classSessionPatch> & { id: number }

function changing(context: AppContext, call: Call, input: ChangeInput): Change {
  return {
    name: "update_class_session",
    fields: Object.keys(input),
    toProviderIds: input.provider_ids ?? [],
    toResourceIds: input.resource_ids ?? [],
    async work(tx, seen) {
      const judged = await judgeChange(tx, call, input, seen.session)
      const changed = await shift(tx, call, seen.session, judged, input)
      await noteTaken(tx, call, [takenBySpan(changed)])
      await noteFreed(tx, call, [seen.session, changed].flatMap(freedBySession))
      if (isSame(seen.session, changed)) return changed
      for (const appointment of seen.seated) {
        if (appointment.cancels_at !== null) {
          await cancelNow(tx, context, call, appointment)
          continue
        }
        const { customer, request } = await peopleOf(tx, call, appointment)
        const moved = await moveWithSession(tx, call, { appointment, session: changed, customer, request })
        await announceChange(tx, context, call, moved, { silent: input.silent_channels })
      }
      return changed
    },
  }
}

/** A seat whose cancel waits is not moved first: the customer hears of the cancel alone, at the time that they know. */
async function cancelNow(tx: Tx, context: AppContext, call: Call, appointment: Appointment): Promise<void> {
  const due = await findCancelDue(tx, call.companyId, appointment.id)
  const asAsked = { ...call, actor: due?.actor ?? call.actor }
  const ended = await endWithoutWord(tx, asAsked, appointment, { reason: null, isNamed: false })
  await announceChange(tx, context, asAsked, ended, { silent: due?.silentChannels })
}

async function judgeChange(
  tx: Tx,
  { companyId, now }: Call,
  input: ChangeInput,
  session: ClassSession,
): Promise<JudgedSession & { startMinute: number }> {
  const providerIds = input.provider_ids ?? providerIdsOf(session)
  const resourceIds = input.resource_ids ?? (session.resources ?? []).map(({ id }) => id)
  const startMinute =
    (input.start_time === undefined ? session.start_at.getTime() : Date.parse(input.start_time)) / msPerMinute
  const named = await readNamed(tx, companyId, {
    typeId: session.appointment_type_id,
    locationId: input.location_id ?? session.location_id,
    providerIds,
    resourceIds,
  })
  const judged = judgeSession(named, { providerIds, resourceIds, startMinute, now })
  if (judged instanceof Refusal) throw judged
  if (input.seats !== undefined && input.seats < session.seats_taken)
    throw invalid("seats", `expected at least ${session.seats_taken}, as many as are booked`)
  return { ...judged, startMinute }
}

/** Frees its time, and occupies the new one. It keeps its length. */
async function shift(
  tx: Tx,
  { companyId, now }: Call,
  session: ClassSession,
  judged: JudgedSession & { startMinute: number },
  { seats }: ChangeInput,
): Promise<ClassSession> {
  const minutes = (session.end_at.getTime() - session.start_at.getTime()) / msPerMinute
  const time = { start: judged.startMinute, end: judged.startMinute + minutes }
  await refuseOccupied(tx, companyId, judged, [time], { own: session, now })
  const [lead, ...crew] = judged.providers
  const changed: ClassSession = {
    ...session,
    provider_id: lead!.id,
    provider_name: lead!.name,
    crew: crew.length === 0 ? null : crew.map(({ id, name }) => ({ id, name })),
    location_id: judged.location.id,
    location_name: judged.location.name,
    timezone: judged.location.timezone,
    clock_offset: clockOffsetAt(judged.location.timezone, time.start),
    start_at: new Date(time.start * msPerMinute),
    end_at: new Date(time.end * msPerMinute),
    seats: seats ?? session.seats,
    resources: takenBySession(judged.resources),
    version: session.version + 1,
    updated_at: new Date(now),
  }
  freeSession(tx, companyId, session.id)
  occupyBySession(tx, companyId, changed, judged, time)
  updateClassSession(tx, companyId, changed, session)
  return changed
}

/** True where the change concerns no attendee. */
const isSame = (before: ClassSession, after: ClassSession) =>
  before.start_at.getTime() === after.start_at.getTime() &&
  String(providerIdsOf(before)) === String(providerIdsOf(after)) &&
  before.location_id === after.location_id

function cancelling(
  context: AppContext,
  call: Call,
  input: z.output<typeof sessionCancel> & { id: number },
): Change {
  const { companyId, now } = call
  return {
    name: "cancel_class_session",
    isEnd: true,
    fields: ["status", ...Object.keys(input)],
    toProviderIds: [],
    toResourceIds: [],
    async work(tx, { session, seated }) {
      const reason = input.reason ?? null
      const at = new Date(now)
      const cancelled: ClassSession = {
        ...session,
        status: "cancelled",
        seats_taken: 0,
        cancel_reason: reason,
        cancelled_at: at,
        version: session.version + 1,
        updated_at: at,
      }
      freeSession(tx, companyId, session.id)
      updateClassSession(tx, companyId, cancelled, session)
      await noteFreed(tx, call, freedBySession(session))
      for (const appointment of seated) {
        const ended = await endWithoutWord(tx, call, appointment, { reason, isNamed: false })
        await announceChange(tx, context, call, ended, { silent: input.silent_channels })
      }
      return cancelled
    },
  }
}

async function peopleOf(tx: Tx, { companyId }: Call, appointment: Appointment) {
  const requestId = appointment.scheduling_request_id
  const [customer, request] = await Promise.all([
    findCustomerForEvent(tx, companyId, appointment.customer_id),
    requestId === null ? null : findRequest(tx, companyId, requestId),
  ])
  return { customer: customerInEvent(customer!), request }
}
