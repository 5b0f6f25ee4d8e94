/** The demo's pages, served over HTTP by the customer host as browsers see them. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAltcha } from "../../service/host/adapters/bot-checks/altcha.ts"
import { webRoot } from "../../service/host/app.ts"
import { consoleTexts } from "../../service/host/compose.ts"
import { makeDemo } from "../../service/host/demo/make-demo.ts"
import type { AppContext } from "../../service/platform/context.ts"
import { createCustomerHost } from "../../service/ways-in/customer-host/server.ts"
import { openBenchContext, quietLog } from "../bench-context.ts"

export interface DemoPages {
  context: AppContext
  origin: string
  /** The path of a booking link that waits for its customer to choose a time. */
  linkPath: string
  /** The path of the company's public page. */
  pagePath: string
  close(): Promise<void>
}

/** @param bookUrl where browsers find them, when that is not where they are served */
export async function openDemoPages(bookUrl?: string): Promise<DemoPages> {
  const bench = await openBenchContext(4)
  const dataDir = mkdtempSync(join(tmpdir(), "bench-demo-"))
  const botCheck = createAltcha({ secret: "the benchmarks' own", maxNumber: 10 })
  // Browsers have their own clock, and ask for times from today on.
  // On a host without texts visitors are asked to call, and nothing can be booked.
  const context: AppContext = {
    ...bench.context,
    clock: { now: () => Date.now() },
    hostClock: { now: () => Date.now() },
    botCheck,
    texts: consoleTexts,
  }
  if (bookUrl !== undefined) context.bookUrl = bookUrl
  const app = await createCustomerHost(context, {
    log: quietLog,
    trustProxyHops: 0,
    bookUrl: context.bookUrl!,
    webRoot,
  })
  const { bookingUrl, pageUrl } = (await makeDemo(context, dataDir))!
  return {
    context,
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
