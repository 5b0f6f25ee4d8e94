import { describe, expect, it } from "vitest"
import { type ErrorCode, errorTable, Refusal } from "../../../domain/model/errors.ts"
import type { Log } from "../../platform/ports.ts"
import { errorTexts } from "../api-docs/routes.ts"
import { undescribedRefusal } from "../http/errors.ts"
import { createServer } from "../http/server.ts"

describe("docs/errors.md", () => {
  it("explains every code with its status, and no other", () => {
    const documented = errorTexts().map(({ code, status }) => [code, status])
    const known = Object.entries(errorTable).map(([code, { status }]) => [code, status])
    expect(documented.sort()).toEqual(known.sort())
  })
})

it("DX-01 a refusal that its operation's description lacks is logged, and answered all the same", async () => {
  const lines: unknown[] = []
  const log: Log = { info() {}, error() {}, warn: (fields, message) => lines.push({ ...fields, message }) }
  const app = createServer({ log, trustProxyHops: 0, bodyLimitBytes: 100 })
  const refuse = (code: ErrorCode) => async () => {
    throw new Refusal(code)
  }
  const config = { refusals: new Set<ErrorCode>(["in_use"]) }
  app.get("/known", { config }, refuse("in_use"))
  app.get("/unknown", { config }, refuse("slug_taken"))
  expect((await app.inject("/known")).statusCode).toBe(409)
  expect(lines).toEqual([])
  expect((await app.inject("/unknown")).json().error.code).toBe("slug_taken")
  expect(lines).toEqual([
    { code: "slug_taken", route: "/unknown", method: "GET", message: undescribedRefusal },
  ])
  await app.close()
})
