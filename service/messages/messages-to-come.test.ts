/** PG-02 what a page says will be sent is what the service sends: by text, by mail, by both, by neither. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { linkOf } from "../../test/support/link.ts"
import { openPublicPage, visitorOf } from "../../test/support/public-page.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { nextNumber, put, type Story, tellAnew, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { planReminders, sendTexts } from "./messages.worker.ts"

const noon = "2027-03-01T18:00:00.000Z"
const start = "2027-03-04T16:00:00.000Z"
let service: TestService
let harbour: Story
let story: Story
const carrier: PlayedCarrier = playCarrier()
const mailed: string[] = []
beforeAll(async () => {
  service = await startService({
    ...{ texts: carrier, platformSmsNumber: "+15005550006", book: true, trustProxyHops: 1, now: noon },
    mails: {
      from: "appointments@mail.example",
      staysHere: false,
      send: async ({ to }) => {
        mailed.push(to.address)
        return { kind: "sent", carrierId: null }
      },
    },
  })
  harbour = await tellStory(service)
  await openPublicPage(service, harbour, { mail: {} })
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.clock.set(noon)
  story = await tellAnew(service, harbour, nextNumber())
})

/** The channels by which something has gone to the visitor since it was asked last, but for codes. */
async function gone(phone: string, email: string): Promise<string[]> {
  await planReminders(service.context)
  await sendTexts(service.context)
  const texts = carrier.sent.splice(0).filter(({ to, body }) => to === phone && !body.includes("code"))
  const mails = mailed.splice(0).filter((to) => to === email)
  return [...(texts.length > 0 ? ["sms"] : []), ...(mails.length > 0 ? ["mail"] : [])]
}

const ways = [
  { textUpdates: false, withEmail: false },
  { textUpdates: true, withEmail: false },
  { textUpdates: false, withEmail: true },
  { textUpdates: true, withEmail: true },
]

async function bookedBy({ textUpdates, withEmail }: (typeof ways)[number]) {
  const phone = nextNumber()
  const email = `rosa${phone.slice(2)}@customer.example`
  const visitor = visitorOf(service)
  await visitor.proves(phone)
  await visitor.register({
    firstName: "Rosa",
    lastName: "Diaz",
    textUpdates,
    ...(withEmail ? { email } : {}),
  })
  await gone(phone, email)
  const { typeId, anaId: providerId, locationId } = story
  const { data } = await visitor.book({ typeId, providerId, locationId, startTime: start, textUpdates })
  return { ...data, path: `/appointments/${data.appointment.id}`, gone: () => gone(phone, email) }
}

it.each(ways)("PG-02 booked: texts $textUpdates, email $withEmail", async (way) => {
  await put(service, `/appointment-types/${story.typeId}`, { public_booking: true, confirmation: "none" })
  const booked = await bookedBy(way)
  const { messages, manageUrl } = booked
  expect(messages.answer).toEqual([])
  expect(await booked.gone()).toEqual(messages.confirmation)
  // The link's own page says the same.
  expect((await linkOf(service, manageUrl!).read()).data.messages).toEqual(messages)
  service.clock.set("2027-03-03T16:30:00.000Z")
  expect(await booked.gone()).toEqual(messages.reminders)
  await service.api("POST", `${booked.path}/reschedule`, { start_time: "2027-03-05T17:00:00.000Z" })
  expect(await booked.gone()).toEqual(messages.changes)
})

it.each(ways)("PG-02 asked for: texts $textUpdates, email $withEmail", async (way) => {
  await put(service, `/appointment-types/${story.typeId}`, { public_booking: true, confirmation: "staff" })
  const { messages, ...asked } = await bookedBy(way)
  expect(messages).toMatchObject({ changes: [], reminders: [] })
  expect(await asked.gone()).toEqual(messages.confirmation)
  expect((await service.api("POST", `${asked.path}/confirm`)).status).toBe(200)
  expect(await asked.gone()).toEqual(messages.answer)
  expect(messages.answer).toEqual([...(way.textUpdates ? ["sms"] : []), ...(way.withEmail ? ["mail"] : [])])
})
