/**
 * Zone tables against a reader of their own: how many questions were asked, and which were answered otherwise.
 */
import { minuteToWall, wallToMinute, zoneAbbreviation } from "../../../domain/time/local-time.ts"
import { zoneTable } from "../../../domain/time/zone-table.ts"
import { oracleFrom, oracleUntil, type ZoneOracle } from "./zone-oracle.ts"

export interface ZoneCheck {
  tried: number
  /** Sentences that name zone, question and both answers; at most ten. */
  wrong: string[]
  wrongCount: number
}

const hour = 60

export const newCheck = (): ZoneCheck => ({ tried: 0, wrong: [], wrongCount: 0 })

/** Asks both ways, UTC to wall and wall to UTC, at every step between two UTC minutes. */
export function checkZone(
  oracle: Pick<ZoneOracle, "wallAt" | "minuteOf">,
  zone: string,
  [from, until, stepMinutes]: [from: number, until: number, stepMinutes: number],
  into: ZoneCheck,
): void {
  const table = zoneTable(zone)
  for (let minute = from; minute < until; minute += stepMinutes) {
    note(into, `${zone}: wall at ${minute}`, minuteToWall(table, minute), oracle.wallAt(zone, minute))
    note(
      into,
      `${zone}: minute of wall ${minute}`,
      wallToMinute(table, minute),
      oracle.minuteOf(zone, minute),
    )
  }
}

/** 26 hours before and after every change by the half hour, the change itself by the minute, and a sample between. */
export function checkAroundChanges(oracle: ZoneOracle, zone: string, into: ZoneCheck): void {
  for (const change of oracle.changesOf(zone)) {
    checkZone(oracle, zone, [change - 26 * hour, change + 26 * hour, 30], into)
    checkZone(oracle, zone, [change - 2, change + 3, 1], into)
    // Debian keeps a word of its own for the zone MET, which is a link to Brussels.
    for (const minute of zone === "MET" ? [] : [change - 1, change]) {
      const word = oracle.abbreviationAt(zone, minute)
      const known = /^[A-Z]+$/.test(word) ? word : null
      note(into, `${zone}: abbreviation at ${minute}`, zoneAbbreviation(zone, minute), known)
    }
  }
  checkZone(oracle, zone, [oracleFrom, oracleUntil, 45 * 24 * hour + 7], into)
}

function note(into: ZoneCheck, question: string, ours: unknown, theirs: unknown): void {
  into.tried += 1
  if (ours === theirs) return
  into.wrongCount += 1
  if (into.wrong.length < 10) into.wrong.push(`${question} is ${theirs}, the table says ${ours}`)
}

/** Native Temporal, whose rules are as old as the runtime. */
export const temporalClock: Pick<ZoneOracle, "wallAt" | "minuteOf"> = {
  wallAt: (zone, minute) => {
    const local = Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(zone)
    return local.toPlainDateTime().toZonedDateTime("UTC").epochMilliseconds / 60_000
  },
  minuteOf: (zone, wall) => {
    const local = Temporal.PlainDateTime.from("1970-01-01T00:00").add({ minutes: wall })
    return local.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds / 60_000
  },
}
