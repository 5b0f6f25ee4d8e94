/** How a company learns that an endpoint fails or was disabled: TR-58. */
import { beforeEach, describe, expect, it } from "vitest"
import { service, shareOneStory } from "../../test/support/one-story.ts"
import { deliveriesOf, makeEndpoint } from "../../test/support/webhooks.ts"
import { disableFailing } from "./deliver-webhooks.worker.ts"

shareOneStory()

beforeEach(async () => {
  const { data } = (await service.api("GET", "/webhook-endpoints")).body
  for (const { id } of data) await service.api("DELETE", `/webhook-endpoints/${id}`)
  service.clock.advanceMs(1_000)
})

async function readiness(key?: string) {
  const { ready, items } = (await service.api("GET", "/company/readiness", undefined, key ? { key } : {}))
    .body.data
  return { ready, items: items.filter(({ code }: { code: string }) => code === "webhook_endpoint") }
}
const day = 86_400_000
const about = { events: ["webhook_endpoint.disabled"] }

async function failSince(endpointId: number, since: number): Promise<void> {
  await service.context.db.query(
    "UPDATE webhook_endpoint SET first_failure_at = $3, last_failure_at = $3 WHERE company_id = $1 AND id = $2",
    [service.companyId, endpointId, new Date(since)],
  )
}

describe("readiness", () => {
  it("TR-58 names each endpoint: one that works, one that fails, one that was disabled, and what to do", async () => {
    expect(await readiness()).toEqual({ ready: true, items: [] })
    const { id } = await makeEndpoint(service)
    const item = { code: "webhook_endpoint", target_id: id }
    expect(await readiness()).toMatchObject({ ready: true, items: [{ ...item, ok: true, fix: null }] })

    const since = service.clock.now() - 3 * day + 3_600_000
    await failSince(id, since)
    expect(await readiness()).toMatchObject({
      ready: false,
      items: [
        {
          ...item,
          ok: false,
          message: `Webhook endpoint ${id} has failed since ${new Date(since).toISOString()}. It is disabled at ${new Date(since + 3 * day).toISOString()} unless a delivery succeeds.`,
          fix: expect.stringContaining(`/webhook-endpoints/${id}/deliveries`),
        },
      ],
    })

    service.clock.advanceMs(3_600_000)
    await disableFailing(service.context)
    expect(await readiness()).toMatchObject({
      ready: false,
      items: [{ ...item, ok: false, message: expect.stringContaining("is disabled: no delivery succeeded") }],
    })

    await service.api("PUT", `/webhook-endpoints/${id}`, { enabled: true })
    expect(await readiness()).toMatchObject({ ready: true })
    await service.api("PUT", `/webhook-endpoints/${id}`, { enabled: false })
    expect(await readiness()).toMatchObject({ ready: true, items: [{ ...item, ok: true }] })
  })

  it("TR-58 is another company's no more than an unknown one's", async () => {
    const { id } = await makeEndpoint(service)
    await failSince(id, service.clock.now())
    const { key } = await service.anotherCompany()
    expect((await readiness(key)).items).toEqual([])
  })
})

describe("webhook_endpoint.disabled", () => {
  it("TR-58 goes to the company's other endpoints that ask for it, whatever types they want", async () => {
    const failing = await makeEndpoint(service, about)
    const typeId = (await service.api("GET", "/appointment-types")).body.data[0].id
    const other = await makeEndpoint(service, { ...about, appointment_type_ids: [typeId] })
    const uninterested = await makeEndpoint(service)
    const since = service.clock.now() - 3 * day
    await failSince(failing.id, since)
    expect(await disableFailing(service.context)).toBe(1)

    const [delivery] = await deliveriesOf(service, other.id)
    const path = `/webhook-endpoints/${other.id}/deliveries/${delivery!.id}`
    expect((await service.api("GET", path)).body.data.payload).toMatchObject({
      type: "webhook_endpoint.disabled",
      source: { kind: "system" },
      data: {
        webhook_endpoint: {
          id: failing.id,
          origin: "https://receiver.example",
          disabled_reason: "failing",
          failing_since: new Date(since).toISOString(),
        },
      },
    })
    expect(await deliveriesOf(service, failing.id)).toEqual([])
    expect(await deliveriesOf(service, uninterested.id)).toEqual([])
  })

  it("TR-58 names who disabled it, and is not sent about an endpoint to itself when it recovers", async () => {
    const mine = await makeEndpoint(service, about)
    const other = await makeEndpoint(service, about)
    await service.api("PUT", `/webhook-endpoints/${mine.id}`, { enabled: false })
    const [delivery] = await deliveriesOf(service, other.id)
    const path = `/webhook-endpoints/${other.id}/deliveries/${delivery!.id}`
    expect((await service.api("GET", path)).body.data.payload).toMatchObject({
      source: { kind: "api_key" },
      data: { webhook_endpoint: { id: mine.id, disabled_reason: null } },
    })
    await service.api("PUT", `/webhook-endpoints/${mine.id}`, { enabled: true })
    const since = { since: "2027-03-01T00:00:00.000Z" }
    const recovered = await service.api("POST", `/webhook-endpoints/${mine.id}/recover`, since)
    expect(recovered.body.data.recovered).toBe(0)
  })
})
