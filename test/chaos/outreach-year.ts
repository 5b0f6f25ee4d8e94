/**
 * A year of outreach in eight zones, across both clock changes, against what an oracle says should have gone: no text in
 * the night, none after opt-out, booking, cancel or expiry, none twice, and all others sent. `YEAR_SEED` repeats a year.
 */
import { diceFrom } from "../../service/host/demo/dice.ts"
import type { TextSender } from "../../service/platform/ports/texts.ts"
import { companyZone, liveYear } from "../outreach/live-year.ts"
import { type Expected, expectedOf, isOptedOut, isQuiet, overAt } from "../outreach/year-oracle.ts"
import { type Asked, places, writeYear, yearStart } from "../outreach/year-story.ts"
import { openTally } from "../races/tally.ts"
import { cloneDatabase } from "../support/databases.ts"
import { startService } from "../support/service.ts"
import { startTestCluster } from "../support/test-cluster.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "outreach-year"

const counts: Record<Scale, number> = { few: 16, full: 2_000 }

export async function run(scale: Scale): Promise<Outcome[]> {
  const seed = Number(process.env.YEAR_SEED ?? Date.now() % 1_000_000)
  const year = writeYear(diceFrom(seed), counts[scale])
  const sent = await sentIn(year)
  const tally = openTally(name)
  const expected = year.flatMap((asked) => expectedOf(asked, companyZone))
  const went = new Map<string, Expected[]>()
  for (const text of sent) went.set(keyOf(text), [...(went.get(keyOf(text)) ?? []), text])
  for (const text of expected) {
    const times = went.get(keyOf(text)) ?? []
    tally.check(times.length === 1, () => `${keyOf(text)} went ${times.length} times`)
    tally.check(
      times[0]?.at === text.at,
      () => `${keyOf(text)} went at ${shown(times[0])}, not ${shown(text)}`,
    )
  }
  tally.check(sent.length === expected.length, () => `${sent.length} went, ${expected.length} should have`)
  const byPhone = new Map(year.map((asked) => [asked.phone, asked]))
  for (const text of sent)
    tally.check(isAllowed(byPhone.get(text.to)!, text), () => `${keyOf(text)} may not go`)
  return [tally.outcome(`${year.length} requests, ${sent.length} texts, YEAR_SEED=${seed}`)]
}

const keyOf = ({ to, step }: Expected) => `${to} step ${step}`
const shown = (text: Expected | undefined) => (text ? new Date(text.at).toISOString() : "no time")

/** The rules once more, each text by itself. */
function isAllowed(asked: Asked, { at }: Expected): boolean {
  return !isQuiet(at, places[asked.place]!.zone) && !isOptedOut(asked, at) && at < overAt(asked, companyZone)
}

async function sentIn(year: readonly Asked[]): Promise<Expected[]> {
  const cluster = await startTestCluster()
  const database = await cloneDatabase(cluster.url, cluster.templateName)
  const sent: Expected[] = []
  const carrier: TextSender = {
    staysHere: false,
    async send({ to, body }) {
      const step = Number(/\bStep (\d)\b/.exec(body)?.[1] ?? 0)
      if (step > 0) sent.push({ to, step, at: service.clock.now() })
      return { kind: "sent", carrierId: null }
    },
  }
  const service = await startService({ database, texts: carrier, now: new Date(yearStart).toISOString() })
  try {
    await liveYear(service, year)
    return sent
  } finally {
    await service.stop()
    await cluster.stop()
  }
}
