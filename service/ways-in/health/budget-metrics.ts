import { Counter, Gauge, type Registry } from "prom-client"
import type { Budget } from "../../platform/budget/budget.ts"

/** The use of this process by families of callers, by kind: companies, their visitors, networks of anonymous callers. */
export function measureBudget(budget: Budget, registry: Registry): void {
  const kinds = () => Object.entries(budget.use())
  new Counter({
    name: "budget_work_seconds_total",
    help: "Time that requests took: of the serving thread, and of the database.",
    labelNames: ["family", "of"],
    registers: [registry],
    collect() {
      this.reset()
      for (const [family, { cpuMs, databaseMs }] of kinds()) {
        this.inc({ family, of: "thread" }, cpuMs / 1_000)
        this.inc({ family, of: "database" }, databaseMs / 1_000)
      }
    },
  })
  new Counter({
    name: "budget_bytes_total",
    help: "Bytes that requests brought and answers took.",
    labelNames: ["family"],
    registers: [registry],
    collect() {
      this.reset()
      for (const [family, { bytes }] of kinds()) this.inc({ family }, bytes)
    },
  })
  new Counter({
    name: "budget_requests_total",
    help: "Requests that began, that had to wait before, and that were refused after two seconds.",
    labelNames: ["family", "outcome"],
    registers: [registry],
    collect() {
      this.reset()
      for (const [family, { begun, waited, refused }] of kinds()) {
        this.inc({ family, outcome: "begun" }, begun)
        this.inc({ family, outcome: "waited" }, waited)
        this.inc({ family, outcome: "refused" }, refused)
      }
    },
  })
  new Gauge({
    name: "budget_requests",
    help: "Requests in hand, and those that wait for their family's turn.",
    labelNames: ["family", "state"],
    registers: [registry],
    collect() {
      for (const [family, { inside, waiting }] of kinds()) {
        this.set({ family, state: "in_hand" }, inside)
        this.set({ family, state: "waiting" }, waiting)
      }
    },
  })
}
