/** A network on which every answer takes its time, and what that does to the page. */
import type { Page } from "playwright-core"

/** Every request takes so long until its answer begins. */
export async function slowDown(page: Page, roundTripMs: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

/** How far content has moved since the page was loaded, without what the visitor's own input moved. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let sum = 0
    const count = (list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value
    }
    new PerformanceObserver(count).observe({ type: "layout-shift", buffered: true })
    setTimeout(() => resolve(sum), 100)
  })`)
}
