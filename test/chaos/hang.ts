/**
 * A server of PostgreSQL hangs for a minute under 24 callers who need it: the standby that commits wait for, the replica that
 * lists are read from, and at last the server itself. Prints the others' longest time without an answer and how long
 * `/readyz` took. SC-01 asks for 3 s and 500 ms. How several machines hang is tried by hand, since it takes Citus.
 */
import { send } from "../kills/clients.ts"
import {
  type Felt,
  type Hang,
  type HangingSite,
  hangUnderLoad,
  openHangingSite,
  type Purpose,
  search,
} from "../kills/hanging-server.ts"
import { openTally } from "../races/tally.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "hang"
/** `npm test` tries the same without measuring, in service/platform/hanging-database.test.ts. */
export const onlyFull = true

const mostGapMs = 3_000
const mostReadyMs = 500
const seconds = 60

interface Scene {
  title: string
  purpose: Purpose
  hang(site: HangingSite): Hang
  /** The names in `/readyz` while it hangs, which show that it stays ready. */
  names(site: HangingSite): string
  isReady: boolean
}

const write = ({ service, busy }: HangingSite) =>
  send(service.baseUrl, busy, "POST", "/customers", { name: "Ana Ruiz" })
const list = (site: HangingSite, shop = site.busy) => send(site.service.baseUrl, shop, "GET", "/customers")

const scenes: Scene[] = [
  {
    title: "a standby that commits wait for",
    purpose: "commits",
    hang: ({ standby }) => ({
      hangs: standby,
      ask: write,
      askOther: (site) => search(site, site.other),
      seconds,
    }),
    names: () => '"standby standby"',
    isReady: true,
  },
  {
    title: "a replica",
    purpose: "lists",
    hang: ({ standby }) => ({
      hangs: standby,
      ask: list,
      askOther: (site) => list(site, site.other),
      seconds,
    }),
    names: ({ standby }) => `localhost:${standby.port}`,
    isReady: true,
  },
  {
    title: "the only server",
    purpose: "lists",
    hang: ({ primary }) => ({ hangs: primary, ask: write, askOther: write, seconds: 10 }),
    names: ({ primary }) => `localhost:${primary.port}`,
    isReady: false,
  },
]

export async function run(_scale: Scale): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const scene of scenes) {
    const site = await openHangingSite(scene.purpose)
    try {
      outcomes.push(judge(scene, site, await hangUnderLoad(site, scene.hang(site))))
    } finally {
      await site.stop()
    }
  }
  return outcomes
}

function judge(scene: Scene, site: HangingSite, felt: Felt): Outcome {
  const tally = openTally(`${name}: ${scene.title}`)
  const named = Object.entries(felt.said).filter(([said]) => said.includes(scene.names(site)))
  tally.check(
    named.length > 0,
    () => `/readyz never named ${scene.names(site)}: ${JSON.stringify(felt.said)}`,
  )
  for (const [said] of named) {
    tally.check(said.startsWith("200") === scene.isReady, () => `/readyz said ${said}`)
  }
  tally.check(
    felt.readyMs.longest <= mostReadyMs,
    () => `/readyz took ${felt.readyMs.longest} ms, goal ${mostReadyMs}`,
  )
  tally.check(Number.isFinite(felt.backAfterMs), () => "who met it was not served afterwards")
  const wrong = Object.keys(felt.busyAnswers).filter((status) => !/^(20.|503)$/.test(status))
  tally.check(wrong.length === 0, () => `answers of ${wrong.join(", ")}`)
  if (scene.isReady) {
    tally.check(felt.otherFailures === 0, () => `${felt.otherFailures} of the others' requests failed`)
    tally.check(felt.longestGapMs <= mostGapMs, () => `a gap of ${felt.longestGapMs} ms, goal ${mostGapMs}`)
  }
  const answers = Object.entries(felt.busyAnswers).map(([status, times]) => `${times} × ${status}`)
  const gap = scene.isReady
    ? `${felt.otherAnswers} answers to others, longest gap ${felt.longestGapMs} ms, `
    : ""
  return tally.outcome(
    `${gap}/readyz ${felt.readyMs.median} ms at the median, at most ${felt.readyMs.longest}; its callers ${answers.join(", ")}; back after ${felt.backAfterMs} ms`,
  )
}
