/** A refusal by the console's own endpoints says how long to wait. */
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { stubBrowser } from "./browser-globals.ts"

let client: typeof import("../../console/api/client.ts")
beforeEach(async () => {
  stubBrowser()
  client = await import("../../console/api/client.ts")
})
afterEach(() => vi.unstubAllGlobals())

function answers(status: number, body: object, headers: Record<string, string> = {}): void {
  vi.stubGlobal("fetch", async () => Response.json(body, { status, headers }))
}
const refused = () => client.sendSignIn("POST", "/sessions", {}).catch((error: unknown) => error)

it("CN-02 a refused sign-in says what is wrong, and after how many seconds another try counts", async () => {
  const error = { code: "rate_limited", message: "Too many tries." }
  answers(429, { success: false, error }, { "retry-after": "30" })
  expect(await refused()).toMatchObject({ code: "rate_limited", status: 429, retryAfterSeconds: 30 })
  answers(401, { success: false, error: { code: "unauthorized", message: "No." } })
  expect(await refused()).toMatchObject({ code: "unauthorized", retryAfterSeconds: undefined })
})

it("CN-02 a service that can't be reached is told apart from one that refuses", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("fetch failed")
  })
  expect(await refused()).toBeInstanceOf(client.NoAnswer)
  answers(200, { success: true, data: { id: 7 } })
  expect(await client.sendSignIn("GET", "/session")).toEqual({ id: 7 })
})
