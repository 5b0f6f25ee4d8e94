import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { associatedData } from "../../domain/model/sealing.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { makeType } from "../../test/support/story.ts"
import { makeEndpoint, receiver } from "../../test/support/webhooks.ts"

let service: TestService
beforeAll(async () => {
  const refuse = async (url: string) =>
    url.includes("127.0.0.1") ? "expected a public address, not a private or local one" : null
  service = await startService({ addressGuard: { refuse } })
})
afterAll(() => service.stop())

const events = ["appointment.created", "appointment.cancelled"]
const remove = (id: number) => service.api("DELETE", `/webhook-endpoints/${id}`)

/** A new company's key, so that one test's endpoints don't fill another's slots. */
const elsewhere = async () => (await service.anotherCompany()).key

describe("webhook endpoints", () => {
  it("WH-01 are created with a secret told only then, read, listed, changed and deleted", async () => {
    const created = await service.api("POST", "/webhook-endpoints", { url: receiver, events })
    expect(created.status).toBe(201)
    const { id, secret, ...endpoint } = created.body.data
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(endpoint).toEqual({
      version: 1,
      url: receiver,
      events,
      appointment_type_ids: [],
      include_answers: false,
      description: null,
      header_names: [],
      enabled: true,
      disabled_reason: null,
      failing_since: null,
      created_at: "2027-03-01T12:00:00.000Z",
      updated_at: "2027-03-01T12:00:00.000Z",
    })

    expect((await service.api("GET", `/webhook-endpoints/${id}`)).body.data).toEqual({ id, ...endpoint })
    const list = await service.api("GET", "/webhook-endpoints")
    expect(list.body).toEqual({ success: true, data: [{ id, ...endpoint }], next_cursor: null })

    service.clock.advanceMs(1_000)
    const url = "https://other.example/in"
    const changed = await service.api("PUT", `/webhook-endpoints/${id}`, {
      url,
      events: ["appointment.created"],
    })
    expect(changed.body.data).toMatchObject({
      url,
      events: ["appointment.created"],
      updated_at: "2027-03-01T12:00:01.000Z",
    })

    expect((await remove(id)).status).toBe(200)
    expect((await service.api("GET", `/webhook-endpoints/${id}`)).status).toBe(404)
  })

  it("WH-01 a rotated secret is told once, and the one before is kept nowhere", async () => {
    const { id, secret } = await makeEndpoint(service)
    const kept = async () => {
      const [row] = await service.context.db.query<{ secret: string }>(
        "SELECT secret FROM webhook_endpoint WHERE company_id = $1 AND id = $2",
        [service.companyId, id],
      )
      return row!.secret
    }
    const opened = async () =>
      service.context.sealer.open(await kept(), associatedData.webhook(service.companyId, id))
    expect(await kept()).not.toContain(secret.slice(6))
    expect(await opened()).toBe(secret)

    const rotated = await service.api("POST", `/webhook-endpoints/${id}/rotate-secret`)
    expect(rotated.status).toBe(200)
    expect(rotated.body.data.secret).toMatch(/^whsec_/)
    expect(rotated.body.data.secret).not.toBe(secret)
    expect(await opened()).toBe(rotated.body.data.secret)
    await remove(id)
  })

  it("WH-01 a repeat under the same Idempotency-Key tells the same secret, which is kept sealed", async () => {
    const headers = { "idempotency-key": "hook-1" }
    const body = { url: receiver, events }
    const first = await service.api("POST", "/webhook-endpoints", body, { headers })
    const again = await service.api("POST", "/webhook-endpoints", body, { headers })
    expect(again.body).toEqual(first.body)
    const kept = await service.context.db.query<{ answer: string }>(
      "SELECT answer FROM idempotency WHERE company_id = $1 AND key = 'hook-1'",
      [service.companyId],
    )
    expect(kept[0]!.answer).not.toContain("whsec_")
    await remove(first.body.data.id)
  })

  it("WH-01 at most three per company, also when four come at once; a deleted one makes room", async () => {
    const key = await elsewhere()
    const create = () => service.api("POST", "/webhook-endpoints", { url: receiver, events }, { key })
    const answers = await Promise.all([create(), create(), create(), create()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body.error.code).toBe("too_many_endpoints")
    const { id } = answers.find(({ status }) => status === 201)!.body.data
    await service.api("DELETE", `/webhook-endpoints/${id}`, undefined, { key })
    expect((await create()).status).toBe(201)
    expect((await create()).status).toBe(409)
  })

  it("WH-02 a URL that the guard refuses is named, with the reason, when made and when changed", async () => {
    const bad = { url: "https://127.0.0.1/hooks" }
    const made = await service.api("POST", "/webhook-endpoints", { ...bad, events })
    const { id } = await makeEndpoint(service)
    const changed = await service.api("PUT", `/webhook-endpoints/${id}`, bad)
    for (const answer of [made, changed]) {
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({
        code: "invalid_input",
        field: "url",
        message: "url: expected a public address, not a private or local one",
      })
    }
    expect((await service.api("GET", `/webhook-endpoints/${id}`)).body.data.url).toBe(receiver)
    await remove(id)
  })

  it("GE-06 names what is wrong with events and types", async () => {
    const good = { url: receiver, events }
    const cases: [object, number, string, RegExp][] = [
      [{ url: receiver }, 400, "events", /required/],
      [{ ...good, events: [] }, 400, "events", /at least one/],
      [{ ...good, events: ["appointment.moved"] }, 400, "events[0]", /expected one of appointment.created/],
      [{ ...good, appointment_type_ids: ["x"] }, 400, "appointment_type_ids[0]", /an id/],
      [
        { ...good, appointment_type_ids: [999_999] },
        404,
        "appointment_type_ids[0]",
        /no such appointment type/,
      ],
      [{ ...good, secret: "whsec_mine" }, 400, "secret", /not a known field/],
    ]
    for (const [body, status, field, message] of cases) {
      const { status: answered, body: answer } = await service.api("POST", "/webhook-endpoints", body)
      expect(answered).toBe(status)
      expect(answer.error).toMatchObject({ field, message: expect.stringMatching(message) })
    }
  })

  it("WH-07 no types, null and an empty list all mean every type", async () => {
    const typeId = await makeType(service)
    const { id } = await makeEndpoint(service, { appointment_type_ids: [typeId, typeId] })
    const read = async () =>
      (await service.api("GET", `/webhook-endpoints/${id}`)).body.data.appointment_type_ids
    expect(await read()).toEqual([typeId])
    for (const none of [[], null]) {
      await service.api("PUT", `/webhook-endpoints/${id}`, { appointment_type_ids: none })
      expect(await read()).toEqual([])
      await service.api("PUT", `/webhook-endpoints/${id}`, { appointment_type_ids: [typeId] })
    }
    await service.api("PUT", `/webhook-endpoints/${id}`, { enabled: true })
    expect(await read()).toEqual([typeId])
    await remove(id)
  })
})
