/** Replies to a company's texts: a "Yes" by what it answers, and words that only staff understand. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { makePlan, makeRequest, ownNumber, textStep } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, nextNumber, put, type Story, tellStory } from "../../test/support/story.ts"
import { playCarrier } from "../../test/support/texts.ts"
import { planReminders, sendTexts } from "./messages.worker.ts"
import { takeReply } from "./take-reply.ts"

let service: TestService
let story: Story
let phone: string
let customerId: number
const carrier = playCarrier()

beforeAll(async () => {
  service = await startService({ texts: carrier, book: true, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  await put(service, "/company", { sms_confirmations: false, reminders: [24] })
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.clock.set("2027-03-01T18:00:00.000Z")
  phone = nextNumber()
  customerId = await makeCustomer(service, { name: "Ann Doe", phone })
})

const reply = (body: string, from = phone) =>
  takeReply(service.context, { from, to: ownNumber, body, isAnswered: false, requestId: "carrier" })
const consents = async () =>
  (await service.api("GET", `/customers/${customerId}`)).body.data.contacts[0].consents.map(
    ({ event }: { event: string }) => event,
  )
const shown = async () =>
  (await service.api("GET", "/callbacks?limit=100")).body.data
    .filter((each: { phone: string }) => each.phone === phone)
    .map(({ message }: { message: string }) => message)
const book = (start_time: string) =>
  make(service, "/appointments", {
    ...{ customer_id: customerId, appointment_type_id: story.typeId, provider_id: story.anaId, start_time },
  })
async function remind(instant: string) {
  service.clock.set(instant)
  await planReminders(service.context)
  await sendTexts(service.context)
}

it('CW-14 "Yes" behind a reminder says that they come, and is no consent', async () => {
  const { id } = await book("2027-03-03T16:00:00.000Z")
  await remind("2027-03-02T16:00:00.000Z")
  expect(carrier.sent.at(-1)!.body).toContain("Are you coming?")
  expect(await reply("Yes, thank you!")).toContain("we expect you")
  expect((await service.api("GET", `/appointments/${id}`)).body.data.attendance).toBe("coming")
  expect([await consents(), await shown()]).toEqual([[], []])
  // Once the appointment is over no question is open.
  service.clock.set("2027-03-03T18:00:00.000Z")
  expect(await reply("Yes")).toBeNull()
  expect(await consents()).toEqual(["granted"])
})

it('CW-14 "Yes" behind an outreach text is no consent, and staff read it', async () => {
  const outreach_plan_id = await makePlan(service, [textStep("Please book: {booking_link}")])
  await makeRequest(service, { ...story, customerId }, { outreach_plan_id })
  await sendTexts(service.context)
  expect(carrier.sent.at(-1)!.to).toBe(phone)
  expect(await reply("yes please")).toBeNull()
  expect([await consents(), await shown()]).toEqual([[], ["yes please"]])
})

it('CW-14 "Yes" is START where no question is open, and after STOP', async () => {
  await reply("“Yes”")
  await reply("Stop. Thank you")
  await reply("yes")
  expect(await consents()).toEqual(["granted", "revoked", "granted"])
  await book("2027-03-03T17:00:00.000Z")
  await remind("2027-03-02T17:00:00.000Z")
  await reply("Opt-out")
  await reply("Yes")
  expect(await consents()).toEqual(["granted", "revoked", "granted", "revoked", "granted"])
  expect(await shown()).toEqual([])
})

it("CW-14 what is not understood is shown to staff once, with its number, and raises an event", async () => {
  expect(await reply("Can we move it to Friday?")).toBeNull()
  await reply("Can we move it to Friday?")
  await reply("ok, thanks")
  expect(await shown()).toEqual(["Can we move it to Friday?"])
  const [callback] = (await service.api("GET", `/callbacks?customer_id=${customerId}`)).body.data
  expect(callback).toMatchObject({ phone, channel: "sms", status: "waiting", customer: { id: customerId } })
  const { body } = await service.events("type=callback.requested&limit=100")
  expect(body.data.at(-1).data).toMatchObject({
    ...{ callback: { id: callback.id, phone, message: "Can we move it to Friday?" } },
    customer: { id: customerId },
  })
  const stranger = nextNumber()
  for (let i = 0; i < 12; i += 1) await reply(`Hello ${i}`, stranger)
  phone = stranger
  expect(await shown()).toHaveLength(10)
})
