import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { tokenHash } from "../../../domain/model/link-token.ts"
import { anasAt, linkOf, makeLink } from "../../../test/support/link.ts"
import { type ManageLink, makeManageLink, presentManageLink } from "../../../test/support/manage-link.ts"
import { openPublicPage, visitorOf } from "../../../test/support/public-page.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { make, makeCustomer, makeType, put, type Story, tellStory } from "../../../test/support/story.ts"

const words = "This link is no longer active"
let service: TestService
let story: Story
let link: ManageLink
/** Each test has an hour of its own. */
const start = "2027-03-02T15:00:00.000Z"
const later = "2027-03-03T16:00:00.000Z"

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
})
afterAll(() => service.stop())

beforeEach(async () => {
  service.clock.set("2027-03-01T12:00:00.000Z")
  for (const { id } of (await service.api("GET", "/appointments?status=scheduled")).body.data)
    await service.api("POST", `/appointments/${id}/cancel`)
  link = await makeManageLink(service, { ...story, customerId: await makeCustomer(service) }, start)
})

const appointmentOf = async ({ appointmentId }: ManageLink) =>
  (await service.api("GET", `/appointments/${appointmentId}`)).body.data

const rotate = (id: number) => service.api("POST", `/appointments/${id}/manage-link/rotate`)

async function expectEnded(ended: ManageLink): Promise<number> {
  const page = await ended.page()
  expect(page.status).toBe(404)
  expect(page.text).toContain(words)
  expect(page.text).toContain('href="tel:+15125550100"')
  const json = await ended.read()
  expect([json.status, json.error]).toMatchObject([
    404,
    {
      code: "link_ended",
      message: words,
      details: { companyName: "Harbour Heating", companyPhone: "+15125550100" },
    },
  ])
  for (const reply of [await ended.move(later), await ended.cancel()])
    expect([reply.status, reply.error.code]).toEqual([404, "link_ended"])
  // The file of a cancelled one takes it out of the calendar, until it would have begun.
  const file = await ended.file()
  if (file.status === 200) expect(file.text).toContain("METHOD:CANCEL")
  else expect([file.status, file.error.code]).toEqual([404, "link_ended"])
  return file.status
}

describe("manage_url", () => {
  it("TR-05 is /a/<token> on an appointment without a request, the same at every read and after a move", async () => {
    expect(link.url).toMatch(new RegExp(`^${service.bookUrl}/a/[A-Za-z0-9_-]{24}$`))
    expect((await appointmentOf(link)).manage_url).toBe(link.url)
    const moved = await service.api("POST", `/appointments/${link.appointmentId}/reschedule`, {
      start_time: later,
    })
    expect(moved.body.data.manage_url).toBe(link.url)
    const listed = await service.api("GET", "/appointments?status=scheduled")
    expect(listed.body.data[0].manage_url).toBe(link.url)
  })

  it("TR-05 only the token's hash is stored, and no answer is kept that tells the link", async () => {
    const { db } = service.context
    const key = "the-same-key"
    const body = { ...bookingOf(story), start_time: later }
    const first = await service.api("POST", "/appointments", body, { headers: { "idempotency-key": key } })
    const token = String(first.body.data.manage_url).split("/").at(-1)!
    const again = await service.api("POST", "/appointments", body, { headers: { "idempotency-key": key } })
    expect(again.body).toEqual(first.body)
    const kept = await db.query<{ row: string }>(`
      SELECT directory::text AS row FROM directory UNION ALL SELECT appointment::text FROM appointment
      UNION ALL SELECT idempotency::text FROM idempotency UNION ALL SELECT event::text FROM event
      UNION ALL SELECT audit::text FROM audit`)
    expect(kept.some(({ row }) => row.includes(tokenHash(token)))).toBe(true)
    expect(kept.filter(({ row }) => row.includes(token))).toEqual([])
  })

  it("TR-05 is null for an appointment with a request, and while links are not set up", async () => {
    const request = await makeLink(service, { ...story, customerId: await makeCustomer(service) })
    const booked = await request.book(anasAt(story, later))
    const ofRequest = await service.api("GET", `/appointments/${booked.data.appointment!.id}`)
    expect(ofRequest.body.data.manage_url).toBeNull()
    await put(service, "/company", { booking_links_enabled: false })
    expect((await appointmentOf(link)).manage_url).toBeNull()
    await expectEnded(link)
    await put(service, "/company", { booking_links_enabled: true })
    expect((await appointmentOf(link)).manage_url).toBe(link.url)
  })

  it("TR-05 rotating it ends the old link at once and changes nothing else", async () => {
    const before = await appointmentOf(link)
    const rotated = await rotate(link.appointmentId)
    expect(rotated.status).toBe(200)
    expect(rotated.body.data.manage_url).not.toBe(link.url)
    expect(rotated.body.data).toEqual({
      ...before,
      manage_url: rotated.body.data.manage_url,
      updated_at: rotated.body.data.updated_at,
    })
    await expectEnded(link)
    const present = await presentManageLink(service, link.appointmentId)
    expect(present.url).toBe(rotated.body.data.manage_url)
    expect((await present.read()).status).toBe(200)
  })

  it("TR-05 an appointment with a request has none to rotate, and an unknown one is a 404", async () => {
    const request = await makeLink(service, { ...story, customerId: await makeCustomer(service) })
    const { id } = (await request.book(anasAt(story, later))).data.appointment!
    const refused = await rotate(id)
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: "managed_by_request", details: { scheduling_request_id: request.requestId } },
    ])
    expect((await rotate(987_654)).status).toBe(404)
    const other = await service.anotherCompany("Third Harbour")
    const foreign = await service.api(
      "POST",
      `/appointments/${link.appointmentId}/manage-link/rotate`,
      undefined,
      {
        key: other.key,
      },
    )
    expect(foreign.status).toBe(404)
  })
})

const bookingOf = ({ customerId, typeId, anaId, locationId }: Story) => ({
  customer_id: customerId,
  appointment_type_id: typeId,
  provider_id: anaId,
  location_id: locationId,
})

describe("the manage link's page", () => {
  it("TR-49 shows the one appointment with its length and dates, and nothing of the customer but the first name", async () => {
    const { status, data } = await link.read()
    expect(status).toBe(200)
    expect(data).toMatchObject({
      customer: { firstName: "Sam" },
      appointmentType: { name: "Boiler service", durationMinutes: 60, durationLabel: null },
      state: "scheduled",
      closedReason: null,
      bookable: { firstDate: "2027-03-01", lastDate: "2027-04-30" },
      appointment: { id: link.appointmentId, startTime: start, canReschedule: true, canCancel: true },
      slots: null,
    })
    const page = await link.page()
    expect([page.status, page.headers.get("x-robots-tag")]).toEqual([200, "noindex, nofollow"])
    expect(page.text).toContain("Ana Ruiz")
    expect(page.text).not.toContain("Poe")
    expect(page.text).not.toContain(link.token)
  })

  it("TR-49 moves it to a time of the same provider, in the name of the link", async () => {
    const search = await link.slots("2027-03-03", "2027-03-04", link.appointmentId)
    expect(search.data.providers.map((entry) => entry.providerName)).toEqual(["Ana Ruiz"])
    const moved = await link.move(later, 1)
    expect(moved.data.appointment).toMatchObject({ startTime: later, version: 2 })
    const { body } = await service.events()
    expect(body.data.at(-1)).toMatchObject({
      type: "appointment.rescheduled",
      source: { kind: "link" },
      data: { scheduling_request: null, previous: { start_time: start } },
    })
  })

  it("TR-49 cancels it, says so, and has then ended", async () => {
    const cancelled = await link.cancel()
    expect([cancelled.status, cancelled.data]).toMatchObject([
      200,
      { state: "closed", closedReason: "cancelled", appointment: null, bookable: null, slots: null },
    ])
    expect(await appointmentOf(link)).toMatchObject({ status: "cancelled", cancelled_by: "link" })
    expect(await expectEnded(link)).toBe(200)
  })

  it("TR-49 gives the calendar file", async () => {
    const file = await link.file()
    expect(file.headers.get("content-type")).toBe("text/calendar; charset=utf-8")
    expect(file.text).toContain("DTSTART;TZID=America/Chicago:20270302T090000")
    expect(file.text).not.toContain(link.token)
  })

  it("TR-05 works until the appointment starts, and ends that minute", async () => {
    service.clock.set("2027-03-02T14:59:59.999Z")
    expect((await link.read()).status).toBe(200)
    service.clock.set(start)
    expect(await expectEnded(link)).toBe(404)
  })

  it("TR-05 one that the company cancelled has ended", async () => {
    await service.api("POST", `/appointments/${link.appointmentId}/cancel`)
    expect(await expectEnded(link)).toBe(200)
  })

  it("TR-49 keeps the cancel notice", async () => {
    const strictId = await makeType(service, { name: "Strict visit", cancel_notice_minutes: 1440 })
    await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, strictId] })
    const strict = await makeManageLink(service, story, later, { appointment_type_id: strictId })
    service.clock.set("2027-03-02T16:00:01.000Z")
    expect((await strict.read()).data.appointment).toMatchObject({ canCancel: false, canReschedule: false })
    const refused = await strict.cancel()
    expect([refused.status, refused.error.code]).toEqual([409, "cancel_notice_passed"])
  })

  it("TR-49 a job over several days shows and moves all of them", async () => {
    const jobId = await makeType(service, { name: "Rewiring", blocks: [240, 240] })
    await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, jobId] })
    const job = await makeManageLink(service, story, "2027-03-08T15:00:00.000Z", {
      appointment_type_id: jobId,
    })
    const { appointmentType, appointment } = (await job.read()).data
    expect([appointmentType.blockMinutes, appointment!.blocks.length]).toEqual([[240, 240], 2])
    expect((await job.move("2027-03-09T15:00:00.000Z")).data.appointment!.blocks[1]!.startTime).toBe(
      "2027-03-10T15:00:00.000Z",
    )
  })
})

describe("a manage link is for its appointment alone", () => {
  it("CL-09 of a booking that was declined says so and why, does nothing, and ends when it would have begun", async () => {
    const typeId = await makeType(service, { confirmation: "staff" })
    await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, typeId] })
    const asked = await makeManageLink(
      service,
      { ...story, typeId, customerId: await makeCustomer(service) },
      later,
    )
    expect((await asked.read()).data).toMatchObject({
      appointmentType: { isAsked: true },
      state: "scheduled",
    })
    const reason = "We are away <that week>."
    await service.api("POST", `/appointments/${asked.appointmentId}/decline`, { reason })
    const { status, data } = await asked.read()
    expect([status, data]).toMatchObject([
      200,
      { state: "closed", closedReason: "declined", closedNote: reason, appointment: null },
    ])
    const page = await asked.page()
    expect([page.status, page.text.includes("We could not take this appointment")]).toEqual([200, true])
    expect(page.text).not.toContain("<that week>")
    for (const reply of [await asked.move(start), await asked.cancel()])
      expect([reply.status, reply.error.code]).toEqual([404, "link_ended"])
    expect((await asked.file()).status).toBe(409)
    service.clock.set(later)
    expect((await asked.read()).status).toBe(404)
  })

  it("CL-06 of several in one visit shows the length of all of them", async () => {
    const secondId = await makeType(service, { name: "Filter change", duration_minutes: 30 })
    await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, secondId] })
    const { appointment_type_id: _, ...booking } = bookingOf({
      ...story,
      customerId: await makeCustomer(service),
    })
    const types = { appointment_type_ids: [story.typeId, secondId] }
    const first = await make(service, "/appointments", { ...booking, ...types, start_time: later })
    const { data } = await (await presentManageLink(service, first.id)).read()
    expect(data.appointmentType).toMatchObject({ durationMinutes: 90, blockMinutes: [90] })
    expect(data.appointment!.parts).toHaveLength(2)
  })

  it("TR-05 books nothing, searches no other times, and moves no other appointment", async () => {
    const booked = await link.book(anasAt(story, later))
    expect([booked.status, booked.error.code]).toEqual([403, "forbidden"])
    const search = await link.slots("2027-03-03", "2027-03-04")
    expect([search.status, search.error.code]).toEqual([403, "forbidden"])
    const other = await makeManageLink(service, story, later)
    const theirs = await link.slots("2027-03-03", "2027-03-04", other.appointmentId)
    expect([theirs.status, theirs.error.code]).toEqual([404, "not_found"])
  })

  it("TR-05 a token of one kind is unknown at the other's address: same words, no number", async () => {
    const request = await makeLink(service, { ...story, customerId: await makeCustomer(service) })
    for (const url of [
      `${service.bookUrl}/r/${link.token}`,
      `${service.bookUrl}/a/${request.token}`,
      `${service.bookUrl}/a/${"A".repeat(24)}`,
    ]) {
      const page = await linkOf(service, url).page()
      expect(page.status).toBe(404)
      expect(page.text).toContain(words)
      expect(page.text).not.toMatch(/Harbour|tel:|555/)
      expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    }
  })

  it("TR-05 the company's own origins, and no others, may frame it, and a replaced one for a minute", async () => {
    await put(service, "/company", { embed_origins: ["https://www.example.com"] })
    const policy = async () => (await link.page()).headers.get("content-security-policy")
    expect(await policy()).toContain("frame-ancestors https://www.example.com")
    await rotate(link.appointmentId)
    expect(await policy()).toContain("frame-ancestors https://www.example.com")
    service.clock.advanceMs(61_000)
    expect(await policy()).toContain("frame-ancestors 'none'")
    await put(service, "/company", { embed_origins: [] })
  })
})

describe("who books on the public page", () => {
  const known = "+15125550123"

  beforeAll(() => openPublicPage(service, story))

  it("TR-49 gets the link at once, moves and cancels by it", async () => {
    const visitor = visitorOf(service)
    await visitor.proves(known)
    const booked = await visitor.book({ ...wish(), startTime: later })
    expect(booked.data.appointment).toMatchObject({ canReschedule: true, canCancel: true })
    const own = linkOf(service, booked.data.manageUrl!)
    expect((await own.read()).data.appointment!.id).toBe(booked.data.appointment.id)
    expect((await own.move("2027-03-04T16:00:00.000Z")).status).toBe(200)
    expect((await own.cancel()).status).toBe(200)
  })

  it("TR-49 gets the booking link where the booking answers a request", async () => {
    const request = await makeLink(service, story)
    const visitor = visitorOf(service)
    await visitor.proves(known)
    const booked = await visitor.book({ ...wish(), startTime: later })
    expect(booked.data.manageUrl).toBe(request.url)
    expect((await request.cancel()).status).toBe(200)
    await service.api("POST", `/scheduling-requests/${request.requestId}/cancel`)
  })

  it("TR-49 gets none where links are not set up, and is told to call", async () => {
    await put(service, "/company", { booking_links_enabled: false })
    const visitor = visitorOf(service)
    await visitor.proves(known)
    const booked = await visitor.book({ ...wish(), startTime: later })
    expect(booked.data).toMatchObject({
      manageUrl: null,
      appointment: { canReschedule: false, canCancel: false },
    })
    await put(service, "/company", { booking_links_enabled: true })
  })

  const wish = () => ({ typeId: story.typeId, providerId: story.anaId, locationId: story.locationId })
})

it("TR-05 a link made with a key that the host has lost opens, but cannot be told until it is rotated", async () => {
  const { db } = service.context
  await db.query("UPDATE appointment SET link_key_id = 'lost' WHERE id = $1", [link.appointmentId])
  expect((await appointmentOf(link)).manage_url).toBeNull()
  expect((await link.read()).status).toBe(200)
  expect((await rotate(link.appointmentId)).body.data.manage_url).toMatch(/\/a\//)
})

it("WL-06 the link of an appointment shows its series, and moves and cancels one, the following or all of it", async () => {
  const { body } = await service.api("POST", "/series", {
    ...bookingOf({ ...story, customerId: await makeCustomer(service) }),
    start_time: "2027-03-04T16:00:00.000Z",
    every: { weeks: 1 },
    count: 4,
  })
  const appointments = body.data.appointments as { id: number; manage_url: string }[]
  const second = linkOf(service, appointments[1]!.manage_url)
  const startsOf = (view: { series?: { appointments: { startTime: string }[] } }) =>
    view.series?.appointments.map(({ startTime }) => startTime)
  expect(startsOf((await second.read()).data)).toEqual(
    ["04T16", "11T16", "18T15", "25T15"].map((at) => `2027-03-${at}:00:00.000Z`),
  )
  const moved = await second.move("2027-03-11T17:00:00.000Z", undefined, "following")
  expect(startsOf(moved.data)).toEqual(
    ["04T16", "11T17", "18T16", "25T16"].map((at) => `2027-03-${at}:00:00.000Z`),
  )
  expect((await second.move("2027-03-11T18:00:00.000Z")).data.appointment?.startTime).toBe(
    "2027-03-11T18:00:00.000Z",
  )
  expect((await second.cancel(undefined, "following")).status).toBe(200)
  const first = linkOf(service, appointments[0]!.manage_url)
  expect(startsOf((await first.read()).data)).toBeUndefined()
  expect((await first.cancel(undefined, "all")).data.state).toBe("closed")
  const { body: left } = await service.api(
    "GET",
    `/appointments?series_id=${body.data.series_id}&status=scheduled`,
  )
  expect(left.data).toEqual([])
})
