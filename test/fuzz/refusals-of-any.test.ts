/**
 * Every operation, agent tools included, meets each refusal that its kind brings: the host is brought into a state, and all
 * operations are called. Refusals that are an operation's own are met by its own tests.
 */
import { createHash } from "node:crypto"
import { Client } from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { ErrorCode } from "../../domain/model/errors.ts"
import { networkFamily } from "../../service/platform/budget/budget.ts"
import type { Log } from "../../service/platform/ports.ts"
import { describedTool } from "../../service/ways-in/agent-api/describe-tools.ts"
import { agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { companyMounts } from "../../service/ways-in/company-api/mounts.ts"
import { refusalsOf } from "../../service/ways-in/http/refusals-of.ts"
import { type DatabaseLine, openLine } from "../support/database-line.ts"
import { createTestDatabase } from "../support/postgres.ts"
import { patientBudget } from "../support/service.ts"
import { make, put } from "../support/story.ts"
import { plausibleCalls } from "./agent.ts"
import { fuzzSeed } from "./company.ts"
import { makePeople, type People } from "./people.ts"
import { plausibleRequests } from "./requests.ts"
import { openWire, type Sending, type Wire } from "./wire.ts"
import { makeWorld, type World } from "./world.ts"

/** An operation as it is called here. */
interface Called {
  name: string
  codes: ReadonlySet<ErrorCode>
  isOpen: boolean
  /** The right request first, where there is one, then as many as the schemas allow. */
  requests(count: number): Sending[]
}

/** Calls are made one by one, so that none waits but where the network has no place left. */
const longestWaitMs = 5
/** So many requests of an operation are tried until one gets as far as wanted. */
const mostTries = 40
const started = "2027-02-22T12:00:00.000Z"
const textChannel = "+15125550194"

let world: World
let wire: Wire
let admin: Client
let line: DatabaseLine
let people: People
let operations: Called[]

beforeAll(async () => {
  const database = await createTestDatabase({ startsAt: Date.parse(started) })
  line = await openLine(database)
  // Failures here are meant.
  const log: Log = { info() {}, warn() {}, error() {} }
  const budget = patientBudget(longestWaitMs)
  world = await makeWorld({ now: started, database: line.database, budget, log })
  people = await makePeople(world)
  await world.refresh()
  admin = new Client({ connectionString: database.url })
  await admin.connect()
  wire = openWire(world.service.apiUrl)
  const session = await beginTextThread()
  operations = [
    ...companyMounts.map((mount) => ({
      name: `${mount.method} ${mount.path}`,
      codes: new Set(refusalsOf(mount)),
      isOpen: mount.operation.open === true,
      requests(count: number) {
        const ofPerson = people.requestFor(mount)
        return ofPerson ? [ofPerson] : plausibleRequests(mount, world, count, fuzzSeed)
      },
    })),
    ...agentTools.map((mount) => ({
      name: `agent's ${mount.tool.name}`,
      codes: new Set(refusalsOf(describedTool(mount))),
      isOpen: false,
      requests: (count: number) => plausibleCalls(mount, world, session, count, fuzzSeed),
    })),
  ]
})
afterAll(async () => {
  wire.close()
  await admin.query("ALTER SCHEMA elsewhere RENAME TO public")
  await admin.end()
  await world.service.stop()
})

/** Each call of a tool prolongs it, which is a write. */
async function beginTextThread(): Promise<string> {
  const { service } = world
  await make(service, "/channels", { kind: "sms", phone: textChannel })
  const sent = { caller_id: "+15125550123", called_number: textChannel }
  const { body } = await service.api("POST", "/agent/conversation-init", sent)
  return body.dynamic_variables.session_id
}

/** The code of the refusal; `answered` for what is none. */
function codeIn(text: string): string {
  try {
    return JSON.parse(text).error?.code ?? "answered"
  } catch {
    return "answered"
  }
}

const codeFor = async (sending: Sending): Promise<string> => codeIn((await wire.send(sending)).text)

type Provoke = (operation: Called) => AsyncIterable<string> | Iterable<Promise<string>>

/** The operations that describe the code and never answered with it, each with what it answered instead. */
async function withoutMeeting(code: ErrorCode, provoke: Provoke): Promise<string[]> {
  const missed: string[] = []
  for (const operation of operations.filter(({ codes }) => codes.has(code))) {
    const seen = new Set<string>()
    for await (const answered of provoke(operation)) {
      seen.add(answered)
      if (seen.has(code)) break
    }
    if (!seen.has(code)) missed.push(`${operation.name}: ${[...seen].join(", ")}`)
  }
  return missed
}

/** Calls the operation, at most so often, each request changed. */
const calling = (change: (sending: Sending) => Sending, most = 1): Provoke =>
  async function* ({ requests }) {
    for (const sending of requests(most).slice(0, most)) yield codeFor(change(sending))
  }

/** With other headers; a null takes one away. */
const withHeaders =
  (headers: Record<string, string | null>) =>
  (sending: Sending): Sending => {
    const all = Object.entries({ ...sending.headers, ...headers }).filter(([, value]) => value !== null)
    return { ...sending, headers: Object.fromEntries(all) as Sending["headers"] }
  }

const withBody = (type: string, body: string) => (sending: Sending) => ({
  ...withHeaders({ "content-type": type })(sending),
  body,
})

/** A credential that has to be looked up, by which each closed operation comes to the database. */
const unknownKey = withHeaders({ authorization: `Bearer sk_${"A".repeat(43)}` })

/** Comes to the database: a closed operation by its credential, an open one by what it reads. */
const asking: Provoke = (operation) =>
  operation.isOpen ? calling((sending) => sending, mostTries)(operation) : calling(unknownKey)(operation)

it("MD-09 unauthorized: no credential", async () => {
  expect(await withoutMeeting("unauthorized", calling(withHeaders({ authorization: null })))).toEqual([])
})

it("MD-09 forbidden: a console's cookie, sent by another page", async () => {
  const headers = { authorization: null, cookie: "appointed-session=0123456789" }
  expect(await withoutMeeting("forbidden", calling(withHeaders(headers)))).toEqual([])
})

it("MD-09 IN-06 scope_missing: a key for other parts", async () => {
  const keyed = async (scopes: string[]) => {
    const { body } = await world.service.api("POST", "/api-keys", { name: "Part", role: "admin", scopes })
    return withHeaders({ authorization: `Bearer ${body.data.key}` })
  }
  const forAgents = await keyed(["agent_tools:write"])
  const forReading = await keyed(["read"])
  const provoke: Provoke = (operation) =>
    calling(operation.name.startsWith("agent's") ? forReading : forAgents)(operation)
  expect(await withoutMeeting("scope_missing", provoke)).toEqual([])
})

it("MD-09 session_expired: no conversation", async () => {
  const alone = (sending: Sending): Sending => ({
    ...sending,
    path: sending.path.replace(/session_id=[^&]+/, ""),
    ...(sending.body === undefined ? {} : { body: String(sending.body).replace(/ses_[\w-]+/, "") }),
  })
  expect(await withoutMeeting("session_expired", calling(alone))).toEqual([])
})

it("MD-09 invalid_input: an unknown field in the query", async () => {
  const asked = (sending: Sending) => ({
    ...sending,
    path: `${sending.path}${sending.path.includes("?") ? "&" : "?"}unknown_field=1`,
  })
  expect(await withoutMeeting("invalid_input", calling(asked))).toEqual([])
})

it("MD-09 invalid_json: half a body", async () => {
  expect(await withoutMeeting("invalid_json", calling(withBody("application/json", "{")))).toEqual([])
})

it("MD-09 body_too_large: two megabytes", async () => {
  const large = `{"name":"${"x".repeat(2_000_000)}"}`
  const inEachType: Provoke = async function* (operation) {
    for (const type of ["application/json", "image/png"]) yield* calling(withBody(type, large))(operation)
  }
  expect(await withoutMeeting("body_too_large", inEachType)).toEqual([])
})

it("MD-09 unsupported_media_type: a body that is packed", async () => {
  const packed = withHeaders({ "content-encoding": "gzip" })
  expect(await withoutMeeting("unsupported_media_type", calling(packed))).toEqual([])
})

it("MD-09 rate_limited: the network has as many calls in hand as it may", async () => {
  const { budget } = world.service.context
  const stays = await Promise.all(Array.from({ length: 8 }, () => budget.enter(networkFamily("127.0.0.1"))))
  expect(await withoutMeeting("rate_limited", calling(unknownKey))).toEqual([])
  for (const stay of stays) stay.leave()
})

it("MD-09 not_saved: a database that can only be read", async () => {
  await admin.query(`ALTER DATABASE ${admin.database} SET default_transaction_read_only = on`)
  await endConnections()
  expect(
    await withoutMeeting(
      "not_saved",
      calling((sending) => sending, mostTries),
    ),
  ).toEqual([])
  await admin.query("SET default_transaction_read_only = off")
  await admin.query(`ALTER DATABASE ${admin.database} RESET default_transaction_read_only`)
  await endConnections()
})

/** New connections have the database's new setting. */
const endConnections = () =>
  admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  )

it("MD-09 idempotency_key_running: the same request once more, while the first waits for the database", async () => {
  const twice: Provoke = async function* ({ name, requests }) {
    for (const [index, sending] of requests(mostTries).entries()) {
      const keyed = withHeaders({ "idempotency-key": `running ${name} ${index}` })(sending)
      await admin.query("BEGIN; LOCK TABLE idempotency IN ACCESS EXCLUSIVE MODE")
      const answers = [codeFor(keyed), codeFor(keyed)]
      const sooner = await Promise.race(answers)
      await admin.query("COMMIT")
      await Promise.all(answers)
      yield sooner
    }
  }
  expect(await withoutMeeting("idempotency_key_running", twice)).toEqual([])
})

it("MD-09 idempotency_key_reused: the key of another request", async () => {
  const reused: Provoke = async function* ({ name, requests }) {
    for (const [index, sending] of requests(mostTries).entries()) {
      const key = `reused ${name} ${index}`
      await keepAnswer(sending, { key, bodyHash: "another", status: 200, answer: "{}" })
      yield codeFor(withHeaders({ "idempotency-key": key })(sending))
    }
  }
  expect(await withoutMeeting("idempotency_key_reused", reused)).toEqual([])
})

it("MD-09 answer_erased: the first answer was about a customer whose data is erased", async () => {
  const erased: Provoke = async function* ({ name, requests }) {
    for (const [index, sending] of requests(mostTries).entries()) {
      const key = `erased ${name} ${index}`
      const body = sending.body === undefined ? null : JSON.parse(String(sending.body))
      await keepAnswer(sending, {
        key: `erased:${hashOf(key)}`,
        bodyHash: hashOf(JSON.stringify(body)),
        status: 410,
        answer: JSON.stringify({ success: false, error: { code: "answer_erased" } }),
      })
      yield codeFor(withHeaders({ "idempotency-key": key })(sending))
    }
  }
  expect(await withoutMeeting("answer_erased", erased)).toEqual([])
})

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")

interface Kept {
  key: string
  bodyHash: string
  status: number
  answer: string
}

/** As if the request had been answered before. */
async function keepAnswer({ method, path, headers }: Sending, kept: Kept): Promise<void> {
  const [caller] = await world.service.context.db.query<{ company_id: number; credential: string }>(
    `SELECT company_id, 'key:' || id AS credential FROM api_key WHERE key_hash = $1
     UNION ALL SELECT company_id, 'user:' || user_id FROM user_session WHERE token_hash = $1`,
    [hashOf(String(headers.authorization).replace("Bearer ", ""))],
  )
  await admin.query(
    `INSERT INTO idempotency (company_id, credential, key, method, path, body_hash, created_at, status, answer, of_many)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, false)`,
    [
      ...[caller!.company_id, caller!.credential, kept.key, method, path.split("?")[0], kept.bodyHash],
      ...[new Date(world.service.clock.now()), kept.status, kept.answer],
    ],
  )
}

it("MD-09 enrolment_needed: a user without the second factor that the company requires", async () => {
  await put(world.service, "/company", { sign_in: { require_second_factor: true } })
  const asPlain = withHeaders({ authorization: `Bearer ${people.plain.token}` })
  expect(await withoutMeeting("enrolment_needed", calling(asPlain))).toEqual([])
})

it("MD-09 internal: the tables are gone", async () => {
  await admin.query("ALTER SCHEMA public RENAME TO elsewhere")
  expect(await withoutMeeting("internal", asking)).toEqual([])
})

it("MD-09 busy: the database is away", async () => {
  await line.cut()
  expect(await withoutMeeting("busy", asking)).toEqual([])
})
