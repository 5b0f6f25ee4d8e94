/** Requests that are right, for the mounts whose fields must fit each other as no random ones do. */
import type { Mount } from "../../service/ways-in/http/mount.ts"
import { tableForSegment, type World } from "./world.ts"

export interface Right {
  /** The path with its ids. */
  path?: string
  body?: unknown
}

export function rightFor({ method, path }: Mount, world: World): Right | undefined {
  const { story } = world
  /** The second ones are spare: nothing hangs on them. The second appointment has begun, the third can be moved, the fourth is cancelled. */
  const second = (table: string) => world.idsOf(table)[1] ?? 404_404
  const movable = `/appointments/${world.idsOf("appointment")[2]}`
  const outreach = `/scheduling-requests/${second("scheduling_request")}/outreach`
  const contact = world.pairsOf("contacts")[0] ?? [404_404, 404_404]
  const endpoint = `/webhook-endpoints/${world.idsOf("webhook_endpoint")[0]}`
  const aMonth = "from=2027-03-01&to=2027-03-31"
  const timeOff = world.pairsOf("time-off")[0] ?? [404_404, 404_404]
  const thursdayEvening = "2027-03-11T20:00:00.000Z"
  const booking = {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.benId,
    location_id: story.locationId,
    start_time: "2027-03-04T17:00:00.000Z",
  }
  const rights: Record<string, Right> = {
    "POST /sessions": { body: { email: "kim@example.com", password: "a long pass phrase" } },
    "POST /appointment-types": {
      body: { name: "Two days", blocks: [240, 120], location_ids: [story.locationId] },
    },
    "POST /slots": {
      body: { appointment_type_id: story.typeId, start_date: "2027-03-02", end_date: "2027-03-09" },
    },
    "POST /slots/explain": {
      body: { appointment_type_id: story.typeId, provider_id: story.anaId, date: "2027-03-02" },
    },
    "POST /slots/explain-range": {
      body: { appointment_type_id: story.typeId, start_date: "2027-03-02", end_date: "2027-03-09" },
    },
    "POST /board/starts": {
      body: { appointment_type_id: story.typeId, start_date: "2027-03-02", end_date: "2027-03-09" },
    },
    // Its `more_from` is the mark of an answer, which no random text is.
    "GET /board": { path: "/board?date=2027-03-02" },
    "POST /holds": { body: { ...booking, start_time: "2027-03-11T17:00:00.000Z", minutes: 15 } },
    "DELETE /holds/:id": { path: `/holds/${world.idsOf("hold").at(-1)}` },
    "POST /waiting-entries": {
      body: {
        customer_id: story.customerId,
        appointment_type_id: story.typeId,
        latest_date: "2027-05-20",
      },
    },
    "PUT /waiting-entries/:id": {
      path: `/waiting-entries/${world.idsOf("waiting_entry")[0]}`,
      body: { parts_of_day: ["morning"] },
    },
    "DELETE /waiting-entries/:id": { path: `/waiting-entries/${world.idsOf("waiting_entry").at(-1)}` },
    "POST /waiting-entries/:id/offers": {
      path: `/waiting-entries/${world.idsOf("waiting_entry")[0]}/offers`,
      body: {
        provider_id: story.anaId,
        location_id: story.locationId,
        start_time: "2027-03-12T17:00:00.000Z",
      },
    },
    "POST /waiting-list/gaps": {
      body: { start_time: "2027-03-02T06:00:00.000Z", end_time: "2027-03-03T06:00:00.000Z" },
    },
    "POST /waiting-list/gap": {
      body: { start_time: "2027-03-02T15:00:00.000Z", end_time: "2027-03-05T15:00:00.000Z" },
    },
    "GET /waiting-list/summary": { path: "/waiting-list/summary?from=2027-03-01&to=2027-03-31" },
    "GET /plans/:date": { path: `/plans/2027-03-02?location_id=${story.locationId}` },
    "POST /plans/:date/preview": {
      path: "/plans/2027-03-02/preview",
      body: { location_id: story.locationId },
    },
    "POST /plans/:date/apply": {
      path: "/plans/2027-03-09/apply",
      body: {
        location_id: story.locationId,
        changes: [
          {
            appointment_id: world.visits.later.id,
            provider_id: world.visits.later.provider.id,
            planned_start: world.visits.later.planned_start,
          },
        ],
      },
    },
    "POST /appointments/:id/pin": { path: `/appointments/${world.visits.later.id}/pin`, body: {} },
    "POST /appointments/:id/unpin": { path: `/appointments/${world.visits.later.id}/unpin`, body: {} },
    "POST /appointments/:id/on-the-way": {
      path: `/appointments/${world.visits.todaysId}/on-the-way`,
      body: {},
    },
    "POST /appointments/swap": { body: { a: world.swapIds[0], b: world.swapIds[1] } },
    "POST /appointments/:id/arrived": { path: `/appointments/${world.visits.todaysId}/arrived`, body: {} },
    "GET /my-day": { path: `/my-day?provider_id=${story.anaId}` },
    "DELETE /appointments/:id/on-the-way": { path: `/appointments/${world.visits.todaysId}/on-the-way` },
    "POST /webhook-endpoints/:id/test": {
      path: `${endpoint}/test`,
    },
    "POST /webhook-endpoints/:id/recover": {
      path: `${endpoint}/recover`,
      body: { since: "2027-02-23T00:00:00Z" },
    },
    "POST /embedding/check": { body: { url: "https://hooks.example.com/", shows: "page" } },
    "POST /disruptions": {
      body: { provider_id: story.benId, from: "2027-03-20T00:00:00Z", to: "2027-03-21T00:00:00Z" },
    },
    // Behind the first ones and before the newest, so that no drawn request has applied it.
    "PUT /disruptions/:id": {
      path: `/disruptions/${world.idsOf("disruption")[3]! + 1}`,
      body: { choices: [] },
    },
    "POST /disruptions/:id/messages": {
      path: `/disruptions/${world.idsOf("disruption")[0]}/messages`,
      body: { appointment_id: world.idsOf("appointment")[0] },
    },
    "POST /disruptions/:id/apply": { path: `/disruptions/${second("disruption")}/apply`, body: {} },
    "POST /files": { body: { name: "plate.jpg" } },
    "GET /files/:id": { path: `/files/${world.fileId}` },
    "POST /appointments": { body: booking },
    "POST /series": {
      body: {
        ...booking,
        start_time: "2027-03-10T17:00:00.000Z",
        every: { weeks: 1 },
        count: 2,
        conflicts: "skip",
      },
    },
    "POST /class-sessions": {
      body: {
        appointment_type_id: world.classOf.typeId,
        provider_ids: [world.classOf.providerId],
        location_id: story.locationId,
        start_time: "2027-03-12T20:00:00.000Z",
        repeat: { every_weeks: 1, count: 2 },
      },
    },
    "GET /class-sessions/:id": { path: `/class-sessions/${world.idsOf("class_session")[0]}` },
    "PUT /class-sessions/:id": {
      path: `/class-sessions/${world.idsOf("class_session")[0]}`,
      body: { start_time: "2027-03-15T22:00:00.000Z", seats: 6 },
    },
    "DELETE /class-sessions/:id": { path: `/class-sessions/${second("class_session")}?reason=ill` },
    "POST /appointments/preview": { body: { ...booking, start_time: "2027-03-09T20:00:00.000Z" } },
    "PUT /appointments/:id/attendance": {
      path: `/appointments/${world.visits.later.id}/attendance`,
      body: { attendance: "coming" },
    },
    "POST /appointments/:id/reschedule": {
      path: `${movable}/reschedule`,
      body: { start_time: thursdayEvening },
    },
    "POST /scheduling-requests": {
      body: {
        customer_id: world.idsOf("customer").at(-1),
        appointment_type_id: story.typeId,
        latest_date: "2027-04-20",
      },
    },
    "POST /scheduling-requests/preview": {
      body: {
        customer_id: world.idsOf("customer")[2],
        appointment_type_id: story.typeId,
        latest_date: "2027-04-20",
      },
    },
    "POST /appointments/:id/reschedule/preview": {
      path: `${movable}/reschedule/preview`,
      body: { start_time: "2027-03-12T20:00:00.000Z" },
    },
    "POST /appointments/:id/cancel/preview": {
      path: `/appointments/${world.pendingIds[2]}/cancel/preview`,
      body: {},
    },
    "POST /appointments/:id/manage-link/rotate": { path: `${movable}/manage-link/rotate` },
    "POST /appointments/:id/cancel": { path: `${movable}/cancel`, body: { reason: "ill" } },
    "POST /appointments/:id/reopen": {
      path: `/appointments/${world.idsOf("appointment")[3]}/reopen`,
      body: {},
    },
    "POST /appointments/:id/reopen/preview": { path: `${movable}/reopen/preview`, body: {} },
    "PUT /resources/:id": { path: `/resources/${world.idsOf("resource_detail")[0]}`, body: {} },
    "POST /webhook-endpoints": {
      body: { url: "https://hooks.example.com/spare", events: ["appointment.created"] },
    },
    "DELETE /webhook-endpoints/:id": { path: `/webhook-endpoints/${world.idsOf("webhook_endpoint").at(-1)}` },
    "POST /appointments/:id/confirm": {
      path: `/appointments/${world.pendingIds[0]}/confirm`,
      body: {},
    },
    "POST /appointments/:id/confirm/preview": {
      path: `/appointments/${world.pendingIds[2]}/confirm/preview`,
      body: {},
    },
    "POST /appointments/:id/decline": {
      path: `/appointments/${world.pendingIds[1]}/decline`,
      body: {},
    },
    "POST /appointments/:id/decline/preview": {
      path: `/appointments/${world.pendingIds[2]}/decline/preview`,
      body: {},
    },
    "POST /appointments/:id/propose": {
      path: `/appointments/${world.pendingIds[2]}/propose`,
      body: { times: [{ start_time: "2027-03-17T17:00:00.000Z" }] },
    },
    "POST /appointments/:id/complete": { path: `/appointments/${second("appointment")}/complete`, body: {} },
    "POST /appointments/:id/no-show": { path: `/appointments/${second("appointment")}/no-show`, body: {} },
    "POST /providers/:id/calendars": {
      path: `/providers/${story.anaId}/calendars`,
      body: { kind: "ics", url: world.feedUrl },
    },
    "POST /test-clock/advance": { body: { by_minutes: 1_440 } },
    "POST /test-companies/:id/reset": { path: `/test-companies/${world.spareTestId}/reset` },
    "DELETE /test-companies/:id": { path: `/test-companies/${world.spareTestId}` },
    "PUT /providers/:id": { path: `/providers/${story.benId}`, body: { name: "Ben Ode" } },
    "POST /providers/:id/time-off": {
      path: `/providers/${story.benId}/time-off`,
      body: { start: "2027-03-20T00:00:00Z", end: "2027-03-21T00:00:00Z" },
    },
    "POST /resources": {
      body: { name: "Room 3", kind: "room", group: "Rooms", location_id: story.locationId },
    },
    "DELETE /resources/:id": { path: `/resources/${second("resource_detail")}` },
    "GET /resources/:id/time-off": { path: `/resources/${world.idsOf("resource_detail")[0]}/time-off` },
    "POST /resources/:id/time-off": {
      path: `/resources/${world.idsOf("resource_detail")[0]}/time-off`,
      body: { start: "2027-03-20T00:00:00Z", end: "2027-03-21T00:00:00Z" },
    },
    "DELETE /resources/:id/time-off/:timeOffId": {
      path: `/resources/${world.idsOf("resource_detail")[0]}/time-off/${world.idsOf("resource_time_off")[0]}`,
    },
    "GET /appointments": { path: "/appointments?status=scheduled" },
    "POST /company/time-off": {
      body: { start_date: "2027-12-24", end_date: "2027-12-24", reason: "Feast" },
    },
    "DELETE /company/time-off/:id": { path: `/company/time-off/${world.idsOf("company_time_off")[0]}` },
    "POST /customers/:id/email-consent": {
      path: `/customers/${story.customerId}/email-consent`,
      body: { event: "revoked", source: "at the desk" },
    },
    "PUT /webhook-endpoints/:id": {
      path: `/webhook-endpoints/${world.idsOf("webhook_endpoint")[0]}`,
      body: {},
    },
    "PUT /customers/bulk": { body: { rows: [{ external_ref: "crm-1", name: "Pat Kim" }] } },
    "POST /customers": { body: { name: "Pat Kim" } },
    "POST /imports/customers": { body: { rows: [{ name: "Pat Kim", email: "pat.kim@example.com" }] } },
    "POST /imports/providers": { body: { rows: [{ name: "Cleo Ng", location: String(story.locationId) }] } },
    "POST /imports/appointments": {
      body: {
        rows: [
          {
            external_ref: "other-1",
            start_time: "2027-03-05 09:00",
            appointment_type: String(story.typeId),
            provider: String(story.benId),
            location: String(story.locationId),
            name: "Pat Kim",
            email: "pat.kim@example.com",
          },
        ],
      },
    },
    "POST /scheduling-requests/:id/cancel": {
      path: `/scheduling-requests/${world.idsOf("scheduling_request")[0]}/cancel`,
      body: { cancel_appointment: true },
    },
    "GET /scheduling-requests/:id/outreach": { path: outreach },
    "POST /scheduling-requests/:id/outreach": {
      path: outreach,
      body: { outreach_plan_id: world.idsOf("outreach_plan")[0] },
    },
    "POST /scheduling-requests/:id/outreach/preview": {
      path: `/scheduling-requests/${world.idsOf("scheduling_request").at(-2)}/outreach/preview`,
      body: { outreach_plan_id: world.idsOf("outreach_plan")[0] },
    },
    "POST /scheduling-requests/:id/outreach/stop": { path: `${outreach}/stop` },
    "GET /events/stream": { path: "/events/stream?types=callback.requested" },
    "GET /callbacks/:id": { path: `/callbacks/${world.idsOf("callback")[0]}` },
    "PUT /callbacks/:id": { path: `/callbacks/${world.idsOf("callback")[0]}`, body: { done: true } },
    "POST /inbox/:kind/:id/later": {
      path: `/inbox/callback/${world.idsOf("callback")[0]}/later`,
      body: { until: null },
    },
    "GET /events/:id": { path: `/events/evt_${world.idsOf("event")[0]}` },
    "POST /locations": { body: { name: "Uptown", timezone: "UTC" } },
    "GET /reports/bookings": { path: `/reports/bookings?${aMonth}&group_by=day` },
    "GET /reports/classes": { path: `/reports/classes?${aMonth}` },
    "GET /reports/no-shows": { path: `/reports/no-shows?${aMonth}` },
    "GET /reports/texts": { path: `/reports/texts?${aMonth}` },
    "GET /customers/:id/export": { path: `/customers/${story.customerId}/export` },
    "GET /appointments/:id/lengths": { path: `/appointments/${world.pendingIds[0]}/lengths` },
    "GET /providers/:id/calendars": { path: `/providers/${story.benId}/calendars` },
    "PUT /appointment-types/:id": { path: `/appointment-types/${story.typeId}`, body: {} },
    "DELETE /providers/:id/time-off/:timeOffId": {
      path: `/providers/${timeOff[0]}/time-off/${timeOff[1]}`,
    },
    "DELETE /mail-domains/:id": { path: `/mail-domains/${world.idsOf("mail_domain")[0]}` },
    "DELETE /connected-apps/:id": { path: `/connected-apps/${world.idsOf("connected_app")[0]}` },
    "POST /users/:id/reset-link": { path: `/users/${world.idsOf("app_user")[0]}/reset-link` },
    "POST /api-keys": { body: { name: "CRM", role: "admin" } },
    "POST /channels": { body: { kind: "voice", phone: "+15125550177" } },
    "POST /calendar-feeds": { body: { provider_id: story.anaId, customer: "first_name" } },
    "POST /users": { body: { email: "lou@example.com", name: "Lou Ode", role: "admin" } },
    "POST /mail-domains/:id/check": { path: `/mail-domains/${world.idsOf("mail_domain")[0]}/check` },
    "POST /mail-domains": { body: { domain: "harbour.example" } },
    "POST /providers": { body: { name: "Ana Ruiz" } },
    "POST /customers/:id/contacts": {
      path: `/customers/${story.customerId}/contacts`,
      body: { phone: "+15125550177" },
    },
    "POST /customers/:id/contacts/:contactId/consent": {
      path: `/customers/${contact[0]}/contacts/${contact[1]}/consent`,
      body: { channel: "voice", event: "granted", source: "at the desk" },
    },
    "PUT /customers/:id/contacts/:contactId": {
      path: `/customers/${contact[0]}/contacts/${contact[1]}`,
      body: { label: "Office" },
    },
    "PUT /appointment-types/:id/image": { path: `/appointment-types/${story.typeId}/image` },
    "PUT /providers/:id/image": { path: `/providers/${story.benId}/image` },
    "DELETE /appointment-types/:id/image": { path: `/appointment-types/${story.typeId}/image` },
    "DELETE /providers/:id/image": { path: `/providers/${story.benId}/image` },
    "POST /mails/preview": { body: { purpose: "confirmation" } },
    "POST /webhook-endpoints/:id/rotate-secret": { path: `${endpoint}/rotate-secret` },
    "GET /webhook-endpoints/:id/deliveries": { path: `${endpoint}/deliveries` },
    "GET /webhook-endpoints/:id/delivery-days": { path: `${endpoint}/delivery-days` },
    "GET /company/readiness": { path: "/company/readiness" },
    "GET /holidays": { path: "/holidays?country=US&year=2027" },
    "GET /providers": { path: "/providers" },
    "GET /providers/:id": { path: `/providers/${story.benId}` },
    "GET /resources": { path: "/resources" },
    "GET /customers": { path: "/customers" },
    "GET /customers/:id/history": { path: `/customers/${story.customerId}/history` },
    "GET /scheduling-requests": { path: "/scheduling-requests" },
    "GET /scheduling-requests/:id": { path: `/scheduling-requests/${world.idsOf("scheduling_request")[0]}` },
    "GET /appointments/:id": { path: `/appointments/${world.idsOf("appointment")[0]}` },
    "GET /texts": { path: "/texts" },
    "GET /consents": { path: "/consents?phone=%2B15125550123" },
    "PUT /company": { body: { linked_gap_minutes: 20 } },
    "PUT /locations/:id": { path: `/locations/${story.locationId}`, body: {} },
    "PUT /customers/:id": { path: `/customers/${story.customerId}`, body: {} },
    "PUT /appointments/:id": { path: `/appointments/${world.idsOf("appointment")[0]}`, body: {} },
    "PUT /providers/:id/hours": { path: `/providers/${story.benId}/hours`, body: {} },
    "POST /outreach-plans/preview": { body: { steps: [{ channel: "voice" }] } },
    "POST /outreach-plans": {
      body: { name: "A call", steps: [{ after_minutes: 60, channel: "voice" }] },
    },
    "DELETE /outreach-plans/:id": { path: `/outreach-plans/${second("outreach_plan")}` },
    "DELETE /locations/:id": { path: `/locations/${second("location")}` },
    "DELETE /appointment-types/:id": { path: `/appointment-types/${second("appointment_type")}` },
    "DELETE /providers/:id": { path: `/providers/${world.idsOf("provider")[2]}` },
    "DELETE /customers/:id": { path: `/customers/${second("customer")}` },
  }
  return rights[`${method} ${path}`] ?? plainRead({ method, path }, world, aMonth)
}

/** The calls that need a user's session or something else that no key has. */
const needsMore = /^\/(users\/me|test-clock)/

/** Most that is read takes no more than its address, with the id of the first record; reports take dates besides. */
function plainRead(
  { method, path }: Pick<Mount, "method" | "path">,
  world: World,
  dates: string,
): Right | undefined {
  const [, segment, ...rest] = path.split("/")
  const id = world.idsOf(tableForSegment(segment!) ?? "")[0]
  const isOfOne = rest.includes(":id")
  if (method !== "GET" || needsMore.test(path) || path.split(":").length > 2) return undefined
  if (isOfOne && id === undefined) return undefined
  return { path: path.replace(":id", String(id)) + (segment === "reports" ? `?${dates}` : "") }
}
