import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { make } from "../../test/support/story.ts"
import { makeEndpoint, receiver } from "../../test/support/webhooks.ts"

let service: TestService
let endpointId: number
let deliveryId: number
beforeAll(async () => {
  service = await startService()
  endpointId = (await makeEndpoint(service)).id
  deliveryId = (await make(service, `/webhook-endpoints/${endpointId}/test`, {})).id
})
afterAll(() => service.stop())

const body = { url: receiver, events: ["appointment.created"] }

/** Every path of one endpoint, with the body it takes. */
const pathsOf = (id: number, delivery: number): [string, string, object?][] => [
  ["GET", `/webhook-endpoints/${id}`],
  ["PUT", `/webhook-endpoints/${id}`, { enabled: true }],
  ["DELETE", `/webhook-endpoints/${id}`],
  ["POST", `/webhook-endpoints/${id}/rotate-secret`],
  ["POST", `/webhook-endpoints/${id}/test`],
  ["POST", `/webhook-endpoints/${id}/recover`, { since: "2027-03-01T00:00:00Z" }],
  ["GET", `/webhook-endpoints/${id}/deliveries`],
  ["GET", `/webhook-endpoints/${id}/deliveries/${delivery}`],
  ["POST", `/webhook-endpoints/${id}/deliveries/${delivery}/redeliver`],
]

const keyOf = async (role: string) => (await make(service, "/api-keys", { name: role, role })).key as string

async function userOf(role: string): Promise<string> {
  const email = `${role}@example.com`
  const password = "correct horse battery"
  await make(service, "/users", { email, name: "Ana", role, password })
  const signedIn = await service.api("POST", "/sessions", { email, password }, { key: null })
  return signedIn.body.data.token
}

describe("who may manage webhooks", () => {
  it("GE-05 another company's endpoint answers exactly as an unknown one, on every path", async () => {
    const { key } = await service.anotherCompany()
    const foreign = pathsOf(endpointId, deliveryId)
    const unknown = pathsOf(999_999, deliveryId)
    for (const [index, [method, path, sent]] of foreign.entries()) {
      const theirs = await service.api(method, path, sent, { key })
      const nobodys = await service.api(method, unknown[index]![1], sent, { key })
      expect([path, theirs.status]).toEqual([path, 404])
      expect({ ...theirs.body.error, request_id: "" }).toEqual({ ...nobodys.body.error, request_id: "" })
    }
    expect((await service.api("GET", "/webhook-endpoints", undefined, { key })).body.data).toEqual([])
    expect((await service.api("GET", `/webhook-endpoints/${endpointId}`)).status).toBe(200)
  })

  it("GE-05 a delivery is found under its own endpoint only", async () => {
    const other = await makeEndpoint(service)
    for (const suffix of ["", "/redeliver"]) {
      const method = suffix === "" ? "GET" : "POST"
      const path = `/webhook-endpoints/${other.id}/deliveries/${deliveryId}${suffix}`
      const { error } = (await service.api(method, path)).body
      expect(error).toMatchObject({ code: "not_found", message: "There is no such delivery." })
    }
  })

  it("WH-01 keys of admins and members, and users who are admins; nobody else", async () => {
    const may: [string, string, boolean][] = [
      ["admin key", await keyOf("admin"), true],
      ["member key", await keyOf("member"), true],
      ["agent key", await keyOf("agent"), false],
      ["admin user", await userOf("admin"), true],
      ["member user", await userOf("member"), false],
    ]
    for (const [who, key, allowed] of may) {
      const created = await service.api("POST", "/webhook-endpoints", body, { key })
      expect([who, created.status]).toEqual([who, allowed ? 201 : 403])
      if (allowed)
        await service.api("DELETE", `/webhook-endpoints/${created.body.data.id}`, undefined, { key })
      else
        for (const [method, path, sent] of [
          ["GET", "/webhook-endpoints"] as const,
          ...pathsOf(endpointId, deliveryId),
        ]) {
          const answer = await service.api(method!, path!, sent as object | undefined, { key })
          expect([who, path, answer.status]).toEqual([who, path, 403])
        }
    }
  })
})
