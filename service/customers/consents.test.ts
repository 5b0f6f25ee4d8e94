import { afterEach, beforeEach, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { tellStory } from "../../test/support/story.ts"

let service: TestService
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.stop())

it("CU-02 consent is a history: the database lets nobody change or remove a row of it", async () => {
  const { customerId } = await tellStory(service)
  const { body } = await service.api("GET", `/customers/${customerId}`)
  const path = `/customers/${customerId}/contacts/${body.data.contacts[0].id}/consent`
  for (const event of ["granted", "revoked", "granted"]) {
    const answer = await service.api("POST", path, { channel: "sms", event, source: "a form" })
    expect(answer.status).toBe(201)
  }
  const { db } = service.context
  await expect(db.query("UPDATE consent SET event = 'granted'")).rejects.toMatchObject({ code: "23001" })
  await expect(db.query("DELETE FROM consent")).rejects.toMatchObject({ code: "23001" })
  const after = await service.api("GET", `/customers/${customerId}`)
  const events = after.body.data.contacts[0].consents.map(({ event }: { event: string }) => event)
  expect(events).toEqual(["granted", "revoked", "granted"])
})

it("CU-06 an erasure leaves what was said of a number, as a hash", async () => {
  const { customerId } = await tellStory(service)
  const { body } = await service.api("GET", `/customers/${customerId}`)
  const path = `/customers/${customerId}/contacts/${body.data.contacts[0].id}/consent`
  await service.api("POST", path, { channel: "sms", event: "revoked", source: "a form" })
  expect((await service.api("DELETE", `/customers/${customerId}?erase=true`)).status).toBe(200)
  const rows = await service.context.db.query<{ event: string; phone_hash: string }>("SELECT * FROM consent")
  expect(rows).toMatchObject([{ event: "revoked" }])
  expect(JSON.stringify(rows)).not.toContain("5550123")
})
