/**
 * attack.feed_delay_ms: how much longer another company's search takes at the 99th percentile while files that are made to
 * cost time are read, than while none is. `POST /api/v1/slots` over HTTP, 31 days, ten providers with 40 visits each; two
 * connections from another process, each with one request at a time; quiet and under attack in turns, eight rounds of 150
 * requests each (1,200 a side), after two unmeasured ones. The attack: all files of at most a megabyte in
 * `test/support/hostile-feeds.ts`, feeds and CalDAV answers, from a server in a process of its own, read by the calendars of
 * the same process that searches, four at once for two companies, again and again until the round is over.
 *
 * attacks.worst_p99_ms: the worst of all rows of the table of attacks (test/attack-table/rows.ts): the 99th percentile of
 * 1,000 requests of another company, one every 15 ms, searches of one provider, a board, a customer and a list in turn, while the
 * row's clients send what they can to the service as an operator runs it. `npm run chaos -- --only attacks` prints each row
 * beside its control.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createCalendars } from "../service/host/adapters/calendars/calendars.ts"
import { createAddressGuard, machineNames } from "../service/host/adapters/outbound/address-guard.ts"
import type { CalendarAccount, Calendars } from "../service/platform/ports/calendars.ts"
import { createApi } from "../service/ways-in/company-api/api.ts"
import { besideAttack, percentile, warmUp } from "../test/attack-table/measure.ts"
import { rows } from "../test/attack-table/rows.ts"
import { openScene } from "../test/attack-table/scene.ts"
import { makeBenchCompany, searchedDates } from "./bench-company.ts"
import { benchNow, openBenchContext, quietLog } from "./bench-context.ts"
import { atMost, type Figure } from "./figure.ts"
import { startHttpCaller } from "./http-caller.ts"

const feedFigure = "attack.feed_delay_ms"
const tableFigure = "attacks.worst_p99_ms"
export const figures = [feedFigure, tableFigure]

const rounds = 8
const warmUpRounds = 2
const requestsPerRound = 150
const connections = 2
const attackers = 4
const goal = 100
const poolSize = 10

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  return [
    ...(only(feedFigure) ? await feedDelay() : []),
    ...(only(tableFigure) ? [await worstOfTable()] : []),
  ]
}

const tableRequests = 1_000
const tableEveryMs = 15

async function worstOfTable(): Promise<Figure> {
  const scene = await openScene(200)
  let worst = { name: "", p99: 0, refused: 0 }
  try {
    await warmUp(scene, tableRequests, tableEveryMs)
    for (const row of rows) {
      const { milliseconds, refused } = await besideAttack(scene, row, tableRequests, tableEveryMs)
      const p99 = percentile(milliseconds, 99)
      worst = {
        ...(p99 > worst.p99 ? { name: row.name, p99 } : worst),
        refused: worst.refused + refused.length,
      }
    }
  } finally {
    await scene.close()
  }
  return atMost(
    tableFigure,
    worst.p99,
    "ms",
    250,
    `${rows.length} attacks, the worst ${worst.name}; ${worst.refused} refused`,
  )
}

async function feedDelay(): Promise<Figure[]> {
  const bench = await openBenchContext(poolSize)
  const caller = startHttpCaller()
  const server = fork(join(import.meta.dirname, "attacks/hostile-server.ts"), { execArgv: [] })
  const guard = createAddressGuard({ resolve: machineNames, allowPrivate: true })
  const calendars = createCalendars({ guard, now: () => bench.context.clock.now() })
  const app = createApi(bench.context, { log: quietLog, trustProxyHops: 0 })
  try {
    const [files] = (await once(server, "message")) as [HostileFile[]]
    const company = await makeBenchCompany(bench.context, { providers: 10, busyEach: 40 })
    await bench.context.db.query("VACUUM ANALYZE")
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
    const search = async () =>
      (
        await caller.call({
          port: Number(port),
          path: "/api/v1/slots",
          headers: { authorization: `Bearer ${company.apiKey}`, "content-type": "application/json" },
          body: JSON.stringify({ appointment_type_id: company.typeId, ...searchedDates }),
          connections,
          requests: requestsPerRound,
        })
      ).milliseconds
    const [quiet, attacked]: [number[], number[]] = [[], []]
    let read = 0
    for (let round = -warmUpRounds; round < rounds; round++) {
      const before = await search()
      const attack = startAttack(calendars, files)
      const during = await search()
      read += await attack.stop()
      if (round < 0) continue
      quiet.push(...before)
      attacked.push(...during)
    }
    const [calm, delayed] = [percentile(quiet, 99), percentile(attacked, 99)]
    const against = `quiet (${calm.toFixed(1)} ms; attacked ${delayed.toFixed(1)} ms; ${read} files read meanwhile)`
    return [atMost(feedFigure, delayed - calm, "ms", goal, against)]
  } finally {
    caller.stop()
    server.kill()
    calendars.close()
    await app.close()
    await bench.close()
  }
}

/** The address of a hostile file, and the kind of the calendar that holds it. */
export interface HostileFile {
  kind: "ics" | "caldav"
  url: string
}

/** Reads files until it is stopped; says how many. */
function startAttack(calendars: Calendars, files: readonly HostileFile[]): { stop(): Promise<number> } {
  const stopping = new AbortController()
  let next = 0
  const readOn = async (companyId: number) => {
    while (!stopping.signal.aborted) {
      const account = accountOf(files[next++ % files.length]!, companyId)
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(10_000)])
      const startMinute = benchNow / 60_000
      const question = { startMinute, endMinute: startMinute + 100 * 1_440, known: null, isLive: true }
      await calendars.read(account, question, signal).catch(() => null)
    }
  }
  const reading = Array.from({ length: attackers }, (_, i) => readOn(1_000_000 + (i % 2)))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(reading)
      return next
    },
  }
}

function accountOf({ kind, url }: HostileFile, companyId: number): CalendarAccount {
  return {
    companyId,
    calendarId: 1,
    settings: kind === "ics" ? { kind, url } : { kind, url, username: "ana", password: "secret" },
    writes: false,
    timezone: "America/Chicago",
    isZoneSet: true,
    unansweredBlocks: true,
    ownerEmail: null,
    mark: "ours",
    renewed: async () => undefined,
  }
}

if (import.meta.main) console.table(await run(() => true))
