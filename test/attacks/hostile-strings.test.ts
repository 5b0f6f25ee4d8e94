/**
 * Every text field of every operation is sent the classic attack strings, at the largest body allowed and at the field's
 * own limit, in as many entries as its lists may have. No request holds the thread for 50 ms of its own time.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { z } from "zod"
import { conversationInit } from "../../domain/model/agent/session.ts"
import { providerSignInInput, signInInput } from "../../domain/model/sign-in.ts"
import { agentPrefix, agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { companyMounts } from "../../service/ways-in/company-api/mounts.ts"
import {
  bookInput,
  codeInput,
  registerInput,
  slotsInput,
  verifyInput,
} from "../../service/ways-in/public-page/inputs.ts"
import { schemaOf } from "../fuzz/requests.ts"
import type { Schema } from "../fuzz/values.ts"
import { openWire, type Received, type Sending, type Wire } from "../fuzz/wire.ts"
import { openChannels, strangersNumber, talk } from "../support/agent.ts"
import { hostileTexts } from "../support/hostile-texts.ts"
import { longestHoldMs } from "../support/longest-hold.ts"
import { openPublicPage, slug } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"
import { carrying, type TextField, textFieldsOf } from "../support/text-fields.ts"
import { isOwnTrial } from "../support/trials.ts"

const mostHeldMs = 50
const kilobyte = 1_024

let service: TestService
let wires: { api: Wire; book: Wire }
let sessionId: string

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  await openPublicPage(service, await tellStory(service))
  await openChannels(service)
  sessionId = await newSession()
  wires = { api: openWire(service.apiUrl), book: openWire(service.bookUrl!) }
})
afterAll(async () => {
  wires.api.close()
  wires.book.close()
  await service.stop()
})

const newSession = async () => (await talk(service, strangersNumber)).sessionId

interface Target {
  name: string
  host: "api" | "book"
  method: string
  path: string
  mostBytes: number
  schema: z.ZodType
  /** Nothing but the input can be refused first: no session, no visit. */
  isJudgedFirst?: boolean
  headers(): Record<string, string>
  fixed?(): object
}

const shapes = new Map<z.ZodType, Schema>()

function shapeOf({ schema }: Pick<Target, "schema">): Schema {
  const shape = shapes.get(schema) ?? schemaOf(schema)
  shapes.set(schema, shape)
  return shape
}

let addresses = 0
/** A network of its own for each request, so that no limit of a network answers instead. */
const fromElsewhere = () => {
  addresses += 1
  return { "x-forwarded-for": `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}` }
}
const withKey = () => ({ authorization: `Bearer ${service.key}` })
const placed = (path: string) =>
  path.replace(":date", "2027-03-04").replace(":kind", "pending").replaceAll(/:\w+/g, "1")

const company: Target[] = companyMounts
  .filter(({ operation, rawBody }) => operation.body && !rawBody)
  .map(({ method, path, operation }) => ({
    name: `${method} ${path}`,
    host: "api",
    method,
    path: `/api/v1${placed(path)}`,
    mostBytes: (operation.open ? 16 : 1_024) * kilobyte,
    schema: operation.body!,
    isJudgedFirst: true,
    // One of three fields that exclude each other, so that the attacked field is the only wrong one.
    ...(path === "/series" ? { fixed: () => ({ every: { weeks: 1 } }) } : {}),
    headers: () => (operation.open ? fromElsewhere() : withKey()),
  }))

const agents: Target[] = [
  ...agentTools
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, tool }) => ({
      method,
      path: agentPrefix + path,
      schema: tool.input,
      name: tool.name,
    })),
  {
    method: "POST",
    path: `${agentPrefix}/conversation-init`,
    schema: conversationInit,
    name: "conversation-init",
  },
].map((each) => ({
  ...each,
  host: "api",
  path: placed(each.path),
  mostBytes: 64 * kilobyte,
  headers: withKey,
  fixed: () => ({ session_id: sessionId }),
}))

const strangers: Target[] = [
  ...(
    [
      ["POST", "/console/session", signInInput],
      ["POST", "/console/provider", providerSignInInput],
    ] as const
  ).map(([method, path, schema]) => ({ method, path, schema, host: "api" as const })),
  ...(
    [
      ["POST", "/slots", slotsInput],
      ["POST", "/codes", codeInput],
      ["POST", "/codes/verify", verifyInput],
      ["POST", "/customers", registerInput],
      ["POST", "/appointments", bookInput],
    ] as const
  ).map(([method, path, schema]) => ({
    method,
    path: `/api/pages/${slug}${path}`,
    schema,
    host: "book" as const,
  })),
].map((each) => ({
  ...each,
  name: `${each.method} ${each.path}`,
  mostBytes: 16 * kilobyte,
  headers: () => ({
    ...fromElsewhere(),
    "x-console": "1",
    origin: each.host === "api" ? service.apiUrl : service.bookUrl!,
    "x-visit-token": "x".repeat(43),
  }),
}))

interface Attack {
  what: string
  host: "api" | "book"
  sending: Sending
  /** The field that the answer has to name, since its text is too long. */
  refused: string | null
}

/** The body with the text in the field, as long as the body may be in all. */
function atLargest(target: Target, field: TextField, make: (length: number) => string): string {
  const body = (text: string) =>
    JSON.stringify({
      ...(carrying(shapeOf(target), field.path, text, 1) as object),
      ...target.fixed?.(),
    })
  const room = target.mostBytes - body("").length
  const bytesPerSign = Buffer.byteLength(JSON.stringify(make(600))) / make(600).length
  return body(make(Math.floor(room / bytesPerSign) - 10))
}

/** The body with texts of the field's own limit, in as many entries as lists may have and the body has room for. */
function atLimit(target: Target, field: TextField, make: (length: number) => string): string {
  const text = make(field.maxLength).slice(0, field.maxLength)
  const body = (entries: number) =>
    JSON.stringify({
      ...(carrying(shapeOf(target), field.path, text, entries) as object),
      ...target.fixed?.(),
    })
  const one = Buffer.byteLength(body(1))
  const more = Math.max(Buffer.byteLength(body(2)) - one, 1)
  return body(Math.max(1, Math.floor((target.mostBytes - one) / more)))
}

/** A field is sent this run's share of the texts, the next field the next ones. */
function* attacksOn(target: Target): Generator<Attack> {
  for (const [nth, field] of textFieldsOf(shapeOf(target)).entries()) {
    for (const [at, [text, make]] of Object.entries(hostileTexts).entries()) {
      if (!isOwnTrial(nth + at)) continue
      for (const bodyOf of [atLargest, atLimit]) {
        const body = bodyOf(target, field, make)
        const headers = { ...target.headers(), "content-type": "application/json" }
        const sending = { method: target.method, path: target.path, headers, body }
        const what = `${target.name} ${field.path.join(".")}: ${text}, ${bodyOf === atLargest ? "largest body" : "its limit"}`
        const refused = bodyOf === atLargest ? field.path.filter((step) => step !== "[]").at(-1)! : null
        yield { what, host: target.host, sending, refused }
      }
    }
  }
}

interface Outcome {
  what: string
  heldMs: number
  status: number
  isNamed: boolean
}

/** `steps[0].sms_text` → `steps.sms_text` */
const fieldOf = ({ text }: Received): string =>
  (JSON.parse(text).error?.field ?? "").replaceAll(/\[\d+\]/g, "")

/** A hold is measured again, since a collection of garbage may have fallen into it. */
async function play({ what, host, sending, refused }: Attack): Promise<Outcome> {
  const held: number[] = []
  let answer: Received = { status: 0, headers: {}, text: "" }
  const send = async () => {
    answer = await wires[host].send(sending)
  }
  do held.push(await longestHoldMs(send))
  while (held.at(-1)! > mostHeldMs && held.length < 3)
  const isNamed = refused === null || fieldOf(answer).endsWith(refused)
  return { what, heldMs: Math.min(...held), status: answer.status, isNamed }
}

async function playAll(target: Target): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const attack of attacksOn(target)) {
    const outcome = await play(attack)
    outcomes.push(outcome)
    // A conversation may try three addresses.
    if (target.fixed && outcome.status === 429) sessionId = await newSession()
  }
  return outcomes
}

const shown = ({ what, heldMs, status }: Outcome) => `${what}: ${status}, held ${Math.round(heldMs)} ms`

describe.each([
  ["company API", company],
  ["agents' tools", agents],
  ["strangers' endpoints", strangers],
] as const)("the classic attack strings to the %s", (_what, targets) => {
  it.each(
    targets
      .filter(({ schema }) => textFieldsOf(shapeOf({ schema })).length > 0)
      .map((each) => [each.name, each] as const),
  )("SE-01 hold nobody up: %s", async (_name, target) => {
    const outcomes = await playAll(target)
    expect(outcomes.filter(({ heldMs }) => heldMs > mostHeldMs).map(shown)).toEqual([])
    expect(outcomes.filter(({ status }) => status === 500 || status === 413).map(shown)).toEqual([])
    if (!target.isJudgedFirst) return
    expect(outcomes.filter(({ isNamed, status }) => !isNamed || status === 429).map(shown)).toEqual([])
  })
})
