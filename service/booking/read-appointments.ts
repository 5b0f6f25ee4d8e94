/** Reads one appointment, or a page of them. */
import { z } from "zod"
import {
  type AppointmentStatus,
  appointmentStatus,
  appointmentView,
  attendance,
} from "../../domain/model/appointment.ts"
import { notFound } from "../../domain/model/errors.ts"
import { filterOf, syncFilters } from "../../domain/model/external-data.ts"
import { eitherOf, idText, instant, page, severalOf } from "../../domain/model/fields.ts"
import { decodeCursor, defaultLimit, pageOf } from "../../domain/model/paging.ts"
import { spansOfTimeOff } from "../company/time-off-spans.ts"
import { findAppointment, listAppointments as rowsOf } from "../ledger/appointments.sql.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"

export const readAppointment = operation({
  name: "read_appointment",
  seat: "appointment",
  summary: "Read an appointment",
  noun: "Appointments",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: appointmentView,
  async run(context, call, { id }) {
    const [appointment, withLink] = await Promise.all([
      findAppointment(context.db, call.companyId, id),
      linksAreSetUp(context, call),
    ])
    return showAppointment(context, found(appointment, notFound("appointment")), withLink)
  },
})

export const listAppointments = listOperation({
  name: "list_appointments",
  summary: "List appointments",
  description: "In the order of their starts.",
  noun: "Appointments",
  roles: staff,
  refusals: ["not_found"],
  query: z.strictObject({
    ...page,
    status: appointmentStatus.optional(),
    statuses: severalOf(appointmentStatus.options).optional().meta({
      description: "Several of `status`, with commas between.",
    }),
    attendance: attendance.optional().meta({ description: "What the customer said." }),
    provider_id: idText.optional(),
    customer_id: idText.optional(),
    location_id: idText.optional(),
    series_id: idText.optional(),
    group_id: idText.optional(),
    session_id: idText.optional().meta({ description: "Those who come to this session of a class." }),
    from: instant.optional().meta({ description: "Starts at or after." }),
    to: instant.optional().meta({ description: "Starts before." }),
    ...syncFilters,
    time_off_id: idText
      .optional()
      .meta({ description: "Scheduled and pending ones that a provider's time off meets." }),
    company_time_off_id: idText.optional().meta({
      description: "Scheduled and pending ones on dates and at locations that the company has closed.",
    }),
  }),
  result: appointmentView,
  async run(context, call, input) {
    const limit = input.limit ?? defaultLimit
    const rows = await rowsOf(context.db, call.companyId, {
      statuses: statusesOf(input),
      attendance: input.attendance ?? null,
      meets: await spansOfTimeOff(context.db, call.companyId, input),
      providerId: input.provider_id ?? null,
      customerId: input.customer_id ?? null,
      locationId: input.location_id ?? null,
      seriesId: input.series_id ?? null,
      groupId: input.group_id ?? null,
      sessionId: input.session_id ?? null,
      from: dateOrNull(input.from),
      to: dateOrNull(input.to),
      ...filterOf(input),
      after: decodeCursor(input.cursor, ["instant", "number"]) as [number, number] | null,
      limit: limit + 1,
    })
    const withLink = await linksAreSetUp(context, call)
    const { rows: shown, next_cursor } = pageOf(rows, limit, (row) => [row.start_at.getTime(), row.id])
    return { rows: shown.map((row) => showAppointment(context, row, withLink)), next_cursor }
  },
})

const dateOrNull = (text: string | undefined) => (text === undefined ? null : new Date(text))

/** A time off meets what is still to come. */
const statusesOf = ({
  time_off_id,
  company_time_off_id,
  status,
  statuses,
}: {
  time_off_id?: number | undefined
  company_time_off_id?: number | undefined
  status?: AppointmentStatus | undefined
  statuses?: AppointmentStatus[] | undefined
}): AppointmentStatus[] | null =>
  time_off_id || company_time_off_id ? ["scheduled", "pending"] : eitherOf(status, statuses)
