/**
 * Every IANA zone, hour by hour for ten years, against native Temporal, both ways.
 */
import { checkZone, type ZoneCheck } from "../time/zone-check.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "zone-sweep"

const FROM = Date.UTC(2020, 0, 1) / 60_000
const UNTIL = Date.UTC(2030, 0, 1) / 60_000

/** With `few`, every sixtieth zone. */
export async function run(scale: Scale): Promise<Outcome[]> {
  const check: ZoneCheck = { tried: 0, wrong: [], wrongCount: 0 }
  const every = scale === "few" ? 60 : 1
  const zones = Intl.supportedValuesOf("timeZone").filter((_, i) => i % every === 0)
  for (const zone of zones) checkZone(zone, FROM, UNTIL, 60, check)
  const note = [`${zones.length} zones`, ...check.wrong].join("; ")
  return [{ name, tried: check.tried, lost: check.wrongCount, note }]
}
