/** MD-09: refusals of previews, of changes at another version, and of credentials that are no user's, that no story meets. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../../test/support/agent.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, type Story, tellStory } from "../../test/support/story.ts"

let service: TestService
let story: Story
beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  await openChannels(service)
})
afterAll(() => service.stop())

type Fields = Record<string, unknown>
const codeOf = ({ body }: Answer): string => body.error?.code ?? "none"
const post = async (path: string, body: Fields = {}) => codeOf(await service.api("POST", path, body))
const at = (time: string) => `2027-03-04T${time}:00.000Z`
const dates = { start_date: "2027-03-02", end_date: "2027-03-09" }
const stale = { if_version: 999 }

const wishFor = (start_time: string) => ({
  customer_id: story.customerId,
  appointment_type_id: story.typeId,
  provider_id: story.benId,
  start_time,
})
const booked = async (start_time: string): Promise<number> =>
  (await make(service, "/appointments", wishFor(start_time))).id

it("MD-09 an appointment at another version is neither changed nor previewed", async () => {
  const id = await booked(at("16:00"))
  const of = `/appointments/${id}`
  expect([
    await post(`${of}/reschedule/preview`, { start_time: at("17:00"), ...stale }),
    await post(`${of}/cancel/preview`, stale),
    await post(`${of}/complete`, stale),
    await post(`${of}/no-show`, stale),
  ]).toEqual(Array(4).fill("version_conflict"))
  await service.api("POST", `${of}/cancel`, {})
  expect([
    await post(`${of}/reopen/preview`, stale),
    await post(`${of}/reschedule/preview`, { start_time: at("17:00") }),
    await post(`${of}/cancel/preview`),
    await post("/slots/explain-range", { appointment_id: id, ...dates }),
    await post("/slots/explain", { appointment_id: id, provider_id: story.benId, start_time: at("17:00") }),
  ]).toEqual(["version_conflict", ...Array(4).fill("appointment_not_scheduled")])
})

it("MD-09 a time that is taken or at which nobody works is neither previewed nor held", async () => {
  const cancelled = await booked(at("19:00"))
  await service.api("POST", `/appointments/${cancelled}/cancel`, {})
  await make(service, "/appointments", { ...wishFor(at("18:00")), customer_id: await makeCustomer(service) })
  expect(await post("/appointments/preview", wishFor(at("18:00")))).toBe("slot_taken")
  await make(service, `/providers/${story.benId}/time-off`, { start: at("18:45"), end: at("23:45") })
  // Until then the time counts as just taken.
  service.clock.advanceMs(3_600_000)
  expect(await post(`/appointments/${cancelled}/reopen/preview`)).toBe("time_not_offered")
  const call = await talk(service, samsNumber)
  const { customer_id: _, ...time } = wishFor(at("20:00"))
  expect(codeOf(await call.tool("POST", "/holds", time))).toBe("time_not_offered")
})

it("MD-09 a request at another version is not cancelled, and one that has ended has no outreach to preview", async () => {
  const steps = [{ after_minutes: 60, channel: "voice" }]
  const { id: outreach_plan_id } = await make(service, "/outreach-plans", { name: "Nudges", steps })
  const { id } = await make(service, "/scheduling-requests", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    latest_date: "2027-04-20",
  })
  const of = `/scheduling-requests/${id}`
  expect(await post(`${of}/cancel`, stale)).toBe("version_conflict")
  await service.api("POST", `${of}/cancel`, {})
  expect(await post(`${of}/outreach/preview`, { outreach_plan_id })).toBe("request_not_open")
})

it("MD-09 a key is no user, and a company that lives has no clock to freeze", async () => {
  expect([
    codeOf(await service.api("GET", "/users/me")),
    codeOf(await service.api("GET", "/users/me/sessions")),
    codeOf(await service.api("DELETE", "/users/me/sessions")),
  ]).toEqual(Array(3).fill("not_found"))
  expect(await post("/test-clock/freeze")).toBe("test_company_needed")
})

it("MD-09 a company that gives out no links offers nobody a time by mail, and so reads no such mail", async () => {
  const sample = { purpose: "offer" }
  expect(await post("/mails/preview", sample)).toBe("none")
  await service.api("PUT", "/company", { booking_links_enabled: false })
  expect(await post("/mails/preview", sample)).toBe("booking_links_not_set_up")
  await service.api("PUT", "/company", { booking_links_enabled: true })
})

it("EX-02 a move into a long list of closed dates is refused with its reason, and no appointment is without a block", async () => {
  const id = await booked(at("16:30"))
  const firstClosed = Date.parse("2027-03-05T00:00:00.000Z")
  const dateAfter = (days: number) => new Date(firstClosed + days * 86_400_000).toISOString().slice(0, 10)
  const date_overrides = Array.from({ length: 1_000 }, (_, i) => {
    return { date: dateAfter(i), location_id: story.locationId, intervals: [] }
  })
  expect(await service.api("PUT", `/providers/${story.benId}/hours`, { date_overrides })).toMatchObject({
    status: 200,
  })
  const move = { start_time: "2027-03-05T16:00:00.000Z" }
  for (const way of ["reschedule", "reschedule/preview"]) {
    const { status, body } = await service.api("POST", `/appointments/${id}/${way}`, move)
    const codes = body.error.details.reasons.map(({ code }: { code: string }) => code)
    expect([way, status, codes]).toEqual([way, 409, ["closed_that_day"]])
  }
  // Without a block there would be no rule to break, and so no reason.
  const emptied = service.context.db.query(
    "UPDATE appointment SET blocks = '[]' WHERE company_id = $1 AND id = $2",
    [service.companyId, id],
  )
  await expect(emptied).rejects.toThrow("appointment_has_blocks")
})
