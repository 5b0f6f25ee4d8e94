/**
 * The JSON endpoints of the booking link's page, which manage links share: the operations, in the name of the link's
 * holder.
 */
import type { Readable } from "node:stream"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { z } from "zod"
import type { LinkView, SeriesView } from "../../../domain/contracts/booking-link.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import { changeScope } from "../../../domain/model/appointment-series.ts"
import { wantedSeats } from "../../../domain/model/class-seats.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { date, id, minuteInstant, text, version } from "../../../domain/model/fields.ts"
import { answersInput } from "../../../domain/model/question.ts"
import { uploadInput } from "../../../domain/model/uploaded-file.ts"
import { addressLine, iso } from "../../../domain/model/views.ts"
import { bookableDates } from "../../../domain/rules/availability/page-days.ts"
import { wasNeverConfirmed } from "../../../domain/rules/booking/pending.ts"
import { dateOfDay, dayOfDate } from "../../../domain/time/dates.ts"
import { msPerMinute } from "../../../domain/time/units.ts"
import { addFiles } from "../../booking/add-files.ts"
import { setAttendance } from "../../booking/attendance.ts"
import { bookAppointment } from "../../booking/book.ts"
import { cancelAppointment } from "../../booking/cancel.ts"
import { confirmAppointment } from "../../booking/confirm.ts"
import { upcomingOfSeries } from "../../booking/read-series.ts"
import { rescheduleAppointment } from "../../booking/reschedule.ts"
import { cancelledTogether, comingOf, isFirstOfComing, nameOfComing } from "../../booking/show-group.ts"
import { askForUpload } from "../../files/uploads.ts"
import { messagesOfAppointment } from "../../messages/messages-to-come.ts"
import { appointmentFile } from "../../messages/write-appointment-file.ts"
import { visitorsOf } from "../../platform/budget/families.ts"
import { contextOf } from "../../platform/company-context.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Answer, Call } from "../../platform/operation.ts"
import {
  endedBefore,
  nearLocationOf,
  type OpenedLink,
  openLink,
  openLinkForFile,
  openLinkForUse,
  openLinkIfChanged,
  reopenLink,
  takenOutOf,
} from "../../requests/booking-link.ts"
import type { FoundSlots } from "../../slots/found-slots.ts"
import { findSlots } from "../../slots/search-slots.ts"
import { withDueDone } from "../../test-companies/move-clock.ts"
import { joinByLink } from "../../waiting/join.ts"
import { inPageWords } from "../customer-host/page-words.ts"
import { customersSlots } from "../customer-host/slots.ts"
import { jsonType, type ShownAppointment, shown, uploadView, withParts } from "../customer-host/views.ts"
import { chargeTo } from "../http/budgets.ts"
import { encodeSlotsFor } from "../http/encode-slots.ts"
import { answerCall } from "../http/idempotency.ts"
import { judged } from "../http/issues.ts"
import { slotsPayload } from "../http/send-slots.ts"
import { linkJoinInput, wishesOf } from "../waiting-link/inputs.ts"
import { joinedView } from "../waiting-link/view.ts"
import { linkView, withEndedBefore } from "./view.ts"

export const slotsBody = z.strictObject({
  startDate: date,
  endDate: date,
  locationId: id.optional(),
  appointmentId: id.optional(),
  moreFrom: text(200).optional(),
})
export const bookBody = z.strictObject({
  providerId: id,
  keepProvider: z.literal(true, { error: "expected true" }).optional(),
  locationId: id,
  startTime: minuteInstant,
  answers: answersInput,
  seats: wantedSeats,
})
export const moveBody = z.strictObject({
  startTime: minuteInstant,
  ifVersion: version.optional(),
  scope: changeScope,
})
export const attendanceBody = z.strictObject({
  attendance: z.literal("coming", { error: "expected coming" }),
  ifVersion: version.optional(),
})
export const filesBody = z.strictObject({ answers: answersInput.unwrap() })
/** One of the times that the company proposes. */
export const proposalBody = z.strictObject({ proposalId: id, ifVersion: version.optional() })
export const cancelBody = z.strictObject({ ifVersion: version.optional(), scope: changeScope })

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

  mountChanges(app, host, bookUrl)

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
    handle((asked) => book(asked, bookUrl)),
  )

  app.put(
    "/api/link/appointment",
    handle((asked) => move(asked, bookUrl)),
  )

  app.delete(
    "/api/link/appointment",
    handle(async ({ context, link, call, request }) => {
      const { ifVersion, scope } = judged(cancelBody, request.body ?? {}, "body")
      const wish = { id: appointmentOf(link).id, if_version: ifVersion, scope }
      const whole_group = await isFirstOfComing(context, link.companyId, appointmentOf(link))
      await cancelAppointment.run(context, call, { ...wish, whole_group })
      return shown(200, await viewOf(context, await reopenLink(context, link), call, bookUrl))
    }),
  )

  app.post("/api/link/waiting-entry", handle(joinWaitingList))
  app.post("/api/link/files", handle(askForFile))
  app.put(
    "/api/link/files",
    handle((asked) => takeFiles(asked, bookUrl)),
  )
  app.post(
    "/api/link/proposal",
    handle((asked) => takeProposal(asked, bookUrl)),
  )

  app.put(
    "/api/link/attendance",
    handle((asked) => answerReminder(asked, bookUrl)),
  )

  app.get("/api/link/appointment.ics", async (request, reply) => {
    const link = await inPageWords(openLinkForFile(host, tokenOf(request)))
    return reply
      .type("text/calendar; charset=utf-8")
      .header("content-disposition", 'attachment; filename="appointment.ics"')
      .send(await fileOf(await contextOf(host, link.companyId), link, bookUrl))
  })
}

/** What a page asks again and again while it is in sight: 204 where the version that it shows still stands. */
function mountChanges(app: FastifyInstance, host: AppContext, bookUrl: string): void {
  app.get("/api/link/changes", async (request, reply) => {
    const asked = { shown: shownVersion(request), clientAddress: request.ip }
    const link = await inPageWords(openLinkIfChanged(host, tokenOf(request), asked))
    if (link === null) return reply.code(204).send()
    const { companyId, actor, now } = link
    await chargeTo(host, await visitorsOf(host, companyId), request, reply)
    const call: Call = { companyId, actor, requestId: request.id, now }
    const view = viewOf(await contextOf(host, companyId), link, call, bookUrl)
    const { status, body } = shown(200, await inPageWords(view))
    return reply.code(status).type(jsonType).send(body)
  })
}

/** A first booking, or a repeat of it under its Idempotency-Key. */
async function book({ context, link, call, request: sent, reply }: Asked, bookUrl: string): Promise<Sent> {
  const { providerId, keepProvider, locationId, startTime, answers, seats } = judged(
    bookBody,
    sent.body ?? {},
    "body",
  )
  const compose = (booked: unknown) => shown(201, bookedView(link, booked as ShownAppointment, bookUrl))
  const request = requestOf(link)
  const wish = {
    customer_id: request.customer_id,
    appointment_type_id: request.appointment_type_id,
    scheduling_request_id: request.id,
    provider_id: providerId,
    keep_provider: keepProvider,
    location_id: locationId,
    start_time: startTime,
    answers,
    seats,
  }
  // A refusal is kept for a repeat in the page's words.
  const run = (own: Call) => inPageWords(bookAppointment.run(context, own, wish))
  const answer = await answerCall(context, { call, request: sent, reply }, {}, run, compose)
  if (answer.status !== 201) return answer
  // Not kept under the key: a repeat says by which channels the customer hears now.
  const { data } = JSON.parse(answer.body) as { data: LinkView }
  return shown(201, await withMessages(context, call, data))
}

async function joinWaitingList({ context, link, call, request }: Asked): Promise<Sent> {
  const { textOffers, mailOffers, ...wishes } = judged(linkJoinInput, request.body ?? {}, "body")
  const joined = await joinByLink(context, call, link, {
    wishes: { ...wishesOf(wishes), latest_date: wishes.latestDate },
    consents: { textOffers, mailOffers },
  })
  return shown(201, joinedView(joined))
}

async function askForFile({ context, link, call, request }: Asked): Promise<Sent> {
  const { name } = judged(uploadInput, request.body ?? {}, "body")
  const { of, id } = link.actor
  const uploader = { key: `${of}:${id}`, customerId: link.loaded.customer!.id }
  const view = await askForUpload(context, call, { uploader, name }, uploadView)
  return shown(201, view)
}

/** Files for questions that stayed open. */
async function takeFiles({ context, link, call, request }: Asked, bookUrl: string): Promise<Sent> {
  const { answers } = judged(filesBody, request.body ?? {}, "body")
  const wish = { id: appointmentOf(link).id, answers }
  const answered = await addFiles(context, call, wish)
  return shown(200, await withMessages(context, call, bookedView(link, answered, bookUrl)))
}

async function move({ context, link, call, request }: Asked, bookUrl: string): Promise<Sent> {
  const { startTime, ifVersion, scope } = judged(moveBody, request.body ?? {}, "body")
  const whole_group = await isFirstOfComing(context, link.companyId, appointmentOf(link))
  const wish = {
    id: appointmentOf(link).id,
    start_time: startTime,
    if_version: ifVersion,
    scope,
    whole_group,
  }
  const moved = await rescheduleAppointment.run(context, call, wish)
  const view = await withOthers(context, link, bookedView(link, moved, bookUrl))
  return shown(200, await withMessages(context, call, view))
}

/** Books one of the times that the company proposes. */
async function takeProposal({ context, link, call, request }: Asked, bookUrl: string): Promise<Sent> {
  const { proposalId, ifVersion } = judged(proposalBody, request.body ?? {}, "body")
  const wish = { id: appointmentOf(link).id, proposal_id: proposalId, if_version: ifVersion }
  const booked = await confirmAppointment.run(context, call, wish)
  return shown(200, await withMessages(context, call, bookedView(link, booked, bookUrl)))
}

/** Says that the customer comes. */
async function answerReminder({ context, link, call, request }: Asked, bookUrl: string): Promise<Sent> {
  const { attendance, ifVersion } = judged(attendanceBody, request.body ?? {}, "body")
  const wish = { id: appointmentOf(link).id, attendance, if_version: ifVersion }
  const answered = await setAttendance.run(context, call, wish)
  return shown(200, await withMessages(context, call, bookedView(link, answered, bookUrl)))
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

/** What only looks counts by the address that it comes from, all else by its link: also what a page asks again and again. */
export const isView = ({ method, routeOptions }: FastifyRequest) =>
  (method === "GET" || method === "HEAD") && !routeOptions.url?.endsWith("/changes")

/** The version of what the page shows; empty where it does not know one. */
export function shownVersion({ query }: FastifyRequest): string {
  const { version } = query as { version?: unknown }
  return typeof version === "string" ? version : ""
}

/** The token travels in a header of its own, so that no address of the JSON endpoints holds it. */
function tokenOf({ headers }: FastifyRequest): string {
  const token = headers["x-booking-token"]
  return typeof token === "string" ? token : ""
}

/** The first view of the page, with the times of the first 31 days when something can be booked. */
export async function viewOf(context: AppContext, link: OpenedLink, call: Call, bookUrl: string) {
  const range = link.state === "open" ? firstRange(link) : null
  if (range === null) {
    return withMessages(context, call, await withOthers(context, link, linkView(link, bookUrl, null)))
  }
  const [found, ended] = await Promise.all([search(context, link, call, range), endedBefore(context, link)])
  const view = linkView(link, bookUrl, { range, found })
  const near = await nearLocationOf(context, link, view.choices.locations)
  return withEndedBefore({ ...view, ...(near === null ? {} : { nearLocationId: near }) }, ended, link.now)
}

/** When it begins, or the window that is promised for it as narrow as it was told. */
const oneOfSeries = (one: Appointment): SeriesView["appointments"][number] => ({
  id: one.id,
  startTime: iso(one.narrowed_start_at ?? one.start_at),
  endTime: iso(one.narrowed_end_at ?? one.end_at),
  ...(one.work_minutes === null ? {} : { kind: "window" }),
  timezone: one.timezone,
})

/** Adds what follows at the same coming, or the other appointments of the series that are to come. */
async function withOthers(context: AppContext, link: OpenedLink, view: LinkView): Promise<LinkView> {
  if (view.appointment !== null && link.appointment?.group_id != null) {
    const coming = await comingOf(context, link.companyId, link.appointment)
    if (coming[0]?.id !== view.appointment.id) return view
    const name = nameOfComing(view.company.locale, coming)
    const appointment = withParts(view.appointment, coming)
    const durationMinutes =
      (Date.parse(appointment.endTime) - Date.parse(appointment.startTime)) / msPerMinute
    const type = { ...view.appointmentType, name, durationMinutes, blockMinutes: [durationMinutes] }
    return { ...view, appointmentType: type, appointment }
  }
  const seriesId = link.appointment?.series_id ?? null
  if (seriesId === null || view.appointment === null) return view
  const appointments = await upcomingOfSeries(context, link.companyId, { seriesId, now: link.now })
  if (appointments.length < 2) return view
  return { ...view, series: { appointments: appointments.map(oneOfSeries) } }
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

/** Says by which channels the customer hears of the appointment. */
async function withMessages(context: AppContext, call: Call, view: LinkView): Promise<LinkView> {
  if (view.appointment === null) return view
  return { ...view, messages: await messagesOfAppointment(context, call, view.appointment.id) }
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
    ...(appointmentId === undefined
      ? {}
      : { whole_group: await isFirstOfComing(context, link.companyId, appointmentOf(link)) }),
  }
  return findSlots(context, call, question, { forPage: true })
}

/** New times for the appointment, or times for the request. */
function soughtBy(link: OpenedLink, appointmentId: number | undefined) {
  if (appointmentId !== undefined) return { appointment_id: appointmentId }
  const { id, appointment_type_id } = requestOf(link)
  return { appointment_type_id, scheduling_request_id: id }
}

async function fileOf(context: AppContext, link: OpenedLink, bookUrl: string): Promise<string> {
  const appointment = (await takenOutOf(context, link)) ?? appointmentOf(link)
  // What is not booked belongs into no calendar.
  if (appointment.status === "pending" || wasNeverConfirmed(appointment))
    throw new Refusal("appointment_not_scheduled")
  const { loaded } = link
  const location = loaded.locations.find(({ id: each }) => each === appointment.location_id)
  const { companyId } = link
  const isGone = appointment.status === "cancelled"
  const coming = await (isGone ? cancelledTogether : comingOf)(context, companyId, appointment)
  const address = location?.address ? `, ${addressLine(location.address)}` : ""
  return appointmentFile(context, companyId, {
    ...{ appointment, coming, bookUrl, isBare: isGone },
    location: loaded.type!.place === "at_location" ? appointment.location_name + address : null,
  })
}
