/** Reads one session of a class, or a page of them. Who comes to one is read with it. */
import { z } from "zod"
import {
  classSessionView,
  sessionStatuses,
  showAttendee,
  showClassSession,
} from "../../domain/model/class-session.ts"
import { notFound } from "../../domain/model/errors.ts"
import { byId, idText, instant, page } from "../../domain/model/fields.ts"
import { decodeCursor, defaultLimit, pageOf } from "../../domain/model/paging.ts"
import { spansOfTimeOff } from "../company/time-off-spans.ts"
import { findClassSession, listAttendees, listClassSessions as rowsOf } from "../ledger/class-sessions.sql.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import { common } from "./put-session.ts"

export const readClassSession = operation({
  ...common,
  roles: staff,
  name: "read_class_session",
  summary: "Read a session of a class",
  params: byId,
  async run(context, call, { id }) {
    const [session, attendees] = await Promise.all([
      findClassSession(context.db, call.companyId, id),
      listAttendees(context.db, call.companyId, id),
    ])
    return {
      ...showClassSession(found(session, notFound("session"))),
      attendees: attendees.map(showAttendee),
    }
  },
})

export const listClassSessions = listOperation({
  ...common,
  roles: staff,
  name: "list_class_sessions",
  summary: "List sessions of classes",
  description: "In the order of their starts. Who comes to one: `GET /appointments?session_id=`.",
  refusals: ["not_found"],
  query: z.strictObject({
    ...page,
    status: z.enum(sessionStatuses, { error: `expected one of ${sessionStatuses.join(", ")}` }).optional(),
    appointment_type_id: idText.optional(),
    provider_id: idText.optional().meta({ description: "Who leads it or comes beside." }),
    location_id: idText.optional(),
    repeat_id: idText.optional(),
    from: instant.optional().meta({ description: "Starts at or after." }),
    to: instant.optional().meta({ description: "Starts before." }),
    time_off_id: idText.optional().meta({ description: "Scheduled ones that a provider's time off meets." }),
    company_time_off_id: idText.optional().meta({
      description: "Scheduled ones on dates and at locations that the company has closed.",
    }),
  }),
  result: classSessionView,
  async run(context, call, input) {
    const limit = input.limit ?? defaultLimit
    const meets = await spansOfTimeOff(context.db, call.companyId, input)
    const rows = await rowsOf(context.db, call.companyId, {
      status: meets ? "scheduled" : (input.status ?? null),
      meets,
      typeId: input.appointment_type_id ?? null,
      providerId: input.provider_id ?? null,
      locationId: input.location_id ?? null,
      repeatId: input.repeat_id ?? null,
      from: dateOrNull(input.from),
      to: dateOrNull(input.to),
      after: decodeCursor(input.cursor, ["instant", "number"]) as [number, number] | null,
      limit: limit + 1,
    })
    const { rows: shown, next_cursor } = pageOf(rows, limit, (row) => [row.start_at.getTime(), row.id])
    return { rows: shown.map(showClassSession), next_cursor }
  },
})

const dateOrNull = (text: string | undefined) => (text === undefined ? null : new Date(text))
