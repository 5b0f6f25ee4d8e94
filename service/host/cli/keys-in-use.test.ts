import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { make, makeCustomer, tellStory } from "../../../test/support/story.ts"
import { createMetrics } from "../../ways-in/health/metrics.ts"
import { checkKeysInUse, checkTextsHeld } from "./checkups/records.ts"

let database: TestDatabase
let service: TestService
beforeAll(async () => {
  database = await createTestDatabase()
  service = await startService({ database })
  const { typeId } = await tellStory(service)
  const customerId = await makeCustomer(service, { phone: "+15125550177" })
  await make(service, "/scheduling-requests", {
    customer_id: customerId,
    appointment_type_id: typeId,
    latest_date: "2027-03-31",
  })
  const { contacts } = (await service.api("GET", `/customers/${customerId}`)).body.data
  await make(service, `/customers/${customerId}/contacts/${contacts[0].id}/consent`, {
    channel: "sms",
    event: "revoked",
    source: "by phone",
  })
  await make(service, "/webhook-endpoints", { url: "https://example.com/a", events: ["appointment.created"] })
})
afterAll(() => service.stop())

const key = (id: string) => ({ id, key: randomBytes(32) })
const linkKeyId = () => service.context.linkKeys[0]!.id
const sealingKeyId = () => service.context.sealer.seal("", "").split(".")[1]!
const check = (encryption: string, link: string) =>
  checkKeysInUse({ secrets: { encryption: [key(encryption)], link: [key(link)] } }, database.url)

it("OP-05 the doctor finds the keys in use well while all are held", async () => {
  expect(await check(sealingKeyId(), linkKeyId())).toEqual([
    { name: "keys in use", state: "ok", says: "all are held" },
  ])
})

it("OP-05 the doctor names the keys that rows were made with and that are gone", async () => {
  const findings = await check("new", "newer")
  expect(findings.map(({ name, state, says }) => [name, state, says.split(":")[0]])).toEqual([
    ["LINK_SECRET", "wrong", `the key ${linkKeyId()} is gone, which 1 links were made with`],
    [
      "SECRET_KEY",
      "wrong",
      `the key ${sealingKeyId()} is gone, which 2 webhook secrets, calendar accounts, second factors, consents and opt-outs need`,
    ],
  ])
})

it("MD-24 the doctor and the metrics tell of texts that wait for an operator", async () => {
  const { context } = service
  const metric = async () => /^texts_held (\d+)$/m.exec(await createMetrics(context).text())?.[1]
  expect(await checkTextsHeld(database.url)).toMatchObject([{ name: "texts held", state: "ok" }])
  expect(await metric()).toBe("0")
  await context.db.query(
    "INSERT INTO text_held (company_id, text_id, lane, due_at) SELECT $1, id, 'unasked', now() FROM generate_series(1, 3) AS id",
    [service.companyId],
  )
  const [finding] = await checkTextsHeld(database.url)
  expect(finding).toMatchObject({ name: "texts held", state: "wrong" })
  expect(finding!.says).toMatch(/^3 wait/)
  expect(finding!.mend).toContain("recovered --send-texts")
  expect(await metric()).toBe("3")
})
