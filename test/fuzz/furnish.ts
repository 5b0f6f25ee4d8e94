/** Two companies on one host, each with the story and one record of every kind that the story has none of. */

import type { MailSender } from "../../service/platform/ports/mails.ts"
import { makeConnectedApp } from "../support/connected-app.ts"
import { smallPdf, upload } from "../support/files.ts"
import { startService, type TestService, type TestServiceOptions } from "../support/service.ts"
import { make, type Story, tellStory, weekdays } from "../support/story.ts"
import { startFreeCalendars } from "./free-calendars.ts"

export interface Furnished {
  service: TestService
  story: Story
  other: { companyId: number; key: string; fileId: string }
  /** An admin key of the company's test company. */
  testKey: string
  /** A test company that nothing else uses. */
  spareTestId: number
  /** The visits of a type that promises windows. */
  visits: { todaysId: number; later: PlannedVisit }
  /** Appointments that wait for staff: one for each answer. */
  pendingIds: readonly number[]
  /** A type with seats and who gives it. */
  classOf: { typeId: number; providerId: number }
  /** Two of one person and of the story's customer that can change places. */
  swapIds: readonly number[]
  /**
   * The questions that the story's customer can answer by phone: a time that staff propose, and one that the waiting list
   * offers.
   */
  asked: {
    proposed: { appointment_id: number; start_time: string }
    offered: { waiting_entry_id: number; offer_id: number }
  }
  /** A file that was uploaded and that no booking took. Files have no numbers that a caller sees. */
  fileId: string
  /** A calendar that may be connected: an empty one. */
  feedUrl: string
}

interface PlannedVisit {
  id: number
  provider: { id: number }
  planned_start: string
}

export async function furnish(options: TestServiceOptions): Promise<Furnished> {
  const calendars = await startFreeCalendars()
  const started = await startService({
    ...{ now: earlier, mails: takesAll, book: true, files: true, isDrawn: true },
    ...calendars.options,
    ...options,
  })
  const stop = async () => {
    await started.stop()
    await calendars.server.stop()
  }
  const service: TestService = { ...started, stop }
  const story = await tellStory(service)
  await make(service, `/providers/${story.benId}/calendars`, { kind: "ics", url: calendars.feedUrl })
  await addTheRest(service, story, { email: "kim@example.com", channel: "+15125550190" })
  const pendingIds = await askForThree(service, story)
  const classOf = await giveClass(service, story)
  const visits = await promiseWindows(service, story)
  const other = await service.anotherCompany()
  const asOther: TestService = {
    ...service,
    api: (method, path, body, sending) => service.api(method, path, body, { ...sending, key: other.key }),
  }
  const theirs = { email: "zoe@example.com", channel: "+33142685399" }
  const theirStory = await tellStory(asOther)
  await addTheRest(asOther, theirStory, theirs)
  await giveClass(asOther, theirStory)
  const [fileId, theirFileId] = [await uploadOne(service), await uploadOne(asOther)]
  service.clock.set(today)
  await make(service, "/holds", {
    ...{ appointment_type_id: story.typeId, provider_id: story.anaId, location_id: story.locationId },
    ...{ start_time: "2027-03-18T16:00:00Z", minutes: 15 },
  })
  const ofOne = { customer_id: story.customerId, appointment_type_id: story.typeId, provider_id: story.benId }
  const swapIds: number[] = []
  for (const start_time of ["2027-03-23T16:00:00.000Z", "2027-03-23T18:00:00.000Z"])
    swapIds.push((await make(service, "/appointments", { ...ofOne, start_time })).id)
  const asked = { proposed: await proposeOne(service, story), offered: await offerOne(service, story) }
  const { api_key: testKey } = (await make(service, "/test-company", {})) as unknown as { api_key: string }
  const { company_id: spareTestId } = (await make(service, "/test-company", {})) as unknown as {
    company_id: number
  }
  return {
    ...{ service, story, other: { ...other, fileId: theirFileId } },
    ...{
      testKey,
      spareTestId,
      pendingIds,
      visits,
      classOf,
      swapIds,
      asked,
      fileId,
      feedUrl: calendars.feedUrl,
    },
  }
}

async function uploadOne(service: TestService): Promise<string> {
  const { upload_url } = (await make(service, "/files", { name: "plan.pdf" })) as unknown as {
    upload_url: string
  }
  const { data } = await upload(upload_url, smallPdf, "application/pdf")
  return data.id
}

/** No mail is really sent: no worker runs. */
const takesAll: MailSender = {
  from: "bookings@host.example",
  staysHere: false,
  send: async () => ({ kind: "sent", carrierId: null }),
}

const earlier = "2027-02-22T12:00:00.000Z"
const today = "2027-03-01T12:00:00.000Z"

/** `unique` has values that no other record on the host may have. */
async function addTheRest(
  service: TestService,
  { customerId, typeId, anaId, benId, locationId }: Story,
  unique: { email: string; channel: string },
): Promise<void> {
  const { email, channel } = unique
  const kim = { email, name: "Kim Lee", role: "member", password: "a long pass phrase" }
  const { id: userId } = await make(service, "/users", kim)
  const companyId: number = (await service.api("GET", "/company")).body.data.id
  await makeConnectedApp(service.context, { companyId, userId })
  await make(service, "/api-keys", { name: "Second key", role: "member" })
  for (const owner of [{ provider_id: benId }, { location_id: locationId }])
    await make(service, "/calendar-feeds", owner)
  await make(service, "/channels", { kind: "voice", phone: channel })
  for (const domain of ["one.example", "two.example"]) await make(service, "/mail-domains", { domain })
  await make(service, "/webhook-endpoints", {
    url: "https://hooks.example.com/a",
    events: ["appointment.created"],
  })
  await make(service, "/locations", { name: "Spare", timezone: "UTC" })
  await make(service, "/appointment-types", { name: "Spare", duration_minutes: 30 })
  await make(service, "/customers", { name: "Spare Customer" })
  await make(service, "/providers", { name: "Spare" })
  const mover = await make(service, "/customers", { name: "Movable Customer" })
  const off = { start: "2027-03-20T00:00:00Z", end: "2027-03-21T00:00:00Z" }
  await make(service, `/providers/${anaId}/time-off`, off)
  const room = { kind: "room", group: "Rooms", location_id: locationId }
  const { id: roomId } = await make(service, "/resources", { ...room, name: "Room 1" })
  await make(service, "/resources", { ...room, name: "Spare" })
  await make(service, `/resources/${roomId}/time-off`, off)
  await make(service, `/customers/${customerId}/contacts`, { phone: "+15125550124" })
  const wish = { customer_id: customerId, appointment_type_id: typeId }
  await make(service, "/scheduling-requests", { ...wish, latest_date: "2027-04-20" })
  await addOutreach(service, typeId)
  const booking = { ...wish, provider_id: anaId, location_id: locationId }
  for (const start_time of ["2027-03-03T16:00:00Z", "2027-02-23T16:00:00Z"]) {
    await make(service, "/appointments", { ...booking, start_time })
  }
  await make(service, "/holds", {
    ...{ appointment_type_id: typeId, provider_id: anaId, location_id: locationId, minutes: 15 },
    start_time: "2027-03-17T16:00:00Z",
  })
  const movable = { customer_id: mover.id, provider_id: benId, start_time: "2027-03-04T20:00:00Z" }
  await make(service, "/appointments", { ...booking, ...movable })
  const cancelled = await make(service, "/appointments", {
    ...booking,
    ...movable,
    start_time: "2027-03-10T20:00:00Z",
  })
  await service.api("POST", `/appointments/${cancelled.id}/cancel`, {})
  // Entries of customers without other bookings, since a booking of the type would end them.
  for (const latest_date of ["2027-04-30", "2027-04-29"]) {
    const { id: customer_id } = await make(service, "/customers", { name: "Waiting Customer" })
    await make(service, "/waiting-entries", { ...wish, customer_id, latest_date })
  }
  await sendMail(service, { ...booking, start_time: "2027-03-05T16:00:00Z" })
  await leaveMessage(service, channel)
  await bookSeries(service, { ...booking, customer_id: mover.id, start_time: "2027-03-08T22:00:00Z" })
  // The others hit nothing, so that the second one can be applied after any change.
  await make(service, "/disruptions", {
    ...{ provider_id: anaId, from: "2027-03-03T00:00:00Z", to: "2027-03-04T00:00:00Z" },
  })
  for (let more = 0; more < 10; more += 1)
    await make(service, "/disruptions", {
      ...{ provider_id: anaId, from: "2027-03-27T00:00:00Z", to: "2027-03-28T00:00:00Z" },
    })
}

async function askForThree(service: TestService, { locationId }: Story): Promise<number[]> {
  const type = { name: "Bathroom refit", duration_minutes: 60 }
  const { id: typeId } = await make(service, "/appointment-types", {
    ...type,
    ...{ confirmation: "staff", answer_within_minutes: 43_200 },
  })
  const weekly_hours = weekdays(locationId)
  const provider = await make(service, "/providers", {
    name: "Farid Aziz",
    appointment_type_ids: [typeId],
    weekly_hours,
  })
  const customer = await make(service, "/customers", { name: "Asking Customer" })
  const booking = { customer_id: customer.id, appointment_type_id: typeId, provider_id: provider.id }
  const ids: number[] = []
  for (const day of [15, 16, 17])
    ids.push(
      (await make(service, "/appointments", { ...booking, start_time: `2027-03-${day}T16:00:00Z` })).id,
    )
  return ids
}

/** A type of one person's own. */
async function ownType(
  service: TestService,
  { locationId }: Story,
  fields: object,
): Promise<{ appointment_type_id: number; provider_id: number }> {
  const { id: appointment_type_id } = await make(service, "/appointment-types", {
    ...{ name: "Measurement", duration_minutes: 60 },
    ...fields,
  })
  const { id: provider_id } = await make(service, "/providers", {
    ...{ name: "Jon Vale", appointment_type_ids: [appointment_type_id], weekly_hours: weekdays(locationId) },
  })
  return { appointment_type_id, provider_id }
}

async function proposeOne(service: TestService, story: Story) {
  const type = await ownType(service, story, { confirmation: "staff", answer_within_minutes: 43_200 })
  const wish = { ...type, customer_id: story.customerId, start_time: "2027-03-24T16:00:00.000Z" }
  const { id: appointment_id } = await make(service, "/appointments", wish)
  const start_time = "2027-03-24T18:00:00.000Z"
  await service.api("POST", `/appointments/${appointment_id}/propose`, { times: [{ start_time }] })
  return { appointment_id, start_time }
}

async function offerOne(service: TestService, story: Story) {
  const { appointment_type_id, provider_id } = await ownType(service, story, {})
  const wish = { customer_id: story.customerId, appointment_type_id, latest_date: "2027-04-28" }
  const { id: waiting_entry_id } = await make(service, "/waiting-entries", wish)
  const { id: offer_id } = await make(service, `/waiting-entries/${waiting_entry_id}/offers`, {
    ...{ provider_id, location_id: story.locationId, start_time: "2027-03-26T16:00:00.000Z" },
  })
  return { waiting_entry_id, offer_id }
}

/** Three sessions of a class, the first with somebody in it. */
async function giveClass(
  service: TestService,
  { locationId }: Story,
): Promise<{ typeId: number; providerId: number }> {
  const { id: typeId } = await make(service, "/appointment-types", {
    ...{ name: "Yoga", duration_minutes: 50, seats: 5 },
  })
  const { id: providerId } = await make(service, "/providers", {
    ...{ name: "Yui Sato", appointment_type_ids: [typeId] },
  })
  const start_time = "2027-03-15T23:00:00Z"
  await make(service, "/class-sessions", {
    ...{ appointment_type_id: typeId, provider_ids: [providerId], location_id: locationId, start_time },
    repeat: { every_weeks: 1, count: 3 },
  })
  const customer = await make(service, "/customers", { name: "Class Customer" })
  await make(service, "/appointments", {
    ...{ customer_id: customer.id, appointment_type_id: typeId, provider_id: providerId, start_time },
  })
  return { typeId, providerId }
}

/** Two visits that were promised windows: one on the day itself, which can set out, and one whose day is still planned. */
async function promiseWindows(
  service: TestService,
  { locationId }: Story,
): Promise<{ todaysId: number; later: PlannedVisit }> {
  const { id: typeId } = await make(service, "/appointment-types", {
    ...{ name: "Repair", duration_minutes: 60, place: "at_customer" },
    promise: { kind: "window", minutes: 120 },
  })
  const { id: provider_id } = await make(service, "/providers", {
    ...{ name: "Ivo Kern", appointment_type_ids: [typeId], weekly_hours: weekdays(locationId) },
  })
  const address = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
  const { id: customer_id } = await make(service, "/customers", {
    ...{ name: "Visited Customer", address: { ...address, latitude: 30.27, longitude: -97.74 } },
  })
  const wish = { customer_id, appointment_type_id: typeId, provider_id, location_id: locationId }
  const booked = async (start_time: string) =>
    (await make(service, "/appointments", { ...wish, start_time })) as unknown as PlannedVisit
  const [{ id: todaysId }, later] = [
    await booked("2027-03-01T19:00:00.000Z"),
    await booked("2027-03-09T17:00:00.000Z"),
  ]
  return { todaysId, later }
}

async function bookSeries(service: TestService, booking: object): Promise<void> {
  const wish = { ...booking, every: { weeks: 1 }, count: 2 }
  const { status, body } = await service.api("POST", "/series", wish)
  if (status !== 200) throw new Error(`/series: ${status} ${JSON.stringify(body)}`)
}

/** One mail: nothing else is mailed, so that all else stays as it is for a company without mails. */
async function sendMail(service: TestService, booking: object): Promise<void> {
  await service.api("PUT", "/company", { mail: { reply_to: "desk@example.com" } })
  const customer = await make(service, "/customers", { name: "Mailed Customer", email: "mailed@example.com" })
  await make(service, "/appointments", { ...booking, customer_id: customer.id })
  await service.api("PUT", "/company", { mail: null })
}

/** A caller's, by the company's agent. */
async function leaveMessage(service: TestService, channel: string): Promise<void> {
  const begun = { caller_id: "+15125550124", called_number: channel, call_sid: "CA1" }
  const { session_id } = (await service.api("POST", "/agent/conversation-init", begun)).body.dynamic_variables
  await make(service, "/agent/callbacks", { session_id, message: "Wants an offer for a second boiler." })
}

/** Two plans, and a request for which one has run. */
async function addOutreach(service: TestService, typeId: number): Promise<void> {
  const steps = [{ after_minutes: 60, channel: "voice" }]
  const plan = await make(service, "/outreach-plans", { name: "Nudges", steps })
  await make(service, "/outreach-plans", { name: "Spare", steps })
  const nudged = await make(service, "/customers", { name: "Nudged Customer" })
  const { id } = await make(service, "/scheduling-requests", {
    customer_id: nudged.id,
    appointment_type_id: typeId,
    latest_date: "2027-04-20",
    outreach_plan_id: plan.id,
  })
  await service.api("POST", `/scheduling-requests/${id}/outreach/stop`)
}
