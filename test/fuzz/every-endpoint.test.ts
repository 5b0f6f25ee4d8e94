/** The answers of every address of the company API before it looks at the body, and with ids that are not the company's. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { companyMounts } from "../../service/ways-in/company-api/mounts.ts"
import type { Mount } from "../../service/ways-in/http/mount.ts"
import { makeUser, signedIn } from "../support/users.ts"
import { changedTables, checksumOf } from "./checksum.ts"
import { wrongError } from "./judge.ts"
import { openWire, type Received, type Wire } from "./wire.ts"
import { makeWorld, tableForSegment, type World } from "./world.ts"

let world: World
let wire: Wire
let agentKey: string
let memberKey: string
/** The session of a provider who has no visits. */
let seated: Record<string, string>
beforeAll(async () => {
  world = await makeWorld()
  wire = openWire(world.service.apiUrl)
  agentKey = await makeKey("agent")
  memberKey = await makeKey("member")
  const { body } = await world.service.api("POST", "/providers", { name: "New here" })
  const seat = { role: "provider", provider_id: body.data.id } as const
  const token = await signedIn(world.service, (await makeUser(world.service, seat)).email)
  seated = { authorization: `Bearer ${token}` }
})
afterAll(async () => {
  wire.close()
  await world.service.stop()
})

async function makeKey(role: string): Promise<string> {
  const { body } = await world.service.api("POST", "/api-keys", { name: role, role })
  return body.data.key
}

const closedMounts = companyMounts.filter(({ operation }) => !operation.open)
/** Bodies that would be refused, were they read. */
const bodies = ["{", '{"name":7}', `{"name":"${"x".repeat(2_000_000)}"}`]

function pathOf({ path }: Mount, id: number | string): string {
  // A kind of entries is a word, which belongs to no company.
  return `/api/v1${path.replace(":kind", "callback").replaceAll(/:\w+/g, String(id))}`
}

async function send(mount: Mount, headers: Record<string, string>, body?: string, id: number | string = 1) {
  const sent = mount.method === "GET" || body === undefined ? {} : { body }
  const type = { "content-type": mount.rawBody ? "image/png" : "application/json" }
  return wire.send({
    method: mount.method,
    path: pathOf(mount, id),
    headers: { ...type, ...headers },
    ...sent,
  })
}

const nameOf = ({ method, path }: Mount) => `${method} ${path}`
const codeOf = (answer: Received): string => JSON.parse(answer.text).error?.code ?? "none"

/** The mounts that answer in another way, and how. */
async function others(
  mounts: readonly Mount[],
  headers: Record<string, string>,
  wanted: string,
): Promise<string[]> {
  const found: string[] = []
  for (const mount of mounts) {
    for (const body of bodies) {
      const answer = await send(mount, headers, body)
      const said = `${answer.status} ${codeOf(answer)}`
      if (said !== wanted || wrongError(answer))
        found.push(`${nameOf(mount)}: ${answer.status} ${answer.text}`)
    }
  }
  return found
}

const wrongCredentials: Record<string, Record<string, string>> = {
  "no credential": {},
  "an unknown key": { authorization: `Bearer sk_${"A".repeat(43)}` },
  "a key without its scheme": { authorization: "sk_something" },
  "another scheme": { authorization: "Basic c2s6eA==" },
  "an empty bearer": { authorization: "Bearer " },
  "a bearer of many words": { authorization: "Bearer one two three four" },
}

for (const [what, headers] of Object.entries(wrongCredentials)) {
  it(`GE-07 GE-01 ${what}: 401 on every address, before anything of the body is judged`, async () => {
    expect(await others(closedMounts, headers, "401 unauthorized")).toEqual([])
  })
}

it("GE-07 a revoked key: 401 on every address", async () => {
  const { body } = await world.service.api("POST", "/api-keys", { name: "Lost", role: "admin" })
  await world.service.api("DELETE", `/api-keys/${body.data.id}`)
  const headers = { authorization: `Bearer ${body.data.key}` }
  expect(await others(closedMounts, headers, "401 unauthorized")).toEqual([])
})

it("GE-07 an agent's key: 403 on every address that is not for agents, before the body is judged", async () => {
  const closed = closedMounts.filter(({ operation }) => !operation.roles.includes("agent"))
  expect(await others(closed, { authorization: `Bearer ${agentKey}` }, "403 forbidden")).toEqual([])
})

it("GE-07 a member's key: 403 on settings, keys and users, before the body is judged", async () => {
  const closed = closedMounts.filter(({ operation }) => !operation.roles.includes("member"))
  expect(closed.map(nameOf)).toContain("PUT /company")
  expect(await others(closed, { authorization: `Bearer ${memberKey}` }, "403 forbidden")).toEqual([])
})

it("PV-01 a provider's session: 403 on every address that is of no seat, before the body is judged", async () => {
  const closed = closedMounts.filter(({ operation }) => operation.seat === undefined)
  // To delete a session of theirs signs them out.
  const open = closedMounts.filter(({ operation, method }) => operation.seat && method !== "DELETE")
  expect(closed.map(nameOf)).toContain("GET /customers")
  expect(await others(closed, seated, "403 forbidden")).toEqual([])
  const statuses = await Promise.all(open.map(async (mount) => (await send(mount, seated)).status))
  expect(statuses.filter((status) => status === 401 || status === 403)).toEqual([])
})

it("PV-01 records beyond a provider's seat answer as unknown ids on every address, word for word, and change nothing", async () => {
  const checksum = await checksumOf(world.service.context.db)
  const before = await checksum()
  const found: string[] = []
  const byId = closedMounts.filter(({ operation }) => !["own", undefined].includes(operation.seat))
  expect(byId.map(nameOf)).toContain("POST /appointments/:id/complete")
  for (const mount of byId) {
    const ids = world.idsOf(tableForSegment(mount.path.split("/")[1]!)!)
    expect(ids.length, mount.path).toBeGreaterThan(0)
    const body = rightBody(mount)
    const nobodys = await send(mount, seated, body, 404_404)
    for (const id of ids) {
      const theirs = await send(mount, seated, body, id)
      const isSame = theirs.text.replace(/req_[\w-]+/, "") === nobodys.text.replace(/req_[\w-]+/, "")
      if (theirs.status !== 404 || !isSame)
        found.push(`${nameOf(mount)} ${id}: ${theirs.text} / ${nobodys.text}`)
    }
  }
  expect(found).toEqual([])
  expect(changedTables(before, await checksum())).toEqual([])
})

it("GE-01 an address that is none, a method that is none and a body too large have the one shape", async () => {
  const headers = { authorization: `Bearer ${world.service.key}`, "content-type": "application/json" }
  const large = { body: `{"name":"${"x".repeat(2_000_000)}"}` }
  const answers = [
    await wire.send({ method: "GET", path: "/api/v1/nothing", headers }),
    await wire.send({ method: "PATCH", path: "/api/v1/customers", headers }),
    await wire.send({ method: "POST", path: "/api/v1/customers", headers, ...large }),
    await wire.send({
      method: "POST",
      path: "/api/v1/customers",
      headers: { ...headers, "content-type": "a/b" },
      body: "x",
    }),
  ]
  expect(answers.map((answer) => wrongError(answer))).toEqual([null, null, null, null])
  expect(answers.map(({ status }) => status)).toEqual([404, 405, 413, 415])
})

it("GE-05 another company's ids answer as unknown ids on every address, word for word, and change nothing", async () => {
  const checksum = await checksumOf(world.service.context.db)
  const before = await checksum()
  const found: string[] = []
  // A date has no owner, and a token is of nothing else.
  const byId = closedMounts.filter(({ path }) => path.includes(":") && !/:(date|token)/.test(path))
  for (const mount of byId) {
    const segment = mount.path.split("/")[1]!
    const written = (id: number) => (segment === "events" ? `evt_${id}` : id)
    const foreign =
      segment === "files" ? world.other.fileId : written(world.foreignIdsOf(tableForSegment(segment)!)[0]!)
    const headers = { authorization: `Bearer ${world.service.key}` }
    const body = rightBody(mount)
    const [theirs, nobodys] = [
      await send(mount, headers, body, foreign),
      await send(mount, headers, body, written(404_404)),
    ]
    const isSame = theirs.text.replace(/req_[\w-]+/, "") === nobodys.text.replace(/req_[\w-]+/, "")
    if (theirs.status !== 404 || !isSame)
      found.push(`${nameOf(mount)} ${foreign}: ${theirs.text} / ${nobodys.text}`)
  }
  expect(found).toEqual([])
  expect(changedTables(before, await checksum())).toEqual([])
})

/** A body that gets past its schema, so that the id is judged. */
function rightBody({ method, path, operation }: Mount): string | undefined {
  const bodies: Record<string, unknown> = {
    "POST /providers/:id/time-off": { start: "2027-03-20T00:00:00Z", end: "2027-03-21T00:00:00Z" },
    "POST /resources/:id/time-off": { start: "2027-03-20T00:00:00Z", end: "2027-03-21T00:00:00Z" },
    "POST /providers/:id/calendars": { kind: "ics", url: world.feedUrl },
    "POST /scheduling-requests/:id/outreach": { outreach_plan_id: world.idsOf("outreach_plan")[0] },
    "POST /scheduling-requests/:id/outreach/preview": { outreach_plan_id: world.idsOf("outreach_plan")[0] },
    "POST /customers/:id/contacts": { phone: "+15125550777" },
    "POST /customers/:id/contacts/:contactId/consent": { channel: "sms", event: "granted", source: "asked" },
    "POST /appointments/:id/reschedule": { start_time: "2027-03-05T18:00:00.000Z" },
    "POST /appointments/:id/propose": { times: [{ start_time: "2027-03-05T18:00:00.000Z" }] },
    "POST /appointments/:id/reschedule/preview": { start_time: "2027-03-05T18:00:00.000Z" },
    "PUT /appointments/:id/attendance": { attendance: "coming" },
    "PUT /callbacks/:id": { done: true },
    "POST /inbox/:kind/:id/later": { until: null },
    "POST /waiting-entries/:id/offers": {
      ...{ provider_id: 1, location_id: 1, start_time: "2027-03-12T17:00:00.000Z" },
    },
    "PUT /disruptions/:id": { choices: [] },
    "POST /disruptions/:id/messages": { appointment_id: 1 },
    "POST /customers/:id/email-consent": { event: "granted", source: "asked" },
    "POST /webhook-endpoints/:id/recover": { since: "2027-02-20T00:00:00Z" },
  }
  return operation.body === undefined ? undefined : JSON.stringify(bodies[`${method} ${path}`] ?? {})
}
