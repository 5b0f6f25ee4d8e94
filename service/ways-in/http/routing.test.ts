import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { errorTable } from "../../../domain/model/errors.ts"
import { type Answer, startService, type TestService } from "../../../test/support/service.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

function expectRefusal(answer: Answer, code: keyof typeof errorTable) {
  expect(answer.status).toBe(errorTable[code].status)
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8")
  expect(answer.body).toEqual({
    success: false,
    error: expect.objectContaining({
      code,
      message: expect.any(String),
      request_id: expect.stringMatching(/^req_/),
    }),
  })
}

/** Sends bytes as they are, and waits until the service hangs up; the heads and bodies of its answers. */
async function raw(request: string): Promise<string> {
  const socket = connect(Number(new URL(service.apiUrl).port), "127.0.0.1")
  socket.write(request)
  return text(socket)
}

describe("what leads nowhere", () => {
  it("GE-01 an unknown address is 404, whatever the method and before any body is read", async () => {
    for (const [method, path] of [
      ["GET", "/nothing"],
      ["POST", "/nothing"],
      ["GET", "//"],
      ["GET", "//api/v2/customers"],
      ["OPTIONS", "/nothing"],
    ] as const) {
      expectRefusal(await service.api(method, path), "route_not_found")
    }
    expectRefusal(await service.api("POST", "/nothing", undefined, { raw: "{broken" }), "route_not_found")
    const answer = await service.api("GET", "/nothing", undefined, { key: null })
    expectRefusal(answer, "route_not_found")
    expect(answer.headers.get("x-request-id")).toBe(answer.body.error.request_id)
  })

  it("SE-12 a word that stands where others have an id takes its own methods only", async () => {
    for (const [method, path, allowed] of [
      ["PUT", "/users/me", "GET, HEAD, OPTIONS"],
      ["DELETE", "/users/me", "GET, HEAD, OPTIONS"],
      ["GET", "/appointments/preview", "POST, OPTIONS"],
      ["PUT", "/scheduling-requests/preview?x=1", "POST, OPTIONS"],
    ] as const) {
      const answer = await service.api(method, path, method === "GET" ? undefined : {})
      expectRefusal(answer, "method_not_allowed")
      expect(answer.headers.get("allow")).toBe(allowed)
      expect((await service.api("OPTIONS", path)).headers.get("allow")).toBe(allowed)
    }
  })

  it("GE-01 a known address with another method is 405 and names those it takes", async () => {
    const one = await service.api("POST", "/customers/7", {})
    expectRefusal(one, "method_not_allowed")
    expect(one.headers.get("allow")).toBe("DELETE, GET, HEAD, PATCH, PUT, OPTIONS")
    const list = await service.api("PATCH", "/customers?limit=2", undefined, { raw: "{broken" })
    expectRefusal(list, "method_not_allowed")
    expect(list.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS")
    for (const target of [
      "/api/v1/customers",
      "/%61pi/v1/customers",
      "http://elsewhere.example/api/v1/customers",
    ]) {
      expect(await raw(`PROPFIND ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 405 .*"method_not_allowed"/s,
      )
    }
  })

  it("GE-01 OPTIONS names the methods, HEAD answers without a body", async () => {
    const options = await service.api("OPTIONS", "/customers", undefined, { key: null })
    expect(options.status).toBe(204)
    expect(options.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS")
    const head = await service.api("HEAD", "/customers")
    expect(head.status).toBe(200)
    expect(head.body).toBe("")
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0)
    expect((await service.api("HEAD", "/customers", undefined, { key: null })).status).toBe(401)
  })

  it("GE-01 a malformed address, or what is not even HTTP, is 400 in the same shape", async () => {
    expectRefusal(await service.api("GET", "/customers/%zz"), "invalid_input")
    const head = "host: x\r\nconnection: close"
    for (const request of [
      "NONSENSE\r\n\r\n",
      `GET /healthz HTTP/9.9\r\n${head}\r\n\r\n`,
      `GET / HTTP/1.1\r\nx: ${"y".repeat(20_000)}\r\n\r\n`,
    ]) {
      expect(await raw(request)).toMatch(/^HTTP\/1\.1 400 .*"success":false.*"code":"invalid_input"/s)
    }
  })

  it("GE-01 what follows a request without a length is refused behind that request's own answer", async () => {
    const answers = await raw(
      `POST /api/v1/customers HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\r\n{"name":"Ada"}`,
    )
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 400"])
    expect(answers).toMatch(/"unauthorized".*"invalid_input"/s)
  })

  it("GE-01 a body that breaks off its own encoding is refused at once", async () => {
    const answer = await raw(
      "POST /api/v1/customers HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n" +
        "transfer-encoding: chunked\r\n\r\nnonsense\r\n",
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain("not well-formed HTTP")
    expect(answer.match(/X-Request-Id: (\S+)/)?.[1]).toBe(answer.match(/"request_id":"([^"]+)"/)?.[1])
  })
})

describe("bodies that are none", () => {
  it("GE-01 broken JSON is 400, another media type 415, more than 1 MiB 413", async () => {
    for (const raw of ["{broken", "{'a':1}", '{"a":1}x', '{"__proto__":{"a":1}}']) {
      expectRefusal(await service.api("POST", "/customers", undefined, { raw }), "invalid_json")
    }
    const asXml = { raw: "<a/>", headers: { "content-type": "application/xml" } }
    expectRefusal(await service.api("POST", "/customers", undefined, asXml), "unsupported_media_type")
    const tooMuch = { raw: JSON.stringify({ name: "x".repeat(1_048_577) }) }
    expectRefusal(await service.api("POST", "/customers", undefined, tooMuch), "body_too_large")
  })

  it("GE-06 a body that is not an object says so", async () => {
    for (const raw of ["[]", '"text"', "7", "null", "true"]) {
      const answer = await service.api("POST", "/customers", undefined, { raw })
      expectRefusal(answer, "invalid_input")
      expect(answer.body.error.field).toBe("body")
    }
  })

  it("GE-07 without a valid key all of these are 401, before the body is judged", async () => {
    for (const key of [null, "sk_wrong_wrong_wrong"]) {
      const cases = [
        { key, raw: "{broken" },
        { key, raw: "<a/>", headers: { "content-type": "application/xml" } },
        { key, raw: JSON.stringify({ name: "x".repeat(1_048_577) }) },
      ]
      for (const options of cases) {
        expectRefusal(await service.api("POST", "/customers", undefined, options), "unauthorized")
      }
    }
  })
})

describe("times and dates", () => {
  it("GE-02 an impossible date or time is 400 and names the field", async () => {
    const request = { customer_id: 1, appointment_type_id: 1 }
    for (const latest_date of ["2026-02-30", "2027-13-01", "2027-1-1", "01.02.2027", "", 20270101]) {
      const answer = await service.api("POST", "/scheduling-requests", { ...request, latest_date })
      expectRefusal(answer, "invalid_input")
      expect(answer.body.error.field).toBe("latest_date")
    }
    for (const from of ["2026-02-30T10:00:00Z", "2027-03-01T10:00:00", "2027-03-01"]) {
      const answer = await service.api("GET", `/appointments?from=${encodeURIComponent(from)}`)
      expectRefusal(answer, "invalid_input")
      expect(answer.body.error.field).toBe("from")
    }
  })

  it("GE-02 timestamps are UTC with milliseconds", async () => {
    const { body } = await service.api("POST", "/customers", { name: "Sam" })
    expect(body.data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })
})
