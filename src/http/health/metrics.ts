/** Metrics in the format of Prometheus. Labels are route patterns and statuses, never an address. */
import { createHash, timingSafeEqual } from "node:crypto"
import type { FastifyInstance } from "fastify"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import { countEvents } from "../../store/events.ts"
import type { Database } from "../../store/pg/database.ts"
import { bearerOf } from "../company-api/authenticate.ts"
import { measureDeliveries, measureTexts } from "./queue-metrics.ts"

const labelNames = ["method", "route", "status"]
const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Measures every request of the server, and shows the figures at `GET /metrics` under the token. */
export function mountMetrics(
  app: FastifyInstance,
  context: Pick<AppContext, "db" | "clock">,
  token: string,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureRequests(app, registry)
  measureDatabase(context.db, registry)
  measureDeliveries(context.db, context.clock, registry)
  measureTexts(context.db, context.clock, registry)
  app.get("/metrics", async (request, reply) => {
    if (!isSame(bearerOf(request), token)) throw new Refusal("unauthorized")
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests answered, by route pattern and status.",
    labelNames,
    registers: [registry],
  })
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Seconds from the head of a request to the end of its answer.",
    labelNames,
    buckets: durationBuckets,
    registers: [registry],
  })
  app.addHook("onResponse", async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? "(none)",
      status: String(reply.statusCode),
    }
    requests.inc(labels)
    durations.observe(labels, reply.elapsedTime / 1_000)
  })
}

function measureDatabase(db: Database, registry: Registry): void {
  new Gauge({
    name: "database_connections",
    help: "Connections of this process, and callers that wait for one.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(db.poolUse())) this.set({ state }, count)
    },
  })
  new Counter({
    name: "events_total",
    help: "Events recorded by all processes on this database since it was made.",
    registers: [registry],
    async collect() {
      const count = await countEvents(db)
      this.reset()
      this.inc(count)
    },
  })
}

/** Compares in constant time, also texts of different lengths. */
function isSame(shown: string, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(hash(shown), hash(token))
}
