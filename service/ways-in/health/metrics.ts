/** Metrics in the format of Prometheus. Labels are route patterns and statuses, never an address. */
import { createHash, timingSafeEqual } from "node:crypto"
import type { FastifyInstance } from "fastify"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import { Refusal } from "../../../domain/model/errors.ts"
import { readQueue } from "../../outbox/deliveries-due.sql.ts"
import { countEvents } from "../../outbox/events.sql.ts"
import { readTextQueue } from "../../outbox/texts-due.sql.ts"
import { countHeld } from "../../outbox/texts-held.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import { type Database, readState } from "../../platform/pg/database.ts"
import type { Clock } from "../../platform/ports.ts"
import { readOutcomes } from "../../webhooks/delivery-results.sql.ts"
import { bearerOf } from "../company-api/authenticate.ts"
import { measureBudget } from "./budget-metrics.ts"
import { measureConnections } from "./connection-metrics.ts"

const labelNames = ["method", "route", "status"]
const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type MeasuredContext = Pick<AppContext, "db" | "long" | "clock" | "budget">

/** The figures of one process, of all its servers together. */
export interface Metrics {
  /** Measures every request of the server. */
  watch(app: FastifyInstance): void
  /** The text that Prometheus reads. Figures that only the database knows are left out while it does not answer. */
  text(): Promise<string>
  contentType: string
}

export function createMetrics({ db, long, clock, budget }: MeasuredContext): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const measured = measureRequests(registry)
  const measuredToo = measureConnections(registry)
  const watch = (app: FastifyInstance) => {
    measured(app)
    measuredToo(app)
  }
  measureDatabase(db, long.db, registry)
  measureBudget(budget, registry)
  measureDeliveries(db, clock, registry)
  measureTexts(db, clock, registry)
  return { watch, text: () => registry.metrics(), contentType: registry.contentType }
}

/** Shows the figures at `GET /metrics`, to those who have the token; to everybody who reaches the port where it is null. */
export function mountMetrics(app: FastifyInstance, metrics: Metrics, token: string | null): void {
  app.get("/metrics", { config: { budget: "none" } }, async (request, reply) => {
    if (token !== null && !isSame(bearerOf(request), token)) throw new Refusal("unauthorized")
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

function measureRequests(registry: Registry): Metrics["watch"] {
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
  return (app) =>
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

/** The database's answer; null while there is none, which `database_up` shows. */
const asked = <T>(answer: Promise<T>): Promise<T | null> => answer.catch(() => null)

function measureDatabase(db: Database, longDb: Database, registry: Registry): void {
  const pools = { usual: db, long: longDb }
  new Gauge({
    name: "database_connections",
    help: "Connections of this process, and callers that wait for one; those for long work are its own.",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const [pool, { poolUse }] of Object.entries(pools)) {
        for (const [state, count] of Object.entries(poolUse())) this.set({ pool, state }, count)
      }
    },
  })
  new Gauge({
    name: "database_up",
    help: "1 when the database answers and takes writes, else 0.",
    registers: [registry],
    async collect() {
      const state = await asked(readState(db))
      this.set(state !== null && !state.isReadOnly && (await asked(db.takesWrites())) ? 1 : 0)
    },
  })
  new Counter({
    name: "events_total",
    help: "Events recorded by all processes on this database since it was made.",
    registers: [registry],
    async collect() {
      const count = await asked(countEvents(db))
      this.remove()
      if (count !== null) this.inc(count)
    },
  })
}

/** Compares in constant time, also texts of different lengths. */
function isSame(shown: string, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(hash(shown), hash(token))
}

/** The state of the queued webhooks of the whole host, read from the database at each scrape. */
function measureDeliveries(db: Database, clock: Clock, registry: Registry): void {
  new Gauge({
    name: "webhook_oldest_seconds",
    help: "For how long the delivery that waits longest has been due.",
    registers: [registry],
    async collect() {
      const queue = await asked(readQueue(db, clock.now()))
      if (queue === null) this.remove()
      else this.set(queue.oldestSeconds)
    },
  })
  new Gauge({
    name: "webhook_deliveries",
    help: "Deliveries that are due and waiting, in flight, or to be tried again later.",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      this.reset()
      const queue = await asked(readQueue(db, clock.now()))
      if (queue === null) return
      this.set({ state: "waiting" }, queue.waiting)
      this.set({ state: "in_flight" }, queue.inFlight)
      this.set({ state: "later" }, queue.later)
    },
  })
  new Counter({
    name: "webhook_attempts_total",
    help: "Attempts by how they ended: delivered, an error's word, or the class of the status.",
    labelNames: ["outcome"],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { outcome, count } of (await asked(readOutcomes(db))) ?? []) this.inc({ outcome }, count)
    },
  })
}

/** The same of the queued texts. */
function measureTexts(db: Database, clock: Clock, registry: Registry): void {
  new Gauge({
    name: "texts_due",
    help: "Texts and calls whose time has come, by whether somebody waits for them.",
    labelNames: ["lane"],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { lane, due } of (await asked(readTextQueue(db, clock.now()))) ?? []) {
        this.set({ lane }, due)
      }
    },
  })
  new Gauge({
    name: "texts_oldest_seconds",
    help: "For how long the text that waits longest has been due.",
    labelNames: ["lane"],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { lane, oldestSeconds } of (await asked(readTextQueue(db, clock.now()))) ?? []) {
        this.set({ lane }, oldestSeconds)
      }
    },
  })
  new Gauge({
    name: "texts_held",
    help: "Texts that wait for an operator, since the database went back in time and they may have gone.",
    registers: [registry],
    async collect() {
      const held = await asked(countHeld(db))
      if (held === null) this.remove()
      else this.set(held)
    },
  })
}
