import type { FastifyInstance } from "fastify"
import { Counter, Gauge, type Registry } from "prom-client"
import { openAt } from "../http/connections.ts"

/** The open connections and streams of this process's listeners, and those that found no room. */
export function measureConnections(registry: Registry): (app: FastifyInstance) => void {
  const apps: FastifyInstance[] = []
  const connections = () => apps.map((app) => openAt(app).connections.use())
  const streams = () => apps.map((app) => openAt(app).streams.use())
  new Gauge({
    name: "http_connections",
    help: "Open connections: with a request in hand, and those that wait for one.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const uses = connections()
      const waiting = sum(uses.map((use) => use.waiting))
      this.set({ state: "in_use" }, sum(uses.map(({ open }) => open)) - waiting)
      this.set({ state: "waiting" }, waiting)
    },
  })
  new Counter({
    name: "http_connections_ended_total",
    help: "Connections refused because their network or the listener had too many, and those ended to make room.",
    labelNames: ["reason"],
    registers: [registry],
    collect() {
      this.reset()
      const uses = connections()
      this.inc({ reason: "network" }, sum(uses.map(({ refused }) => refused.network)))
      this.inc({ reason: "listener" }, sum(uses.map(({ refused }) => refused.listener)))
      this.inc({ reason: "made_room" }, sum(uses.map(({ evicted }) => evicted)))
    },
  })
  new Gauge({
    name: "event_streams",
    help: "Open streams of events: all, and those of the family and the network that has most.",
    labelNames: ["of"],
    registers: [registry],
    collect() {
      const uses = streams()
      this.set({ of: "all" }, sum(uses.map(({ open }) => open)))
      this.set({ of: "largest_family" }, Math.max(0, ...uses.map(({ mostOf }) => mostOf.family)))
      this.set({ of: "largest_network" }, Math.max(0, ...uses.map(({ mostOf }) => mostOf.network)))
    },
  })
  new Counter({
    name: "event_streams_refused_total",
    help: "Streams refused because their family or their network had too many.",
    labelNames: ["of"],
    registers: [registry],
    collect() {
      this.reset()
      const uses = streams()
      this.inc({ of: "family" }, sum(uses.map(({ refused }) => refused.family)))
      this.inc({ of: "network" }, sum(uses.map(({ refused }) => refused.network)))
    },
  })
  return (app) => void apps.push(app)
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
