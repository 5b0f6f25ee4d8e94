/**
 * Every IANA zone, hour by hour for ten years, against the output of zdump, both ways, under four settings of TZ: the
 * process's own zone must not matter.
 */
import { checkZone, newCheck } from "../domain/time/zone-check.ts"
import { oracleVersion, readOracle } from "../domain/time/zone-oracle.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "zone-sweep"

const FROM = Date.UTC(2026, 0, 1) / 60_000
const UNTIL = Date.UTC(2036, 0, 1) / 60_000
const PROCESS_ZONES = ["UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"]

/** With `few`, every sixtieth zone. */
export async function run(scale: Scale): Promise<Outcome[]> {
  const oracle = readOracle()
  const check = newCheck()
  const every = scale === "few" ? 60 : 1
  const zones = oracle.names.filter((_, i) => i % every === 0)
  const own = process.env.TZ
  for (const processZone of PROCESS_ZONES) {
    process.env.TZ = processZone
    for (const zone of zones) checkZone(oracle, zone, [FROM, UNTIL, 60], check)
  }
  if (own === undefined) delete process.env.TZ
  else process.env.TZ = own
  const note = [
    `${zones.length} zones of release ${oracleVersion} under ${PROCESS_ZONES.length} TZ`,
    ...check.wrong,
  ].join("; ")
  return [{ name, tried: check.tried, lost: check.wrongCount, note }]
}
