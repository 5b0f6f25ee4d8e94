/**
 * Zone tables against native Temporal: how many questions were asked, and which were answered otherwise.
 */
import { minuteToWall, wallToMinute } from "../../src/time/local-time.ts"
import { zoneTable } from "../../src/time/zone-table.ts"

export interface ZoneCheck {
  tried: number
  /** Sentences that name zone, question and both answers; at most ten. */
  wrong: string[]
  wrongCount: number
}

/** Asks both ways, UTC to wall and wall to UTC, at every step between two UTC minutes. */
export function checkZone(
  zone: string,
  from: number,
  until: number,
  stepMinutes: number,
  into: ZoneCheck,
): void {
  const table = zoneTable(zone)
  for (let minute = from; minute < until; minute += stepMinutes) {
    note(into, zone, "wall at", minute, minuteToWall(table, minute), temporalWall(zone, minute))
    note(into, zone, "minute of wall", minute, wallToMinute(table, minute), temporalMinute(zone, minute))
  }
}

/** Every transition of a zone between two UTC minutes, as UTC minutes. */
export function transitionsOf(zone: string, from: number, until: number): number[] {
  const found: number[] = []
  let moment = Temporal.Instant.fromEpochMilliseconds(from * 60_000).toZonedDateTimeISO(zone)
  for (;;) {
    const next = moment.getTimeZoneTransition("next")
    if (next === null || next.epochMilliseconds >= until * 60_000) return found
    found.push(Math.ceil(next.epochMilliseconds / 60_000))
    moment = next
  }
}

function note(
  into: ZoneCheck,
  zone: string,
  question: string,
  at: number,
  ours: number,
  theirs: number,
): void {
  into.tried += 1
  if (ours === theirs) return
  into.wrongCount += 1
  if (into.wrong.length < 10)
    into.wrong.push(`${zone}: ${question} ${at} is ${theirs}, the table says ${ours}`)
}

/** What the clock shows, written as minutes since 1970-01-01T00:00 on that clock. */
function temporalWall(zone: string, minute: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(zone)
  return asIfUtc(local.toPlainDateTime())
}

function temporalMinute(zone: string, wall: number): number {
  const local = Temporal.PlainDateTime.from("1970-01-01T00:00").add({ minutes: wall })
  return local.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds / 60_000
}

function asIfUtc(local: Temporal.PlainDateTime): number {
  return local.toZonedDateTime("UTC").epochMilliseconds / 60_000
}
