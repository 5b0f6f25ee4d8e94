/**
 * citus.search and citus.booking: how many times as much of the cores a search of 31 days and a booking take on a database that
 * Citus keeps as on plain PostgreSQL; citus.search_p50 and citus.booking_p50: how many times as long at one client. A service
 * for each, in turns. Both servers are given and run on this machine, since neither is a part of this project:
 *
 *     BENCH_PLAIN_URL=… BENCH_CITUS_URL=… npm run bench -- --only citus
 *
 * Their databases are empty and their role owns them; `docs/scale.md` says how one of Citus is set up. The goals are missed:
 * decision 0055 says by how much and why.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { made, type Sent, send } from "../test/kills/clients.ts"
import { createCompany, startServiceProcess } from "../test/kills/service-process.ts"
import { furnishShop } from "../test/kills/shop.ts"
import { openCores } from "./citus/cores.ts"
import { atMost, type Figure, median } from "./figure.ts"
import { NotMeasured } from "./not-measured.ts"

export const goals = { search: 1.5, booking: 2 }
export const figures = ["citus.search", "citus.booking", "citus.search_p50", "citus.booking_p50"]

const turns = 8
const callsPerTurn = { search: 40, booking: 30 }
const days = 31
const customers = 20

type Call = keyof typeof callsPerTurn

interface Side {
  call(what: Call): Promise<Sent>
  /** Seconds of a core so far: the service's and those of every PostgreSQL process. */
  used(): Promise<number>
  stop(): Promise<void>
  spent: Record<Call, number>
  times: Record<Call, number[]>
}

export async function run(): Promise<Figure[]> {
  const { BENCH_PLAIN_URL: plainUrl, BENCH_CITUS_URL: citusUrl } = process.env
  if (!plainUrl || !citusUrl)
    throw new NotMeasured("BENCH_PLAIN_URL and BENCH_CITUS_URL name no servers; see docs/scale.md")
  const sides = [await openSide(plainUrl), await openSide(citusUrl)]
  try {
    // The first turn warms both.
    for (let turn = 0; turn < turns; turn += 1) {
      for (const side of sides) {
        for (const what of ["search", "booking"] as const) await takeTurn(side, what, turn > 0)
      }
    }
    const [plain, citus] = sides as [Side, Side]
    return (["search", "booking"] as const).flatMap((what) => {
      const spent = [plain.spent[what], citus.spent[what]] as const
      const middle = [median(plain.times[what]), median(citus.times[what])] as const
      const said = (unit: string, [one, other]: readonly number[]) =>
        `plain PostgreSQL, ${one!.toFixed(1)} against ${other!.toFixed(1)} ${unit}`
      const calls = (turns - 1) * callsPerTurn[what]
      const each = spent.map((seconds) => (1_000 * seconds) / calls)
      return [
        atMost(`citus.${what}`, spent[1] / spent[0], "×", goals[what], said("ms of cores", each)),
        atMost(`citus.${what}_p50`, middle[1] / middle[0], "×", goals[what], said("ms", middle)),
      ]
    })
  } finally {
    for (const side of sides) await side.stop()
  }
}

async function takeTurn(side: Side, what: Call, counts: boolean): Promise<void> {
  const before = await side.used()
  for (let n = 0; n < callsPerTurn[what]; n += 1) {
    const startedAt = performance.now()
    const { status, text } = await side.call(what)
    if (status >= 300) throw new Error(`${what}: ${status} ${text}`)
    if (counts) side.times[what].push(performance.now() - startedAt)
  }
  if (counts) side.spent[what] += (await side.used()) - before
}

async function openSide(url: string): Promise<Side> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-citus-"))
  const settings = { DATABASE_URL: url }
  const service = await startServiceProcess(dataDir, 0, settings)
  const shop = await furnishShop(service.baseUrl, await createCompany(dataDir, settings), Date.now())
  const customerIds: number[] = []
  for (let n = 0; n < customers; n += 1) {
    customerIds.push(await made(service.baseUrl, shop, "/customers", { name: `Ana Ruiz ${n}` }))
  }
  const cores = await openCores(url, service.pid)
  let nth = 0
  const next = <Item>(items: readonly Item[]) => items[nth % items.length]!
  const { typeId: appointment_type_id, locationId: location_id } = shop
  return {
    async call(what) {
      if (what === "search") {
        const dates = { start_date: dayAhead(3), end_date: dayAhead(3 + days) }
        return send(service.baseUrl, shop, "POST", "/slots", { appointment_type_id, ...dates })
      }
      nth += 1
      const who = { provider_id: next(shop.providerIds), customer_id: next(customerIds) }
      const start_time = new Date(shop.nextStart()).toISOString()
      const body = { appointment_type_id, location_id, ...who, start_time }
      return send(service.baseUrl, shop, "POST", "/appointments", body, `booking-${nth}`)
    },
    used: cores.used,
    async stop() {
      await cores.close()
      await service.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    spent: { search: 0, booking: 0 },
    times: { search: [], booking: [] },
  }
}

const dayAhead = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
