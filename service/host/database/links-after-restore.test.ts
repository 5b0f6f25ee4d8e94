/** Links that were given out before a restore, when ids are given out again after it. */
import { PassThrough, Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { expect, it } from "vitest"
import { linkToken, tokenHash } from "../../../domain/model/link-token.ts"
import { linkOf, makeLink } from "../../../test/support/link.ts"
import { makeManageLink } from "../../../test/support/manage-link.ts"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { startService, type TestService, testKeys } from "../../../test/support/service.ts"
import { makeCustomer, type Story, tellStory } from "../../../test/support/story.ts"
import { dump } from "./dump.ts"
import { restore } from "./restore.ts"

const own = (database: TestDatabase): TestDatabase => ({ ...database, drop: async () => {} })

async function restored(from: TestDatabase): Promise<TestDatabase> {
  const output = new PassThrough()
  const [bytes] = await Promise.all([buffer(output), dump(from.url, output)])
  const target = await createTestDatabase({ empty: true })
  await restore(target.url, Readable.from([bytes]))
  return target
}

const named = (service: TestService, name: string) => makeCustomer(service, { name })

it("MD-23 a link made after the dump opens nothing when the restored database gives its id to another customer", async () => {
  const database = await createTestDatabase()
  const before = await startService({ database: own(database), book: true, trustProxyHops: 1 })
  const story = await tellStory(before)
  const copy = await restored(database)
  const alice = { ...story, customerId: await named(before, "Alice Lost") }
  // First the appointment: beside an open request of the customer it would be the request's.
  const managed = await makeManageLink(before, alice, "2027-03-02T15:00:00.000Z")
  const asked = await makeLink(before, alice)
  expect((await asked.page()).text).toContain("Alice")
  await before.stop()

  const after = await startService({ database: copy, book: true, trustProxyHops: 1 })
  const asFirst: TestService = {
    ...after,
    api: (method, path, body, options) => after.api(method, path, body, { key: before.key, ...options }),
  }
  const bob = { ...story, customerId: await named(asFirst, "Bob Other") }
  const bobsOwn = await makeManageLink(asFirst, bob, "2027-03-02T15:00:00.000Z")
  const bobs = await makeLink(asFirst, bob)
  // The premise: the ids came again.
  expect([bobs.requestId, bobsOwn.appointmentId]).toEqual([asked.requestId, managed.appointmentId])
  for (const { url } of [asked, managed]) {
    const old = linkOf(after, after.bookUrl + new URL(url).pathname)
    const page = await old.page()
    expect(page.status).toBe(404)
    expect(page.text).not.toContain("Bob")
    expect((await old.read()).error).toMatchObject({ code: "link_ended" })
  }
  expect((await bobs.page()).text).toContain("Bob")
  expect((await bobsOwn.read()).status).toBe(200)
  await after.stop()
  await database.drop()
})

/** As a link was before links had random values. */
async function makeOld(service: TestService, of: "request" | "appointment", id: number): Promise<string> {
  const { db } = service.context
  const [table, kind] = of === "request" ? ["scheduling_request", "link"] : ["appointment", "manage_link"]
  const token = linkToken(testKeys.link, { of, id, version: 1, keyId: "l1", random: null })
  await db.query(`UPDATE ${table} SET link_random = NULL WHERE id = $1`, [id])
  await db.query("UPDATE directory SET key = $3 WHERE kind = $1 AND ref_id = $2", [
    kind,
    id,
    tokenHash(token),
  ])
  return token
}

it("MD-23 a link from before random values is the same at every read, until its rotation makes it random", async () => {
  const service = await startService({ book: true, trustProxyHops: 1 })
  const story = await tellStory(service)
  const { appointmentId } = await makeManageLink(service, story, "2027-03-02T15:00:00.000Z")
  const { requestId } = await makeLink(service, story)
  const places = [
    ["request", requestId, `/scheduling-requests/${requestId}`, "/booking-link/rotate", "booking_url"],
    ["appointment", appointmentId, `/appointments/${appointmentId}`, "/manage-link/rotate", "manage_url"],
  ] as const
  for (const [of, id, path, rotate, field] of places) {
    const token = await makeOld(service, of, id)
    for (let read = 0; read < 2; read += 1) {
      const { body } = await service.api("GET", path)
      expect(body.data[field]).toMatch(new RegExp(`/${token}$`))
    }
    const old = linkOf(service, (await service.api("GET", path)).body.data[field])
    expect((await old.read()).status).toBe(200)
    const rotated = linkOf(service, (await service.api("POST", path + rotate)).body.data[field])
    expect((await rotated.read()).status).toBe(200)
    expect((await old.read()).error.code).toBe("link_ended")
    const byId = linkToken(testKeys.link, { of, id, version: 2, keyId: "l1", random: null })
    expect(rotated.token).not.toBe(byId)
    const again = linkOf(service, (await service.api("POST", path + rotate)).body.data[field])
    expect(again.token).not.toBe(rotated.token)
  }
  expect(await oldLinks(service, story)).toEqual([])
  await service.stop()
})

/** Records whose link is made of their id. */
const oldLinks = (service: TestService, { customerId }: Story) =>
  service.context.db.query(
    `SELECT id FROM scheduling_request WHERE customer_id = $1 AND link_random IS NULL
     UNION ALL SELECT id FROM appointment WHERE customer_id = $1 AND link_key_id IS NOT NULL AND link_random IS NULL`,
    [customerId],
  )
