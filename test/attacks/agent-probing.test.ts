/** A caller, or a model led astray, who uses the agent's tools to learn of others or to break the agent's words. */
import { beforeEach, describe, expect, it } from "vitest"
import { agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { type Conversation, openChannels, samsNumber, strangersNumber, talk } from "../support/agent.ts"
import { service, shareOneStory, story } from "../support/one-story.ts"
import { makeCustomer } from "../support/story.ts"

shareOneStory()

let hasLine = false
let strangers = 0

beforeEach(async () => {
  if (!hasLine) await openChannels(service)
  hasLine = true
})

/** A number without a call so far. */
const nextStranger = () => {
  strangers += 1
  return `+1512555${3000 + strangers}`
}

const create = (call: Conversation, email: string) =>
  call.tool("POST", "/customers", { name: "Eve Gray", email })

/** The agent's answer, but for the id of its request. */
const worded = ({ status, body }: { status: number; body: unknown }) =>
  JSON.stringify([status, body]).replace(/req_[\w-]+/, "req")

describe("TR-35 emails of others", () => {
  it("TR-35 answer like free ones, for a caller who is new and for one who is known", async () => {
    const taken = "ruth@private.example"
    await makeCustomer(service, { name: "Ruth Hale", email: taken })
    const asked = async (number: string, email: string) =>
      worded(await create(await talk(service, number), email))
    expect(await asked(nextStranger(), taken)).toBe(await asked(nextStranger(), "free@private.example"))
    expect(await asked(samsNumber, taken)).toBe(await asked(samsNumber, "free@private.example"))
  })

  it("TR-35 say nothing when create is repeated with one after the other", async () => {
    const call = await talk(service, strangersNumber)
    const first = worded(await create(call, "eve@private.example"))
    for (const email of ["sam@example.com", "SAM@example.com", "free@private.example"]) {
      expect(worded(await create(call, email))).toBe(first)
    }
    const { body } = await service.api("GET", `/customers?phone=${encodeURIComponent(strangersNumber)}`)
    expect(body.data[0].email).toBe("eve@private.example")
  })

  it("TR-35 are kept for one customer only, all the same", async () => {
    const number = nextStranger()
    await create(await talk(service, number), "sam@example.com")
    const { body } = await service.api("GET", `/customers?phone=${encodeURIComponent(number)}`)
    expect(body.data[0].email).toBeNull()
  })
})

const inherited = [
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "isPrototypeOf",
  "__proto__",
  "prototype",
]
const oddValues = ["1", '"x"', "{}", "[]", '{"constructor":{"prototype":{"admin":true}}}', "null"]
const oddIds = [
  "constructor",
  "__proto__",
  "1e3",
  "0x1",
  "-1",
  "1.5",
  "9007199254740993",
  "1;DROP",
  "‮1",
  "undefined",
]

const writers = agentTools.filter(({ method }) => method !== "GET")

/** A sentence that can be said: no code, no braces, no names of fields. */
const sentence = /^[A-Z][^_{}[\]()<>=;`\\]*[.?]$/

interface Sent {
  status: number
  message: string
}

/** The tool's refusal of exactly this text as its body. */
async function refusalOf(at: (typeof agentTools)[number], path: string, raw: string): Promise<Sent> {
  const sending = { raw, headers: { "content-type": "application/json" } }
  const { status, body } = await service.api(at.method, `/agent${path}`, undefined, sending)
  return { status, message: body.error?.message ?? "(none)" }
}

describe("TR-35 odd fields", () => {
  it("TR-35 named like what every object inherits get a plain sentence, from every tool", async () => {
    const { sessionId } = await talk(service, samsNumber)
    const seen = new Set<string>()
    for (const at of writers) {
      for (const field of inherited) {
        for (const value of oddValues) {
          const path = at.path.replace(":appointment_id", "1")
          const { status, message } = await refusalOf(
            at,
            path,
            `{"session_id":"${sessionId}","${field}":${value}}`,
          )
          const where = `${at.tool.name} ${field}=${value}: ${message}`
          expect(status, where).toBe(400)
          expect(message, where).toMatch(sentence)
          seen.add(message)
        }
      }
    }
    expect([...seen].join(" ")).not.toMatch(/function|native|object|undefined|prototype/i)
  })

  it("TR-35 in a query get a plain sentence too", async () => {
    const { sessionId } = await talk(service, samsNumber)
    for (const { path } of agentTools.filter(({ method }) => method === "GET")) {
      for (const field of inherited) {
        const { status, body } = await service.api("GET", `/agent${path}?session_id=${sessionId}&${field}=1`)
        expect([path, field, status]).toEqual([path, field, 400])
        expect(body.error.message).toMatch(sentence)
      }
    }
  })

  it("TR-35 nothing that was sent reaches the prototype of all objects", async () => {
    const { sessionId } = await talk(service, samsNumber)
    for (const key of ["__proto__", "constructor"]) {
      const raw = `{"session_id":"${sessionId}","${key}":{"prototype":{"admin":true},"admin":true}}`
      for (const at of writers) await refusalOf(at, at.path.replace(":appointment_id", "1"), raw)
    }
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })
})

describe("TR-35 odd ids", () => {
  it("TR-35 get a plain sentence, in a path and in every field that takes an id", async () => {
    const call = await talk(service, samsNumber)
    const fields = [
      "appointment_type_id",
      "provider_id",
      "location_id",
      "scheduling_request_id",
      "duration_option_id",
    ]
    for (const odd of [...oddIds, {}, [], [1], true, -1, 1.5, 1e300]) {
      const answers = [await call.tool("PUT", `/appointments/${encodeURIComponent(String(odd))}`, {})]
      for (const field of fields) {
        const type = { appointment_type_id: story.typeId, start_date: "2027-03-02", end_date: "2027-03-03" }
        answers.push(await call.tool("POST", "/slots", { ...type, [field]: odd }))
      }
      for (const { status, body } of answers) {
        expect([400, 404, 409], JSON.stringify([odd, body])).toContain(status)
        expect(body.error.message, JSON.stringify(odd)).toMatch(sentence)
      }
    }
  })
})
