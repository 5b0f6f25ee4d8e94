/** No customer is in two appointments at once: in every interface that knows the customer, in search, book and move. */
import { describe, expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../../test/support/agent.ts"
import { makeLink } from "../../test/support/link.ts"
import { openPublicPage, visitorOf } from "../../test/support/public-page.ts"
import { type Answer, startService } from "../../test/support/service.ts"
import { make, makeCustomer, makeType, put, type Story, tellStory } from "../../test/support/story.ts"

const nine = "2027-03-03T15:00:00.000Z"
const halfPastNine = "2027-03-03T15:30:00.000Z"
const ten = "2027-03-03T16:00:00.000Z"
const wednesday = { start_date: "2027-03-03", end_date: "2027-03-04" }

async function openStory() {
  const service = await startService({ book: true, trustProxyHops: 1 })
  const story = await tellStory(service)
  return { service, story, [Symbol.asyncDispose]: () => service.stop() }
}

const wishOf = (story: Story, fields: object = {}) => ({
  customer_id: story.customerId,
  appointment_type_id: story.typeId,
  provider_id: story.anaId,
  location_id: story.locationId,
  start_time: nine,
  ...fields,
})
const startsOf = ({ body }: Answer): string[] =>
  body.data.providers.flatMap(({ slots }: { slots: { start_time: string }[] }) =>
    slots.map(({ start_time }) => start_time),
  )
const outcomeOf = ({ status, body }: Answer) => [status, body.error?.code]

describe("the company API", () => {
  it("AV-01 offers and books no time at which the customer has another appointment", async () => {
    await using opened = await openStory()
    const { service, story } = opened
    const { id } = await make(service, "/appointments", wishOf(story))
    const question = { appointment_type_id: story.typeId, ...wednesday }
    const ofSam = await service.api("POST", "/slots", { ...question, customer_id: story.customerId })
    expect(startsOf(ofSam)).not.toContain(nine)
    expect(startsOf(ofSam)).not.toContain(halfPastNine)
    expect(startsOf(ofSam)).toContain(ten)
    const ofAnybody = await service.api("POST", "/slots", question)
    expect(startsOf(ofAnybody)).toContain(nine)

    const withBen = wishOf(story, { provider_id: story.benId, start_time: halfPastNine })
    const refused = await service.api("POST", "/appointments", withBen)
    expect(outcomeOf(refused)).toEqual([409, "customer_busy"])
    const { details } = refused.body.error
    expect(details.appointment_id).toBe(id)
    expect(details.alternatives).toHaveLength(3)
    expect(details.reasons).toEqual([
      {
        code: "customer_busy",
        message: "The customer has another appointment then.",
        causes: [{ kind: "appointment", id, from: nine, to: ten }],
        lift: "Move or cancel the customer's other appointment, or book with staff judgement.",
      },
    ])
    const explained = await service.api("POST", "/slots/explain", withBen)
    expect(explained.body.data.starts[0]).toMatchObject({ offered: false, reasons: details.reasons })
  })

  it("AV-01 takes the word of staff, and leaves the customers of some types free", async () => {
    await using opened = await openStory()
    const { service, story } = opened
    const handIn = await makeType(service, { name: "Hand in", customer_overlap: true })
    for (const id of [story.anaId, story.benId])
      await put(service, `/providers/${id}`, { appointment_type_ids: [story.typeId, handIn] })
    await make(service, "/appointments", wishOf(story, { appointment_type_id: handIn }))
    const withBen = { provider_id: story.benId }
    await make(service, "/appointments", wishOf(story, withBen))
    const ruth = await makeCustomer(service, { name: "Ruth Hale" })
    await make(service, "/appointments", wishOf(story, { customer_id: ruth, start_time: ten }))
    const twice = wishOf(story, { customer_id: ruth, start_time: ten, ...withBen })
    expect(outcomeOf(await service.api("POST", "/appointments", twice))).toEqual([409, "customer_busy"])
    await make(service, "/appointments", { ...twice, override_eligibility: true })
  })

  it("AV-01 moves none onto another, and each out of its own way", async () => {
    await using opened = await openStory()
    const { service, story } = opened
    await make(service, "/appointments", wishOf(story))
    const other = await make(
      service,
      "/appointments",
      wishOf(story, { provider_id: story.benId, start_time: ten }),
    )
    const move = (start_time: string) =>
      service.api("POST", `/appointments/${other.id}/reschedule`, { start_time })
    expect(outcomeOf(await move(halfPastNine))).toEqual([409, "customer_busy"])
    expect((await move("2027-03-03T16:30:00.000Z")).status).toBe(200)
  })

  it("AV-01 keeps every day of a job free of the customer's other appointments", async () => {
    await using opened = await openStory()
    const { service, story } = opened
    const refit = await makeType(service, { name: "Refit", blocks: [120, 120] })
    await put(service, `/providers/${story.benId}`, { appointment_type_ids: [story.typeId, refit] })
    const { id } = await make(
      service,
      "/appointments",
      wishOf(story, { start_time: "2027-03-04T16:00:00.000Z" }),
    )
    const twoDays = wishOf(story, { appointment_type_id: refit, provider_id: story.benId })
    const refused = await service.api("POST", "/appointments", twoDays)
    expect(outcomeOf(refused)).toEqual([409, "customer_busy"])
    expect(refused.body.error.details.appointment_id).toBe(id)
    await make(service, "/appointments", { ...twoDays, start_time: "2027-03-03T17:00:00.000Z" })
  })

  it("AV-01 lets one of two bookings at once pass, whoever the providers are", async () => {
    await using opened = await openStory()
    const { service, story } = opened
    for (let day = 3; day <= 5; day += 1) {
      const start_time = `2027-03-0${day}T15:00:00.000Z`
      const answers = await Promise.all(
        [story.anaId, story.benId, story.anaId, story.benId].map((provider_id) =>
          service.api("POST", "/appointments", wishOf(story, { provider_id, start_time })),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    }
  })
})

describe("the customers' interfaces", () => {
  it("AV-01 an agent's lost booking is said, not made again with another person", async () => {
    await using opened = await openStory()
    const { service, story } = opened
    await openChannels(service)
    const call = await talk(service, samsNumber)
    const slot = {
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      location_id: story.locationId,
      start_time: nine,
    }
    const { body } = await call.tool("POST", "/appointments", slot)
    const search = { appointment_type_id: story.typeId, ...wednesday }
    const found = await call.tool("POST", "/slots", search)
    expect(startsOf(found)).not.toContain(nine)
    const again = await call.tool("POST", "/appointments", { ...slot, provider_id: story.benId })
    expect(outcomeOf(again)).toEqual([409, "customer_busy"])
    expect(again.body.error.message).toMatch(
      /^You already have Boiler service with Ana Ruiz on Wednesday, March 3 at 9:00 AM\. The nearest times are /,
    )
    expect(again.body.error.details.appointment_id).toBe(body.data.id)
    expect((await call.tool("GET", "/appointments")).body.data.appointments).toHaveLength(1)
  })

  it("AV-01 names the person where two appointments would sound alike", async () => {
    await using opened = await openStory()
    const { service, story } = opened
    await openChannels(service)
    await make(service, "/appointments", wishOf(story))
    const more = { provider_id: story.benId, override_eligibility: true }
    await make(service, "/appointments", wishOf(story, more))
    await make(service, "/appointments", wishOf(story, { start_time: "2027-03-04T15:00:00.000Z" }))
    const call = await talk(service, samsNumber)
    expect((await call.tool("GET", "/appointments")).body.data.say).toBe(
      "You have Boiler service with Ana Ruiz on Wednesday, March 3 at 9:00 AM; Boiler service with Ben Okafor on " +
        "Wednesday, March 3 at 9:00 AM and Boiler service on Thursday, March 4 at 9:00 AM.",
    )
  })

  it("AV-01 a booking link and a verified visitor read that they have an appointment, never which", async () => {
    await using opened = await openStory()
    const { service, story } = opened
    await openPublicPage(service, story)
    await make(service, "/appointments", wishOf(story))
    const message = "You already have an appointment at that time."
    const link = await makeLink(service, story)
    const byLink = await link.book({ providerId: story.benId, locationId: story.locationId, startTime: nine })
    expect(byLink).toMatchObject({ status: 409, error: { code: "customer_busy", message } })
    expect(byLink.error.details).not.toHaveProperty("appointment_id")
    const visitor = visitorOf(service)
    await visitor.proves(samsNumber)
    const there = { typeId: story.typeId, providerId: story.benId, locationId: story.locationId }
    const byVisitor = await visitor.book({ ...there, startTime: nine })
    expect(byVisitor).toMatchObject({ status: 409, error: { code: "customer_busy", message } })
    expect(byVisitor.error.details).not.toHaveProperty("appointment_id")
  })
})
