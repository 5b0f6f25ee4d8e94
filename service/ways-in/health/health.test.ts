import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../../test/support/service.ts"
import { webRoot } from "../../host/app.ts"
import { openDatabase } from "../../platform/pg/database.ts"
import { createApi } from "../company-api/api.ts"
import { createCustomerHost } from "../customer-host/server.ts"
import { createServer } from "../http/server.ts"
import { mountHealth } from "./health-routes.ts"
import { createMetrics } from "./metrics.ts"
import { createOperatorHost } from "./operator-host.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const silent = { info() {}, warn() {}, error() {} }
const apiWith = (options: object) =>
  createApi(service.context, { log: silent, trustProxyHops: 0, ...options })

describe("health", () => {
  it("OP-05 /healthz says that the process is up, /readyz that it can work", async () => {
    const health = await service.api("GET", "//healthz", undefined, { key: null })
    expect([health.status, health.body]).toEqual([200, { success: true, data: { status: "up" } }])
    const ready = await service.api("GET", "//readyz", undefined, { key: null })
    expect([ready.status, ready.body]).toEqual([200, { success: true, data: { status: "ready" } }])
  })

  it("TR-25 /readyz?verbose names the release of the zone rules and where they come from", async () => {
    const ready = await service.api("GET", "//readyz?verbose", undefined, { key: null })
    expect(ready.body.data).toEqual({
      status: "ready",
      zone_rules: { source: "moment-timezone", version: expect.stringMatching(/^20\d\d[a-z]$/) },
    })
  })

  it("OP-05 it is not ready with an older schema, or while the database does not answer", async () => {
    const behind = await apiWith({ newestMigration: 9_999 }).inject("/readyz")
    expect(behind.statusCode).toBe(503)
    expect(behind.json().error).toMatchObject({ code: "not_ready", message: expect.stringMatching(/schema/) })

    const nobody = openDatabase({
      connection: { connectionString: "postgresql://postgres@127.0.0.1:1/none" },
      poolSize: 1,
    })
    const app = createServer({ log: service.context.log, trustProxyHops: 0, bodyLimitBytes: 100 })
    mountHealth(app, nobody, {})
    const down = await app.inject("/readyz").finally(() => nobody.close())
    expect(down.json().error).toMatchObject({
      code: "not_ready",
      message: expect.stringMatching(/does not answer/),
    })
  })
})

describe("a process that serves no host", () => {
  const ofOperator = (options: object = {}) =>
    createOperatorHost(service.context, {
      log: silent,
      trustProxyHops: 0,
      metrics: createMetrics(service.context),
      metricsToken: null,
      ...options,
    })

  it("SO-09 shows its health and figures at a port of the operator's", async () => {
    const host = ofOperator()
    expect((await host.inject("/healthz")).statusCode).toBe(200)
    expect((await host.inject("/readyz")).statusCode).toBe(200)
    expect((await host.inject("/metrics")).body).toMatch(/^database_up 1$/m)
    const guarded = ofOperator({ metricsToken: "token-of-the-operator" })
    expect((await guarded.inject("/metrics")).statusCode).toBe(401)
  })

  it("SO-09 does so while the database is away", async () => {
    const away = openDatabase({
      connection: { connectionString: "postgresql://127.0.0.1:1/none" },
      poolSize: 1,
    })
    const { clock, budget } = service.context
    const host = ofOperator({
      metrics: createMetrics({ db: away, long: { db: away, readDb: away }, clock, budget }),
    })
    const { statusCode, body } = await host.inject("/metrics")
    expect(statusCode).toBe(200)
    expect(body).toMatch(/^database_up 0$/m)
    expect(body).not.toMatch(/^(events_total|webhook_oldest_seconds) /m)
    expect(body).toContain("process_cpu_seconds_total")
    await away.close()
  })

  it("SO-05 is not ready while it drains, and says so on the customers' host too", async () => {
    const draining = { isDraining: () => true }
    const answer = await ofOperator(draining).inject("/readyz")
    expect([answer.statusCode, answer.headers.connection]).toEqual([503, "close"])
    const { context } = service
    const host = {
      log: silent,
      random: context.random,
      trustProxyHops: 0,
      bookUrl: "http://book.example",
      webRoot,
    }
    const book = await createCustomerHost(context, { ...host, ...draining })
    expect((await book.inject("/readyz")).statusCode).toBe(503)
    expect((await book.inject("/healthz")).statusCode).toBe(200)
  })
})

describe("figures", () => {
  it("OP-05 are nowhere without a token, and for nobody without the right one", async () => {
    const nowhere = await service.api("GET", "//metrics")
    expect(nowhere.body.error.code).toBe("route_not_found")
    const api = apiWith({ metricsToken: "token-of-the-operator" })
    const wrong = { authorization: "Bearer token-of-nobody" }
    expect((await api.inject("/metrics")).statusCode).toBe(401)
    expect((await api.inject({ url: "/metrics", headers: wrong })).statusCode).toBe(401)
  })

  it("OP-05 count requests by route pattern and status, connections and events, and no personal data", async () => {
    const api = apiWith({ metricsToken: "token-of-the-operator" })
    const headers = { authorization: `Bearer ${service.key}` }
    await api.inject({ url: "/api/v1/customers/77?x=secret@example.com", headers })
    await api.inject({ url: "/nothing-secret" })
    const answer = await api.inject({
      url: "/metrics",
      headers: { authorization: "Bearer token-of-the-operator" },
    })
    expect(answer.headers["content-type"]).toMatch(/^text\/plain/)
    expect(answer.body).toContain(
      'http_requests_total{method="GET",route="/api/v1/customers/:id",status="400"} 1',
    )
    expect(answer.body).toContain('http_requests_total{method="GET",route="(none)",status="404"} 1')
    expect(answer.body).toContain("http_request_duration_seconds_bucket")
    expect(answer.body).toMatch(/database_connections\{pool="usual",state="idle"\} \d/)
    expect(answer.body).toMatch(/^events_total 0$/m)
    expect(answer.body).toContain('texts_due{lane="unasked"} 0')
    expect(answer.body).toMatch(/^texts_held 0$/m)
    expect(answer.body).toContain("process_cpu_seconds_total")
    expect(answer.body).not.toContain("secret")
  })
})
