/**
 * The JSON endpoints of the booking link's page, which manage links share: the operations, in the name of the link's
 * holder.
 */
import type { Readable } from "node:stream"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { z } from "zod"
import { calendarFile } from "../../../domain/model/calendar-file.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { date, id, minuteInstant, text, version } from "../../../domain/model/fields.ts"
import { answersInput } from "../../../domain/model/question.ts"
import { addressLine } from "../../../domain/model/views.ts"
import { bookableDates } from "../../../domain/rules/availability/page-days.ts"
import { dateOfDay, dayOfDate } from "../../../domain/time/dates.ts"
import type { AppContext } from "../../context.ts"
import { setAttendance } from "../../operations/appointments/attendance.ts"
import { bookAppointment } from "../../operations/appointments/book.ts"
import { cancelAppointment } from "../../operations/appointments/cancel.ts"
import { rescheduleAppointment } from "../../operations/appointments/reschedule.ts"
import { type OpenedLink, openLink, openLinkForUse, reopenLink } from "../../operations/booking-link.ts"
import { visitorsOf } from "../../operations/budget/families.ts"
import { contextOf } from "../../operations/company-context.ts"
import type { Answer, Call } from "../../operations/operation.ts"
import { type FoundSlots, findSlots } from "../../operations/slots/find-slots.ts"
import { withDueDone } from "../../operations/test-companies/move-clock.ts"
import { chargeTo } from "../budgets.ts"
import { inPageWords } from "../customer-host/page-words.ts"
import { customersSlots } from "../customer-host/slots.ts"
import { jsonType, type ShownAppointment, shown } from "../customer-host/views.ts"
import { encodeSlotsFor } from "../encode-slots.ts"
import { answerCall } from "../idempotency.ts"
import { judged } from "../issues.ts"
import { slotsPayload } from "../send-slots.ts"
import { linkView } from "./view.ts"

const slotsBody = z.strictObject({
  startDate: date,
  endDate: date,
  locationId: id.optional(),
  appointmentId: id.optional(),
  moreFrom: text(200).optional(),
})
const bookBody = z.strictObject({
  providerId: id,
  locationId: id,
  startTime: minuteInstant,
  answers: answersInput,
})
const moveBody = z.strictObject({ startTime: minuteInstant, ifVersion: version.optional() })
const attendanceBody = z.strictObject({
  attendance: z.literal("coming", { error: "expected coming" }),
  ifVersion: version.optional(),
})
const cancelBody = z.strictObject({ ifVersion: version.optional() })

const firstRangeDays = 31

/** Slots come as bytes or piece by piece, other answers as text. */
type Sent = Pick<Answer, "status"> & { body: string | Uint8Array | Readable }
/** What a link's holder asks of its company, and the context that serves that company. */
interface Asked {
  context: AppContext
  link: OpenedLink
  call: Call
  request: FastifyRequest
  reply: FastifyReply
}
type Handler = (asked: Asked) => Promise<Sent>

export function mountBookingLinkEndpoints(app: FastifyInstance, host: AppContext, bookUrl: string): void {
  const handle = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const token = tokenOf(request)
    const opening = isView(request) ? openLink(host, token) : openLinkForUse(host, token, request.ip)
    const link = await inPageWords(opening)
    const context = await contextOf(host, link.companyId)
    await chargeTo(host, await visitorsOf(host, link.companyId), request, reply)
    const call: Call = { companyId: link.companyId, actor: link.actor, requestId: request.id, now: link.now }
    const answer = () => inPageWords(handler({ context, link, call, request, reply }))
    const { status, body } = await (request.method === "GET"
      ? answer()
      : withDueDone(host, link.companyId, answer))
    return reply.code(status).type(jsonType).send(body)
  }

  app.get(
    "/api/link",
    handle(async ({ context, link, call }) => shown(200, await viewOf(context, link, call, bookUrl))),
  )

  app.post(
    "/api/link/slots",
    handle(async ({ context, link, call, request, reply }) => {
      const sent = judged(slotsBody, request.body ?? {}, "body")
      const range = { startDate: sent.startDate, endDate: sent.endDate }
      const found = await search(context, link, call, sent)
      const encoded = encodeSlotsFor(customersSlots(range), found)
      return { status: 200, body: await slotsPayload(encoded, request, reply) }
    }),
  )

  app.post(
    "/api/link/appointment",
    handle(({ context, link, call, request: sent, reply }) => {
      const { providerId, locationId, startTime, answers } = judged(bookBody, sent.body ?? {}, "body")
      const compose = (booked: unknown) => shown(201, bookedView(link, booked as ShownAppointment, bookUrl))
      const request = requestOf(link)
      const wish = {
        customer_id: request.customer_id,
        appointment_type_id: request.appointment_type_id,
        scheduling_request_id: request.id,
        provider_id: providerId,
        location_id: locationId,
        start_time: startTime,
        answers,
      }
      // A refusal is kept for a repeat in the page's words.
      const book = (own: Call) => inPageWords(bookAppointment.run(context, own, wish))
      return answerCall(context, { call, request: sent, reply }, {}, book, compose)
    }),
  )

  app.put(
    "/api/link/appointment",
    handle(async ({ context, link, call, request }) => {
      const { startTime, ifVersion } = judged(moveBody, request.body ?? {}, "body")
      const moved = await rescheduleAppointment.run(context, call, {
        id: appointmentOf(link).id,
        start_time: startTime,
        if_version: ifVersion,
      })
      return shown(200, bookedView(link, moved, bookUrl))
    }),
  )

  app.delete(
    "/api/link/appointment",
    handle(async ({ context, link, call, request }) => {
      const { ifVersion } = judged(cancelBody, request.body ?? {}, "body")
      await cancelAppointment.run(context, call, { id: appointmentOf(link).id, if_version: ifVersion })
      return shown(200, await viewOf(context, await reopenLink(context, link), call, bookUrl))
    }),
  )

  app.put(
    "/api/link/attendance",
    handle((asked) => answerReminder(asked, bookUrl)),
  )

  app.get("/api/link/appointment.ics", async (request, reply) => {
    const link = await inPageWords(openLink(host, tokenOf(request)))
    return reply
      .type("text/calendar; charset=utf-8")
      .header("content-disposition", 'attachment; filename="appointment.ics"')
      .send(fileOf(link, bookUrl))
  })
}

/** Says that the customer comes. */
async function answerReminder({ context, link, call, request }: Asked, bookUrl: string): Promise<Sent> {
  const { attendance, ifVersion } = judged(attendanceBody, request.body ?? {}, "body")
  const wish = { id: appointmentOf(link).id, attendance, if_version: ifVersion }
  const answered = await setAttendance.run(context, call, wish)
  return shown(200, bookedView(link, answered, bookUrl))
}

/** Throws for a manage link, by which nothing is booked. */
function requestOf({ request }: OpenedLink) {
  if (request) return request
  throw new Refusal("forbidden", { message: "This link is for one appointment. It books no other." })
}

function appointmentOf(link: OpenedLink) {
  if (!link.appointment) throw new Refusal("appointment_not_scheduled")
  return link.appointment
}

/** What only looks counts by the address that it comes from, all else by its link. */
export const isView = ({ method }: FastifyRequest) => method === "GET" || method === "HEAD"

/** The token travels in a header of its own, so that no address of the JSON endpoints holds it. */
function tokenOf({ headers }: FastifyRequest): string {
  const token = headers["x-booking-token"]
  return typeof token === "string" ? token : ""
}

/** The first view of the page, with the times of the first 31 days when something can be booked. */
export async function viewOf(context: AppContext, link: OpenedLink, call: Call, bookUrl: string) {
  const range = link.state === "open" ? firstRange(link) : null
  if (range === null) return linkView(link, bookUrl, null)
  return linkView(link, bookUrl, { range, found: await search(context, link, call, range) })
}

/** The dates whose times come with the page: 31 days from the first that can be booked, or fewer. */
function firstRange(link: OpenedLink): { startDate: string; endDate: string } | null {
  const dates = bookableDates(link.loaded, requestOf(link), link.now)
  if (!dates) return null
  const first = dayOfDate(dates.firstDate)!
  return {
    startDate: dates.firstDate,
    endDate: dateOfDay(Math.min(first + firstRangeDays, dayOfDate(dates.lastDate)! + 1)),
  }
}

function bookedView(link: OpenedLink, booked: ShownAppointment, bookUrl: string) {
  return linkView({ ...link, state: "scheduled" }, bookUrl, null, booked)
}

async function search(
  context: AppContext,
  link: OpenedLink,
  call: Call,
  asked: z.output<typeof slotsBody>,
): Promise<FoundSlots> {
  const { startDate, endDate, locationId, appointmentId, moreFrom } = asked
  if (appointmentId !== undefined && appointmentId !== link.appointment?.id) throw new Refusal("not_found")
  const question = {
    ...soughtBy(link, appointmentId),
    location_id: locationId,
    start_date: startDate,
    end_date: endDate,
    more_from: moreFrom,
  }
  return findSlots(context, call, question, { withChoices: true })
}

/** New times for the appointment, or times for the request. */
function soughtBy(link: OpenedLink, appointmentId: number | undefined) {
  if (appointmentId !== undefined) return { appointment_id: appointmentId }
  const { id, appointment_type_id } = requestOf(link)
  return { appointment_type_id, scheduling_request_id: id }
}

function fileOf(link: OpenedLink, bookUrl: string): string {
  const appointment = appointmentOf(link)
  const { loaded } = link
  const location = loaded.locations.find(({ id: each }) => each === appointment.location_id)
  const address = location?.address ? `, ${addressLine(location.address)}` : ""
  return calendarFile({
    companyName: loaded.company.name,
    host: new URL(bookUrl).hostname,
    appointmentId: appointment.id,
    typeName: appointment.type_name,
    providerName: appointment.provider_name,
    location: loaded.type!.place === "at_location" ? appointment.location_name + address : null,
    version: appointment.version,
    cancelled: false,
    updatedAt: appointment.updated_at,
    blocks: appointment.blocks,
  })
}
