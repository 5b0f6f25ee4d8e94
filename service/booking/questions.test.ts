import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../../test/support/agent.ts"
import { makeLink } from "../../test/support/link.ts"
import { openPublicPage, visitorOf } from "../../test/support/public-page.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { put, type Story, tellStory } from "../../test/support/story.ts"
import { makeUser, signedIn } from "../../test/support/users.ts"
import { makeEndpoint, receiver } from "../../test/support/webhooks.ts"
import { startWorker } from "../host/start-worker.ts"
import type { Post, Posting } from "../platform/ports.ts"

let service: TestService
let story: Story
const posted: Posting[] = []
const post: Post = {
  send: async (posting) => {
    posted.push(posting)
    return { statusCode: 204, error: null, tlsReason: null, address: "192.0.2.1", answerBody: "" }
  },
  close() {},
}

const questions = [
  { key: "fuel", label: "What does it burn?", kind: "choice", options: ["Gas", "Oil"], required: true },
  {
    key: "tank",
    label: "Where is the tank?",
    kind: "text",
    required: true,
    shown_if: { key: "fuel", is: "Oil" },
  },
  { key: "terms", label: "I agree that you may enter the cellar.", kind: "consent", required: false },
]

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1, post })
  story = await tellStory(service)
  await openPublicPage(service, story)
  await openChannels(service, "+15125550188")
  await put(service, `/appointment-types/${story.typeId}`, { questions })
})
afterAll(() => service.stop())

const starts = (function* () {
  for (const day of ["02", "03", "04", "05", "08", "09"])
    for (const hour of [15, 16, 17, 18, 19, 20, 21, 22]) yield `2027-03-${day}T${hour}:00:00.000Z`
})()
const wish = (more: object = {}) => ({
  customer_id: story.customerId,
  appointment_type_id: story.typeId,
  provider_id: story.anaId,
  location_id: story.locationId,
  start_time: starts.next().value!,
  ...more,
})
const bookWith = (more: object) => service.api("POST", "/appointments", wish(more))
const readType = async () => (await service.api("GET", `/appointment-types/${story.typeId}`)).body.data
const oil = { fuel: "Oil", tank: "Behind the house" }
const shownOil = [
  { key: "fuel", label: "What does it burn?", value: "Oil" },
  { key: "tank", label: "Where is the tank?", value: "Behind the house" },
]

describe("ML-06 questions at booking", () => {
  it("a type without questions and its appointments look as they always did", async () => {
    const plain = await service.api("POST", "/appointment-types", { name: "Plain", duration_minutes: 60 })
    expect(Object.keys(plain.body.data).filter((field) => field.startsWith("questions"))).toEqual([])
    await put(service, `/providers/${story.anaId}`, {
      appointment_type_ids: [story.typeId, plain.body.data.id],
    })
    const booked = await bookWith({ appointment_type_id: plain.body.data.id })
    expect(booked.status).toBe(201)
    expect(booked.body.data).not.toHaveProperty("answers")
    const refused = await bookWith({ appointment_type_id: plain.body.data.id, answers: { fuel: "Gas" } })
    expect(refused.body.error).toMatchObject({ code: "invalid_input", field: "answers.fuel" })
    const types = (await (await talk(service, samsNumber)).tool("GET", "/appointment-types")).body.data
    const { appointment_types } = types
    expect(appointment_types.find(({ name }: { name: string }) => name === "Plain")).not.toHaveProperty(
      "questions",
    )
  })

  it("the company API books with answers, and a key names the one that is missing", async () => {
    const missing = await bookWith({})
    expect(missing.status).toBe(400)
    expect(missing.body.error).toMatchObject({
      code: "invalid_input",
      field: "answers.fuel",
      message: "answers.fuel: is required: What does it burn?",
    })
    expect((await bookWith({ answers: { fuel: "Oil" } })).body.error.field).toBe("answers.tank")
    const booked = await bookWith({ answers: { ...oil, terms: true } })
    expect(booked.body.data.answers).toEqual([
      ...shownOil,
      { key: "terms", label: "I agree that you may enter the cellar.", value: true },
    ])
    const overridden = await bookWith({ override_eligibility: true })
    expect(overridden.status).toBe(201)
    expect(overridden.body.data).not.toHaveProperty("answers")
  })

  it("signed-in staff may leave required questions open", async () => {
    const { email } = await makeUser(service, { role: "member" })
    const key = await signedIn(service, email)
    const booked = await service.api("POST", "/appointments", wish(), { key })
    expect(booked.status).toBe(201)
    const wrong = await service.api("POST", "/appointments", wish({ answers: { fuel: "Wood" } }), { key })
    expect(wrong.body.error.field).toBe("answers.fuel")
  })

  it("a booking link shows its questions and books with answers", async () => {
    const link = await makeLink(service, story)
    expect((await link.read()).data.questions.map(({ key }) => key)).toEqual(["fuel", "tank", "terms"])
    const choice = { providerId: story.anaId, locationId: story.locationId, startTime: starts.next().value! }
    const refused = await link.book({ ...choice, answers: { fuel: "Oil" } })
    expect(refused.error).toMatchObject({ code: "invalid_input", field: "answers.tank" })
    const booked = await link.book({ ...choice, answers: oil })
    expect(booked.status).toBe(201)
    const { id } = booked.data.appointment!
    expect((await service.api("GET", `/appointments/${id}`)).body.data.answers).toEqual(shownOil)

    const moved = await link.move(starts.next().value!)
    expect(moved.status).toBe(200)
    expect((await service.api("GET", `/appointments/${id}`)).body.data.answers).toEqual(shownOil)
  })

  it("the public page shows its questions and books with answers", async () => {
    const visitor = visitorOf(service)
    const type = (await visitor.page()).data.types.find(({ id }) => id === story.typeId)!
    expect(type.questions.map(({ label }) => label)).toContain("What does it burn?")
    await visitor.proves(samsNumber)
    const { typeId, anaId: providerId, locationId } = story
    const choice = { typeId, providerId, locationId, startTime: starts.next().value! }
    expect((await visitor.book(choice)).error.field).toBe("answers.fuel")
    const booked = await visitor.book({ ...choice, answers: oil })
    expect(booked.status).toBe(201)
    const seen = await service.api("GET", `/appointments/${booked.data.appointment.id}`)
    expect(seen.body.data.answers).toEqual(shownOil)
  })

  it("an agent reads what to ask aloud, and hears the question that is still open", async () => {
    const call = await talk(service, samsNumber)
    const { appointment_types } = (await call.tool("GET", "/appointment-types")).body.data
    const type = appointment_types.find(({ id }: { id: number }) => id === story.typeId)
    expect(type.questions[0]).toEqual({
      key: "fuel",
      kind: "choice",
      options: ["Gas", "Oil"],
      required: true,
      ask: "What does it burn? Gas or Oil?",
    })
    const slot = {
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      start_time: starts.next().value!,
    }
    const refused = await call.tool("POST", "/appointments", slot)
    expect(refused.status).toBe(400)
    expect(refused.body.error).toMatchObject({
      field: "answers.fuel",
      message: "I need to ask you something first. What does it burn?",
    })
    // As models send them.
    const booked = await call.tool("POST", "/appointments", {
      ...slot,
      answers: JSON.stringify({ fuel: "oil", tank: "Behind the house" }),
    })
    expect(booked.status).toBe(201)
    const seen = await service.api("GET", `/appointments/${booked.body.data.id}`)
    expect(seen.body.data.answers).toEqual(shownOil)
  })

  it("a changed list is a new version, and old answers keep their question", async () => {
    const booked = await bookWith({ answers: { fuel: "Gas", terms: true } })
    const { questions_version: before } = await readType()
    const reworded = questions.map((each) =>
      each.key === "terms" ? { ...each, label: "I agree to everything." } : each,
    )
    await put(service, `/appointment-types/${story.typeId}`, { questions: reworded })
    await put(service, `/appointment-types/${story.typeId}`, { questions: reworded })
    expect(await readType()).toMatchObject({
      questions_version: before + 1,
      questions: [{ key: "fuel" }, { key: "tank" }, { label: "I agree to everything." }],
    })
    const seen = (await service.api("GET", `/appointments/${booked.body.data.id}`)).body.data
    expect(seen.answers.at(-1)).toEqual({
      key: "terms",
      label: "I agree that you may enter the cellar.",
      value: true,
    })
    await put(service, `/appointment-types/${story.typeId}`, { questions })
  })

  it("lists that cannot be asked are refused by the field that is wrong", async () => {
    const change = (list: object[]) =>
      service.api("PUT", `/appointment-types/${story.typeId}`, { questions: list })
    const one = { key: "a", label: "A?", kind: "text" }
    expect((await change([{ ...one, kind: "choice" }])).body.error.field).toBe("questions[0].options")
    expect((await change([one, one])).body.error.field).toBe("questions[1].key")
    expect((await change([{ ...one, key: "__proto__" }])).body.error.field).toBe("questions[0].key")
    expect((await change([{ ...one, kind: "file" }])).body.error.field).toBe("questions[0].kind")
    const many = Array.from({ length: 21 }, (_, index) => ({ ...one, key: `a${index}` }))
    expect((await change(many)).body.error.field).toBe("questions")
  })

  it("hostile answers are refused by their field, and nothing is booked", async () => {
    const before = (await service.api("GET", "/appointments?limit=100")).body.data.length
    const attempts = [
      { fuel: "Oil\u0000" },
      { fuel: { $ne: 1 } },
      { fuel: Array(31).fill("Oil") },
      { constructor: "x" },
      { ["k".repeat(5_000)]: "x" },
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, "x"])),
      ["Oil"],
      "Oil",
    ]
    for (const answers of attempts) {
      const refused = await bookWith({ answers })
      expect([answers, refused.status, refused.body.error?.code]).toEqual([answers, 400, "invalid_input"])
      expect(refused.body.error).toMatchObject({ field: expect.stringMatching(/^answers/) })
    }
    const after = (await service.api("GET", "/appointments?limit=100")).body.data.length
    expect(after).toBe(before)
  })

  it("events carry answers to the endpoints that ask for them, and to no other", async () => {
    const quiet = await makeEndpoint(service, { url: `${receiver}/quiet` })
    const told = await makeEndpoint(service, { url: `${receiver}/told`, include_answers: true })
    expect([quiet.include_answers, told.include_answers]).toEqual([false, true])
    const booked = await bookWith({ answers: oil })
    const id = booked.body.data.id
    const sent = (url: string) =>
      posted.filter((each) => each.url === url).map(({ body }) => JSON.parse(body).data.appointment)
    const worker = startWorker(service.context, post)
    await expect.poll(() => sent(`${receiver}/told`).length).toBe(1)
    await expect.poll(() => sent(`${receiver}/quiet`).length).toBe(1)
    expect(sent(`${receiver}/told`)).toEqual([expect.objectContaining({ id, answers: shownOil })])
    expect(sent(`${receiver}/quiet`)[0]).not.toHaveProperty("answers")
    expect((await service.events()).body.data.at(-1).data.appointment).not.toHaveProperty("answers")

    await put(service, `/webhook-endpoints/${told.id}`, { include_answers: false })
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await expect.poll(() => sent(`${receiver}/told`).length).toBe(2)
    expect(sent(`${receiver}/told`)[1]).not.toHaveProperty("answers")
    await worker.stop()
  })

  it("are in the customer's export", async () => {
    const exported = await service.api("GET", `/customers/${story.customerId}/export`)
    expect(JSON.stringify(exported.body)).toContain("Behind the house")
  })
})
