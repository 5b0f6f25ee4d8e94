/**
 * console.*: the staff console on a board of 50 providers with 400 appointments a day, as it is built and served, in
 * Chromium as the browser tests find it, 1350 × 940.
 *
 * console.js_kb: kilobytes of all scripts that are asked for until the first board's cards are painted, as the service sends
 * them compressed. What the board fetches once it stands, such as its panels, is said beside it.
 * console.first_board_s: seconds from the navigation until the board's cards are painted, with a session and an empty
 * cache, over Lighthouse's desktop line (40 ms, 10 Mbit/s, the processor as it is). Median of five.
 * console.day_ms: from the key → or ← until the next day's cards are painted, p95 of 40.
 * console.seen_by_other_ms: from the API's answer to a cancel until another person's board shows it, p95 of 30.
 * console.drag_fps: frames a second while a card is dragged over the columns: by the median of the times between frames.
 */
import type { Page } from "playwright-core"
import { appointmentsADay, dateAfter, firstDate, openStage, providers, type Stage } from "./console/stage.ts"
import { atLeast, atMost, type Figure, median } from "./figure.ts"

export const figures = [
  "console.js_kb",
  "console.first_board_s",
  "console.day_ms",
  "console.seen_by_other_ms",
  "console.drag_fps",
]

const loads = 5
const steps = 40
const cancels = 30

export async function run(only: (figure: string) => boolean = () => true): Promise<Figure[]> {
  const stage = await openStage()
  try {
    const measured: Figure[] = []
    if (only("console.js_kb") || only("console.first_board_s")) measured.push(...(await firstBoard(stage)))
    if (only("console.day_ms")) measured.push(await days(stage))
    if (only("console.seen_by_other_ms")) measured.push(await seenByOther(stage))
    if (only("console.drag_fps")) measured.push(await drag(stage))
    return measured
  } finally {
    await stage.close()
  }
}

const board = `${providers} providers, ${appointmentsADay} appointments`
const addressOf = ({ origin }: Stage, date: string) => `${origin}/console?date=${date}`
const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!

/** Set by the page when the cards of a date are painted: milliseconds since its navigation began. */
const watchCards = `
  globalThis.paintedAt = {};
  new MutationObserver(() => {
    for (const column of document.querySelectorAll("[data-column]")) {
      const date = column.dataset.column.split(" ")[2];
      if (date in paintedAt || !column.querySelector(".appointment")) continue;
      paintedAt[date] = null;
      requestAnimationFrame(() => setTimeout(() => { paintedAt[date] = performance.now() }));
    }
  }).observe(document, { childList: true, subtree: true });`

const paintedAt = (page: Page, date: string): Promise<number> =>
  page
    .waitForFunction(`paintedAt[${JSON.stringify(date)}]`)
    .then((handle) => handle.jsonValue() as Promise<number>)

/** Until nothing has been answered for a while; the stream of events stays open. */
async function quiet(page: Page): Promise<void> {
  const lastEnd = `Math.max(...performance.getEntriesByType("resource").map(({ responseEnd }) => responseEnd))`
  await page.waitForFunction(`performance.now() - ${lastEnd} > 300`, undefined, { polling: 50 })
}

async function firstBoard(stage: Stage): Promise<Figure[]> {
  const seconds: number[] = []
  let scripts = 0
  let later = 0
  for (let load = 0; load < loads; load += 1) {
    const { context, page } = await stage.visit()
    const line = await context.newCDPSession(page)
    await line.send("Network.enable")
    const bytes = new Map<string, number>()
    const urls = new Map<string, string>()
    line.on("Network.responseReceived", ({ requestId, type, response }) => {
      if (type === "Script") urls.set(requestId, response.url)
    })
    line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
      bytes.set(requestId, encodedDataLength),
    )
    const speed = (10 * 1024 * 1024) / 8
    await line.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 40,
      downloadThroughput: speed,
      uploadThroughput: speed,
    })
    await page.addInitScript(watchCards)
    await page.goto(addressOf(stage, firstDate), { waitUntil: "commit" })
    const painted = await paintedAt(page, firstDate)
    seconds.push(painted / 1_000)
    await quiet(page)
    const early = await page.evaluate<string[]>(
      `performance.getEntriesByType("resource").filter(({ startTime }) => startTime < ${painted}).map(({ name }) => name)`,
    )
    const sum = (isWanted: (url: string) => boolean) =>
      [...urls].reduce((all, [id, url]) => all + (isWanted(url) ? (bytes.get(id) ?? 0) : 0), 0) / 1_024
    scripts = sum((url) => early.includes(url))
    later = sum((url) => !early.includes(url))
    await context.close()
  }
  return [
    atMost(
      "console.js_kb",
      scripts,
      "KB",
      95,
      `all scripts of the first board, with their headers, as sent; ${later.toFixed(1)} KB once it stands`,
    ),
    atMost(
      "console.first_board_s",
      median(seconds),
      "s",
      1,
      `${board}; slowest ${Math.max(...seconds).toFixed(2)} s`,
    ),
  ]
}

async function days(stage: Stage): Promise<Figure> {
  const { context, page } = await stage.visit()
  await page.addInitScript(watchCards)
  await page.goto(addressOf(stage, firstDate))
  await paintedAt(page, firstDate)
  const times: number[] = []
  let at = 0
  for (let step = 0; step < steps; step += 1) {
    // A person looks at a day for a moment; meanwhile its neighbours are fetched.
    await quiet(page)
    const by = step % 8 < 4 ? 1 : -1
    at += by
    const date = dateAfter(at)
    const key = by > 0 ? "ArrowRight" : "ArrowLeft"
    await page.evaluate(`
      delete paintedAt["${date}"];
      globalThis.pressedAt = performance.now();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true, cancelable: true }));`)
    const painted = await paintedAt(page, date)
    times.push(painted - (await page.evaluate<number>("pressedAt")))
  }
  await context.close()
  const against = `${board}; ${steps} steps, p50 ${median(times).toFixed(0)} ms`
  return atMost("console.day_ms", p95(times), "ms", 100, against)
}

async function seenByOther(stage: Stage): Promise<Figure> {
  const { context, page } = await stage.visit()
  await page.goto(addressOf(stage, firstDate))
  await page.locator(".liveness.live").waitFor()
  const ids = await page.evaluate<number[]>(
    `[...document.querySelectorAll(".appointment")].map((card) => Number(card.dataset.appointment)).slice(0, ${cancels})`,
  )
  const times: number[] = []
  for (const id of ids) {
    const seen = page.waitForFunction(
      `document.querySelector('[data-appointment="${id}"].gone') && Date.now()`,
      undefined,
      { polling: "raf" },
    )
    const answer = await fetch(`${stage.origin}/api/v1/appointments/${id}/cancel`, {
      method: "POST",
      headers: { authorization: `Bearer ${stage.company.apiKey}`, "content-type": "application/json" },
      body: "{}",
    })
    if (!answer.ok) throw new Error(`the cancel is answered by ${answer.status}`)
    const answeredAt = Date.now()
    times.push(((await (await seen).jsonValue()) as number) - answeredAt)
  }
  await context.close()
  const against = `${board}; ${times.length} cancels, p50 ${median(times).toFixed(0)} ms`
  return atMost("console.seen_by_other_ms", p95(times), "ms", 1_000, against)
}

async function drag(stage: Stage): Promise<Figure> {
  const { context, page } = await stage.visit()
  await page.goto(addressOf(stage, dateAfter(1)))
  const card = await page.locator(".appointment").first().boundingBox()
  await page.mouse.move(card!.x + 20, card!.y + 20)
  await page.mouse.down()
  await page.mouse.move(card!.x + 30, card!.y + 30)
  await quiet(page)
  await page.evaluate(`
    globalThis.frames = [];
    requestAnimationFrame(function count(at) { frames.push(at); requestAnimationFrame(count) })`)
  for (let move = 0; move < 240; move += 1) {
    const turn = (move / 240) * Math.PI * 4
    await page.mouse.move(500 + 350 * Math.sin(turn), 400 + 200 * Math.cos(turn * 1.3))
  }
  const frames = await page.evaluate<number[]>("frames")
  await page.keyboard.press("Escape")
  await context.close()
  const between = frames.slice(1).map((at, index) => at - frames[index]!)
  const fps = 1_000 / median(between)
  const against = `${board}; ${between.length} frames, slowest ${Math.max(...between).toFixed(0)} ms`
  return atLeast("console.drag_fps", fps, "frames/s", 58, against)
}

if (import.meta.main) console.table(await run())
