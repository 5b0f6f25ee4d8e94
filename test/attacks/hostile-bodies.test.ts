/** Bodies that are large, deep or full of fields, before and after a caller is known. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parseJson, refusalOfJson } from "../../service/ways-in/http/read-json.ts"
import { longestHoldMs } from "../support/longest-hold.ts"
import { openPublicPage, slug } from "../support/public-page.ts"
import { type Answer, startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"

let service: TestService
beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  await openPublicPage(service, await tellStory(service))
})
afterAll(() => service.stop())

const kilobyte = 1_024
const sized = (bytes: number) => `{"x":"${"x".repeat(bytes - 8)}"}`
const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code}`

async function post(url: string, raw: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.9", ...headers },
    body: raw,
  })
  const body = (await answer.json()) as { error?: { code: string } }
  return `${answer.status} ${body.error?.code}`
}

describe("the largest body", () => {
  it.each(["/api/v1/sessions", "/api/v1/password-resets", "/console/session", "/console/provider"])(
    "SE-01 is 16 KB before signing in: %s",
    async (path) => {
      const headers = { "x-console": "1", origin: service.apiUrl }
      const send = (bytes: number) => post(service.apiUrl + path, sized(bytes), headers)
      expect(await send(16 * kilobyte)).toBe("400 invalid_input")
      expect(await send(16 * kilobyte + 1)).toBe("413 body_too_large")
    },
  )

  it.each([`/api/pages/${slug}/slots`, `/api/pages/${slug}/codes`, "/api/link/slots"])(
    "SE-01 is 16 KB on the customer host: %s",
    async (path) => {
      expect(await post(service.bookUrl! + path, sized(16 * kilobyte + 1))).toBe("413 body_too_large")
    },
  )

  it("SE-01 is 64 KB for agents' tools and 1 MB for the rest, and no body of a stranger is read", async () => {
    const send = (path: string, bytes: number, key?: null) =>
      service.api("POST", path, undefined, { raw: sized(bytes), ...(key === null ? { key } : {}) })
    expect(codeOf(await send("/agent/slots", 64 * kilobyte + 1))).toBe("413 body_too_large")
    expect(codeOf(await send("/agent/mcp", 64 * kilobyte + 1))).toBe("413 body_too_large")
    expect(codeOf(await send("/customers", 1_024 * kilobyte))).toBe("400 invalid_input")
    expect(codeOf(await send("/customers", 1_024 * kilobyte + 1))).toBe("413 body_too_large")
    expect(codeOf(await send("/customers", 1_024 * kilobyte + 1, null))).toBe("401 unauthorized")
  })
})

const fields = (count: number, name = (index: number) => `k${index}`) =>
  `{${Array.from({ length: count }, (_, index) => `"${name(index)}":1`).join(",")}}`

const costly: Record<string, string> = {
  "90,000 unknown fields": fields(90_000),
  "130,000 short ones": fields(130_000, (index) => index.toString(36)).slice(0, 1_000_000),
  "60,000 objects of a form each": `[${Array.from({ length: 60_000 }, (_, i) => `{"${i.toString(36)}":1}`)}]`,
  "lists in lists": "[".repeat(500_000) + "]".repeat(500_000),
  "objects in objects": `${'{"a":'.repeat(160_000)}1${"}".repeat(160_000)}`,
  "objects in objects beside a forbidden name": `{"__proto__":1,"y":${'{"a":'.repeat(160_000)}1${"}".repeat(160_000)}}`,
  "brackets that never close": "[{".repeat(250_000),
}

describe("a body that is costly to read", () => {
  it.each(Object.entries(costly))("SE-11 SE-01 is refused at once: %s", async (_what, raw) => {
    const refuse = () => service.api("POST", "/customers", undefined, { raw })
    expect((await refuse()).status).toBe(400)
    const held = [await longestHoldMs(refuse), await longestHoldMs(refuse)]
    expect(Math.min(...held)).toBeLessThan(50)
  })

  it("SE-11 is refused after its first hundred fields, known or not, and says so", async () => {
    const send = (raw: string) => service.api("PUT", "/company", undefined, { raw })
    const first = await send(fields(100))
    expect(first.body.error).toMatchObject({ field: "k0", message: "k0: is not a known field" })
    const more = await send(fields(101))
    expect(more.body.error.message).toBe("body: it holds an object of more than 100 fields, as no input does")
  })

  it("SE-11 says the name of an unknown field, but no name of any length", async () => {
    const { body } = await service.api("PUT", "/company", { ["x".repeat(10_000)]: 1 })
    expect(body.error.field).toBe("x".repeat(200))
  })

  it("SE-11 is told by what stands outside of its texts", () => {
    const text = `{"a{[:\\"\\\\":"${"{:[".repeat(300)}","b":["\\\\","}]"]}`
    expect(refusalOfJson(text)).toBeNull()
    expect(parseJson(text)).toEqual(JSON.parse(text))
    expect(refusalOfJson(`{"a":"\\\\",${fields(101).slice(1)}`)?.code).toBe("invalid_input")
    expect(refusalOfJson(`["${"\\".repeat(500_001)}`)).toBeNull()
    expect(() => parseJson("{")).toThrow()
  })
})
