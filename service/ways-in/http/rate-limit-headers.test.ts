/** Callers learn from every answer how much of the company's allowance is left. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../../test/support/service.ts"
import { companyFamily, createBudget } from "../../platform/budget/budget.ts"
import { rateLimitHeaders } from "./rate-limit-headers.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const policy = '"work";q=3000;qu="ms";w=10'

describe("RateLimit headers", () => {
  it("IN-13 say what is left and when all of it is there again, never less than nothing", async () => {
    let now = 0
    const budget = createBudget({ now: () => now })
    const family = companyFamily(7)
    const shown = () => rateLimitHeaders(budget.allowanceOf(family))
    expect(shown()).toEqual({ "ratelimit-policy": policy, ratelimit: '"work";r=3000;t=0' })
    const stay = await budget.enter(family)
    stay.spending.databaseMs += 600
    stay.leave()
    const spent = shown().ratelimit
    expect(spent).toMatch(/^"work";r=(239\d|2400);t=[23]$/)
    now = 10_000
    expect(shown().ratelimit).toBe('"work";r=3000;t=0')
    const long = await budget.enter(family)
    long.spending.databaseMs += 6_000
    long.leave()
    expect(shown().ratelimit).toMatch(/^"work";r=0;t=(20|21)$/)
  })

  it("IN-13 go with every answer of the company API, refusals too, and with none before the key is known", async () => {
    for (const [method, path, status] of [
      ["GET", "/company", 200],
      ["GET", "/customers/999999", 404],
      ["POST", "/customers", 400],
    ] as const) {
      const answer = await service.api(method, path, method === "POST" ? {} : undefined)
      expect(answer.status).toBe(status)
      expect(answer.headers.get("ratelimit-policy")).toBe(policy)
      expect(answer.headers.get("ratelimit")).toMatch(/^"work";r=\d{1,4};t=\d{1,2}$/)
    }
    const nobody = await service.api("GET", "/company", undefined, { key: null })
    expect([nobody.status, nobody.headers.get("ratelimit")]).toEqual([401, null])
  })
})

describe("PATCH", () => {
  it("IN-19 does what PUT does, and is named among the methods", async () => {
    const made = await service.api("POST", "/customers", { name: "Sam Poe" })
    const path = `/customers/${made.body.data.id}`
    const changed = await service.api("PATCH", path, { notes: "Rings twice" })
    expect([changed.status, changed.body.data]).toMatchObject([200, { notes: "Rings twice", version: 2 }])
    const wrong = await service.api("PATCH", path, { nickname: "Sam" })
    expect([wrong.status, wrong.body.error.field]).toEqual([400, "nickname"])
    const options = await service.api("OPTIONS", path)
    expect(options.headers.get("allow")).toBe("DELETE, GET, HEAD, PATCH, PUT, OPTIONS")
    const narrow = await service.api("POST", "/api-keys", {
      name: "r",
      role: "member",
      scopes: ["customers:read"],
    })
    const refused = await service.api("PATCH", path, { notes: "x" }, { key: narrow.body.data.key })
    expect(refused.body.error.code).toBe("scope_missing")
  })
})
