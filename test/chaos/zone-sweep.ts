/**
 * Every IANA zone, hour by hour for ten years, against the output of zdump, both ways.
 */
import { checkZone, newCheck } from "../time/zone-check.ts"
import { readOracle } from "../time/zone-oracle.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "zone-sweep"

const FROM = Date.UTC(2026, 0, 1) / 60_000
const UNTIL = Date.UTC(2036, 0, 1) / 60_000

/** With `few`, every sixtieth zone. */
export async function run(scale: Scale): Promise<Outcome[]> {
  const oracle = readOracle()
  const check = newCheck()
  const every = scale === "few" ? 60 : 1
  const zones = oracle.names.filter((_, i) => i % every === 0)
  for (const zone of zones) checkZone(oracle, zone, [FROM, UNTIL, 60], check)
  const note = [`${zones.length} zones`, ...check.wrong].join("; ")
  return [{ name, tried: check.tried, lost: check.wrongCount, note }]
}
