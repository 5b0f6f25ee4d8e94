/**
 * Two processes of the whole service behind a proxy are stopped and started one after the other, while customers book,
 * search and open their links. No request may fail.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Tally } from "../races/tally.ts"
import { freePort } from "../support/free-port.ts"
import { startProxy } from "../support/proxy.ts"
import { made, type Shop, send } from "./clients.ts"
import { createCompany, type ServiceProcess, startServiceProcess } from "./service-process.ts"
import { furnishShop } from "./shop.ts"

/** How long a process that stops still serves: many times the pause between two checks of the proxy, on a busy machine too. */
const drainMs = 2_000
const bookingClients = 3
/** An address may look at links 300 times a minute. */
const viewPauseMs = 250

interface Place {
  api: string
  book: string
  settings: Record<string, string>
}

/** Restarts both processes, `rounds` times each. Counts every request. */
export async function restartInTurn(databaseUrl: string, rounds: number, tally: Tally): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "rolling-"))
  const [publicPort, first, second] = [await freePort(), await place(), await place()]
  const places = [first, second]
  const settings = {
    DATABASE_URL: databaseUrl,
    BOOK_URL: `http://127.0.0.1:${publicPort}`,
    SHUTDOWN_DRAIN_MS: String(drainMs),
    TRUST_PROXY: "1",
    POOL_SIZE: "8",
  }
  const start = (at: Place) => startServiceProcess(dataDir, 0, { ...settings, ...at.settings })
  const key = await createCompany(dataDir, settings)
  const processes = new Map<Place, ServiceProcess>()
  for (const at of places) processes.set(at, await start(at))
  const api = await startProxy(places.map((at) => at.api))
  const book = await startProxy(
    places.map((at) => at.book),
    publicPort,
  )
  const untilReady = (at: Place) => Promise.all([api.untilReady(at.api), book.untilReady(at.book)])
  try {
    await Promise.all(places.map(untilReady))
    const shop = await furnishShop(api.url, key, Date.now())
    const load = startLoad(api.url, shop, await makeLink(api.url, shop), tally)
    for (let restart = 0; restart < 2 * rounds; restart += 1) {
      const at = places[restart % 2]!
      await processes.get(at)!.stop()
      processes.set(at, await start(at))
      await untilReady(at)
    }
    await load.stop()
  } finally {
    await Promise.all([api.stop(), book.stop()])
    for (const running of processes.values()) await running.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function place(): Promise<Place> {
  const [port, bookPort] = [await freePort(), await freePort()]
  return {
    api: `http://127.0.0.1:${port}`,
    book: `http://127.0.0.1:${bookPort}`,
    settings: { PORT: String(port), BOOK_PORT: String(bookPort) },
  }
}

async function makeLink(baseUrl: string, shop: Shop): Promise<string> {
  const customer_id = await made(baseUrl, shop, "/customers", { name: "Sam Poe" })
  const latest_date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const { text } = await send(baseUrl, shop, "POST", "/scheduling-requests", {
    customer_id,
    appointment_type_id: shop.typeId,
    latest_date,
  })
  return JSON.parse(text).data.booking_url
}

function startLoad(baseUrl: string, shop: Shop, link: string, tally: Tally): { stop(): Promise<void> } {
  let isOver = false

  async function count(what: string, expected: number, ask: Promise<{ status: number }>): Promise<void> {
    const said = await ask.then(
      ({ status }) => String(status),
      (error: Error) => `${error.message} (${(error.cause as Error)?.message})`,
    )
    tally.check(said === String(expected), () => `${what}: ${said}`)
  }
  async function keepBooking(client: number): Promise<void> {
    for (let nth = 0; !isOver; nth += 1) {
      const customer_id = await made(baseUrl, shop, "/customers", { name: `Client ${client}-${nth}` })
      const provider_id = shop.providerIds[client % shop.providerIds.length]!
      const start_time = new Date(shop.nextStart()).toISOString()
      const wish = {
        customer_id,
        appointment_type_id: shop.typeId,
        provider_id,
        location_id: shop.locationId,
        start_time,
      }
      await count("booking", 201, send(baseUrl, shop, "POST", "/appointments", wish))
      const search = {
        appointment_type_id: shop.typeId,
        start_date: start_time.slice(0, 10),
        end_date: new Date(Date.parse(start_time) + 86_400_000).toISOString().slice(0, 10),
      }
      await count("search", 200, send(baseUrl, shop, "POST", "/slots", search))
    }
  }
  async function keepViewing(): Promise<void> {
    while (!isOver) {
      await count("link", 200, view(link))
      await sleep(viewPauseMs)
    }
  }
  const clients = [
    ...Array.from({ length: bookingClients }, (_, client) => keepBooking(client)),
    keepViewing(),
  ]
  return {
    async stop() {
      isOver = true
      await Promise.all(clients)
    },
  }
}

async function view(link: string): Promise<Response> {
  const answer = await fetch(link)
  await answer.text()
  return answer
}
