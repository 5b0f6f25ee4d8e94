/** The state of the queued webhooks and texts of the whole host, read from the database at each scrape. */
import { Counter, Gauge, type Registry } from "prom-client"
import type { Clock } from "../../ports.ts"
import type { Database } from "../../store/pg/database.ts"
import { readQueue } from "../../store/queue/deliveries-due.ts"
import { readOutcomes } from "../../store/queue/delivery-results.ts"
import { readTextQueue } from "../../store/queue/texts-due.ts"

export function measureDeliveries(db: Database, clock: Clock, registry: Registry): void {
  new Gauge({
    name: "webhook_oldest_seconds",
    help: "For how long the delivery that waits longest has been due.",
    registers: [registry],
    async collect() {
      this.set((await readQueue(db, clock.now())).oldestSeconds)
    },
  })
  new Gauge({
    name: "webhook_deliveries",
    help: "Deliveries that are due and waiting, in flight, or to be tried again later.",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      const queue = await readQueue(db, clock.now())
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
      for (const { outcome, count } of await readOutcomes(db)) this.inc({ outcome }, count)
    },
  })
}

export function measureTexts(db: Database, clock: Clock, registry: Registry): void {
  new Gauge({
    name: "texts_due",
    help: "Texts and calls whose time has come, by whether somebody waits for them.",
    labelNames: ["lane"],
    registers: [registry],
    async collect() {
      for (const { lane, due } of await readTextQueue(db, clock.now())) this.set({ lane }, due)
    },
  })
  new Gauge({
    name: "texts_oldest_seconds",
    help: "For how long the text that waits longest has been due.",
    labelNames: ["lane"],
    registers: [registry],
    async collect() {
      for (const { lane, oldestSeconds } of await readTextQueue(db, clock.now())) {
        this.set({ lane }, oldestSeconds)
      }
    },
  })
}
