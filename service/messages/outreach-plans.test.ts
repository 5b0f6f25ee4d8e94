import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlan, textStep } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { type Story, tellStory } from "../../test/support/story.ts"

let service: TestService
let story: Story
beforeEach(async () => {
  service = await startService()
  story = await tellStory(service)
})
afterEach(() => service.stop())

const plan = (steps: unknown) => service.api("POST", "/outreach-plans", { name: "Nudges", steps })

describe("outreach plans", () => {
  it("OU-01 are made, read, listed, changed and archived", async () => {
    const made = await plan([textStep("Hi {first_name}", 5), { after_minutes: 60, channel: "voice" }])
    expect(made.status).toBe(201)
    expect(made.body.data.steps).toEqual([
      { after_minutes: 5, channel: "sms", sms_text: "Hi {first_name}" },
      { after_minutes: 60, channel: "voice", sms_text: null },
    ])
    const path = `/outreach-plans/${made.body.data.id}`
    expect((await service.api("PUT", path, { name: "Fewer nudges" })).body.data).toMatchObject({
      name: "Fewer nudges",
      steps: made.body.data.steps,
    })
    expect((await service.api("GET", path)).body.data.name).toBe("Fewer nudges")
    expect((await service.api("GET", "/outreach-plans")).body.data.length).toBe(1)
    const other = await service.anotherCompany()
    expect((await service.api("GET", path, undefined, { key: other.key })).status).toBe(404)
    expect((await service.api("DELETE", path)).status).toBe(200)
    expect((await service.api("GET", path)).status).toBe(404)
    const started = await service.api("POST", "/scheduling-requests", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      latest_date: "2027-03-31",
      outreach_plan_id: made.body.data.id,
    })
    expect([started.status, started.body.error.field]).toEqual([404, "outreach_plan_id"])
  })

  it("OU-01 hold 320 characters a text, {booking_link} counted as 100, and say which step is wrong", async () => {
    expect((await plan([textStep("x".repeat(320))])).status).toBe(201)
    expect((await plan([textStep(`${"é".repeat(220)}{booking_link}`)])).status).toBe(201)
    const tooLong = await plan([textStep("short"), textStep(`${"x".repeat(221)}{booking_link}`)])
    expect(tooLong.status).toBe(400)
    expect(tooLong.body.error).toMatchObject({
      code: "invalid_input",
      field: "steps[1].sms_text",
      message:
        "steps[1].sms_text: expected at most 320 characters, {booking_link} counted as 100; it counts 321",
    })
    expect((await plan([textStep("{booking_link}{booking_link}{booking_link}{booking_link}")])).status).toBe(
      400,
    )
    expect((await plan([textStep("x".repeat(321))])).status).toBe(400)
  })

  it("OU-01 refuse a placeholder that nobody fills in, a text step without words, and words for a call", async () => {
    const unknown = await plan([textStep("Hi {name}")])
    expect([unknown.status, unknown.body.error.field]).toEqual([400, "steps[0].sms_text"])
    expect(unknown.body.error.message).toContain("{first_name}")
    expect(unknown.body.error.message).toContain("found {name}")
    for (const step of [
      { after_minutes: 0, channel: "sms" },
      { after_minutes: 0, channel: "sms", sms_text: "  " },
      { after_minutes: 0, channel: "voice", sms_text: "Hi" },
    ]) {
      const refused = await plan([step])
      expect([refused.status, refused.body.error.field]).toEqual([400, "steps[0].sms_text"])
    }
    expect((await plan([{ after_minutes: -1, channel: "sms", sms_text: "Hi" }])).body.error.field).toBe(
      "steps[0].after_minutes",
    )
    expect((await plan([])).status).toBe(400)
  })

  it("OU-02 with {booking_link} are saved only where booking links are set up", async () => {
    await service.api("PUT", "/company", { booking_links_enabled: false })
    const refused = await plan([textStep("Hi"), textStep("{booking_link}")])
    expect([refused.status, refused.body.error.code, refused.body.error.field]).toEqual([
      409,
      "booking_links_not_set_up",
      "steps[1].sms_text",
    ])
    const id = await makePlan(service, [textStep("Hi")])
    expect(
      (await service.api("PUT", `/outreach-plans/${id}`, { steps: [textStep("{booking_link}")] })).status,
    ).toBe(409)
    await service.api("PUT", "/company", { booking_links_enabled: true })
    expect((await plan([textStep("{booking_link}")])).status).toBe(201)
  })
})
