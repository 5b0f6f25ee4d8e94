/**
 * The JSON endpoints of the booking link's page, which manage links share: the operations, in the name of the link's
 * holder.
 */
import type { FastifyInstance } from "fastify"
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
import { contextOf } from "../../platform/company-context.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"
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
import { joinByLink } from "../../waiting/join.ts"
import {
  type LinkMount,
  type LinkRequest,
  mountLinkApi,
  type Sent,
  tokenIn,
} from "../customer-host/link-api.ts"
import { inPageWords } from "../customer-host/page-words.ts"
import { customersSlots } from "../customer-host/slots.ts"
import { type ShownAppointment, shown, uploadView, withParts } from "../customer-host/views.ts"
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

type Asked = LinkRequest<OpenedLink>

const mounts: readonly LinkMount<OpenedLink>[] = [
  { method: "GET", path: "", answer: async (asked) => shown(200, await viewOf(asked)) },
  { method: "POST", path: "/slots", answer: searchSlots },
  { method: "POST", path: "/appointment", answer: book },
  { method: "PUT", path: "/appointment", answer: move },
  { method: "DELETE", path: "/appointment", answer: cancel },
  { method: "POST", path: "/waiting-entry", answer: joinWaitingList },
  { method: "POST", path: "/files", answer: askForFile },
  { method: "PUT", path: "/files", answer: takeFiles },
  { method: "POST", path: "/proposal", answer: takeProposal },
  { method: "PUT", path: "/attendance", answer: answerReminder },
]

const root = "/api/link"
const tokenHeader = "x-booking-token"

export function mountBookingLinkEndpoints(app: FastifyInstance, host: AppContext, bookUrl: string): void {
  mountLinkApi(app, host, bookUrl, {
    ...{ root, tokenHeader, mounts },
    open: (host, token) => openLink(host, token),
    openForUse: openLinkForUse,
    openIfChanged: openLinkIfChanged,
    callOf: ({ companyId, actor, now }, { requestId }) => ({ companyId, actor, requestId, now }),
    view: viewOf,
  })

  app.get(`${root}/appointment.ics`, async (request, reply) => {
    const link = await inPageWords(openLinkForFile(host, tokenIn(request, tokenHeader)))
    return reply
      .type("text/calendar; charset=utf-8")
      .header("content-disposition", 'attachment; filename="appointment.ics"')
      .send(await fileOf(await contextOf(host, link.companyId), link, bookUrl))
  })
}

async function searchSlots({ context, link, call, request, reply }: Asked): Promise<Sent> {
  const sent = judged(slotsBody, request.body ?? {}, "body")
  const range = { startDate: sent.startDate, endDate: sent.endDate }
  const found = await search(context, link, call, sent)
  const encoded = encodeSlotsFor(customersSlots(range), found)
  return { status: 200, body: await slotsPayload(encoded, request, reply) }
}

async function cancel({ context, link, call, request, bookUrl }: Asked): Promise<Sent> {
  const { ifVersion, scope } = judged(cancelBody, request.body ?? {}, "body")
  const wish = { id: appointmentOf(link).id, if_version: ifVersion, scope }
  const whole_group = await isFirstOfComing(context, link.companyId, appointmentOf(link))
  await cancelAppointment.run(context, call, { ...wish, whole_group })
  return shown(200, await viewOf({ context, link: await reopenLink(context, link), call, bookUrl }))
}

/** A first booking, or a repeat of it under its Idempotency-Key. */
async function book({ context, link, call, request: sent, reply, bookUrl }: Asked): Promise<Sent> {
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
async function takeFiles({ context, link, call, request, bookUrl }: Asked): Promise<Sent> {
  const { answers } = judged(filesBody, request.body ?? {}, "body")
  const wish = { id: appointmentOf(link).id, answers }
  const answered = await addFiles(context, call, wish)
  return shown(200, await withMessages(context, call, bookedView(link, answered, bookUrl)))
}

async function move({ context, link, call, request, bookUrl }: Asked): Promise<Sent> {
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
async function takeProposal({ context, link, call, request, bookUrl }: Asked): Promise<Sent> {
  const { proposalId, ifVersion } = judged(proposalBody, request.body ?? {}, "body")
  const wish = { id: appointmentOf(link).id, proposal_id: proposalId, if_version: ifVersion }
  const booked = await confirmAppointment.run(context, call, wish)
  return shown(200, await withMessages(context, call, bookedView(link, booked, bookUrl)))
}

/** Says that the customer comes. */
async function answerReminder({ context, link, call, request, bookUrl }: Asked): Promise<Sent> {
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

/** The first view of the page, with the times of the first 31 days when something can be booked. */
export async function viewOf({
  context,
  link,
  call,
  bookUrl,
}: Pick<Asked, "context" | "link" | "call" | "bookUrl">) {
  const range = link.state === "open" ? firstRange(link) : null
  if (range === null) {
    return withMessages(context, call, await withOthers(context, link, linkView(link, bookUrl, null)))
  }
  const [found, ended] = await Promise.all([search(context, link, call, range), endedBefore(context, link)])
  const view = linkView(link, bookUrl, { range, found })
  const near = await nearLocationOf(context, link, view.choices.locations)
  return withEndedBefore({ ...view, ...(near === null ? {} : { nearLocationId: near }) }, ended, link.now)
}

/** Its start, or its promised window, as narrow as the customer knows it. */
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
  // An appointment that is not booked belongs into no calendar.
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
