/** The state of the texts, of the whole host: asked of the database when it is read. */
import { Gauge, type Registry } from "prom-client"
import type { Clock } from "../../ports.ts"
import type { Database } from "../../store/pg/database.ts"
import { readTextQueue } from "../../store/queue/texts-due.ts"

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
