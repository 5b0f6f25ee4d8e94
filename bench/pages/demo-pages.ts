/** The demo's pages, served over HTTP by the booking host as browsers see them. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAltcha } from "../../src/adapters/bot-checks/altcha.ts"
import { webRoot } from "../../src/app.ts"
import { makeDemo } from "../../src/demo/make-demo.ts"
import { createBookServer } from "../../src/http/book/server.ts"
import type { House } from "../../src/operations/house.ts"
import { openBenchHouse, quietLog } from "../bench-house.ts"

export interface DemoPages {
  house: House
  origin: string
  /** Of a booking link that waits for its customer to choose a time. */
  linkPath: string
  /** Of the company's public page. */
  pagePath: string
  close(): Promise<void>
}

/** @param bookUrl where browsers find them, when that is not where they are served */
export async function openDemoPages(bookUrl?: string): Promise<DemoPages> {
  const bench = await openBenchHouse(4)
  const dataDir = mkdtempSync(join(tmpdir(), "bench-demo-"))
  const botCheck = createAltcha({ secret: "the benchmarks' own", maxNumber: 10 })
  // Browsers have their own clock, and ask for times from today on.
  const house: House = { ...bench.house, clock: { now: () => Date.now() }, botCheck }
  if (bookUrl !== undefined) house.bookUrl = bookUrl
  const app = await createBookServer(house, {
    log: quietLog,
    random: house.random,
    trustProxyHops: 0,
    bookUrl: house.bookUrl!,
    webRoot,
  })
  const { bookingUrl, pageUrl } = (await makeDemo(house, dataDir))!
  return {
    house,
    origin: await app.listen({ host: "127.0.0.1", port: 0 }),
    linkPath: new URL(bookingUrl!).pathname,
    pagePath: new URL(pageUrl!).pathname,
    async close() {
      await app.close()
      await bench.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
