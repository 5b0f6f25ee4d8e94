/**
 * dev.reload_ms: milliseconds from saving a file to its change on the screen of a page that is open, with `npm run dev` on a
 * copy of the project. Of a style, a component and a message the slowest, each the median of five saves.
 *
 * dev.restart_ms: milliseconds from saving code of the service to the first answer of the new code; the median of five saves.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { chromium, type Page } from "playwright-core"
import { type DevLoop, startDevLoop, watchConnection } from "../test/support/dev-loop.ts"
import { chromiumPath } from "./chromium.ts"
import { atMost, type Figure, median } from "./figure.ts"

const reloadFigure = "dev.reload_ms"
const restartFigure = "dev.restart_ms"
export const figures = [reloadFigure, restartFigure]

const saves = 5
/** Between two saves of a file: a watcher takes two at once for one, and no person saves so fast. */
const pauseMs = 500
const reloadGoal = 1_000
const restartGoal = 3_000

/** One text of the sign-in in place of another, and a script that says whether the page shows it. */
interface Change {
  path: string
  from: string
  to: string
  isSeen: string
}

const changes: Change[] = [
  {
    path: "console/styles/base.css",
    from: "body {",
    to: "body {\n  border-top: 7px solid;",
    isSeen: 'getComputedStyle(document.body).borderTopWidth === "7px"',
  },
  {
    path: "console/sign-in/sign-in-page.tsx",
    from: "{words.title}</h1>",
    to: "{words.title}, please</h1>",
    isSeen: 'document.body.innerText.includes("Sign in, please")',
  },
  {
    path: "console/words/en/sign-in.json",
    from: '"password": "Password"',
    to: '"password": "Word of pass"',
    isSeen: 'document.body.innerText.includes("Word of pass")',
  },
]

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const dev = await startDevLoop(null)
  try {
    const results: Figure[] = []
    if (only(reloadFigure)) {
      const slowest = await slowestReload(dev)
      results.push(atMost(reloadFigure, slowest, "ms", reloadGoal, "npm run dev, Chromium"))
    }
    if (only(restartFigure)) {
      const times: number[] = []
      for (let i = 0; i < saves; i++) times.push(await restart(dev, i))
      results.push(atMost(restartFigure, median(times), "ms", restartGoal, "npm run dev"))
    }
    return results
  } finally {
    await dev.stop()
  }
}

async function slowestReload(dev: DevLoop): Promise<number> {
  const executablePath = chromiumPath()
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : []
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await browser.newPage({ locale: "en-US" })
    const connected = watchConnection(page)
    await page.goto(`${dev.url}/console`)
    await page.getByLabel("Email").waitFor()
    const medians: number[] = []
    for (const change of changes) medians.push(median(await reloads(dev, { page, connected }, change)))
    return Math.max(...medians)
  } finally {
    await browser.close()
  }
}

async function reloads(
  dev: DevLoop,
  { page, connected }: { page: Page; connected(): Promise<void> },
  { path, from, to, isSeen }: Change,
): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < saves; i++) {
    await sleep(pauseMs)
    await connected()
    const startedAt = performance.now()
    dev.change(path, from, to)
    await page.waitForFunction(isSeen)
    times.push(performance.now() - startedAt)
    await sleep(pauseMs)
    await connected()
    dev.change(path, to, from)
    await page.waitForFunction(`!(${isSeen})`)
  }
  return times
}

/** `/healthz` asks for no key. */
async function restart(dev: DevLoop, round: number): Promise<number> {
  const message = `Changed ${round}.`
  const startedAt = performance.now()
  dev.change("service/ways-in/health/health-routes.ts", 'status: "up"', `status: "${message}", ok: "up"`)
  const seen = async () => (await (await fetch(`${dev.url}/healthz`)).text()).includes(message)
  while (!(await seen())) await sleep(10)
  const time = performance.now() - startedAt
  dev.change("service/ways-in/health/health-routes.ts", `status: "${message}", ok: "up"`, 'status: "up"')
  return time
}
