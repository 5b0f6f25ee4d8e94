/**
 * zones.vs_temporal: how many times longer native Temporal takes to turn a local date and time into an instant
 * (`PlainDateTime.toZonedDateTime`, disambiguation "compatible") than the zone table (`localToMinute`, zone by name).
 * Input: 2,000 local times spread evenly over 2020–2029 in each of ten zones, the same for both; asked in order, as
 * a search asks; the rules of these zones are the same in the runtime's data and in ours. One thread, warm, in turns in the same process; all answers are first found equal. Medians of 30 rounds.
 */
import { strictEqual } from "node:assert"
import { localToMinute } from "../domain/time/local-time.ts"
import { atLeast, type Figure, median } from "./figure.ts"

export const figures = ["zones.vs_temporal"]

const ZONES = [
  ...["America/New_York", "America/St_Johns", "America/Santiago", "Europe/Paris", "Africa/Cairo"],
  ...["Asia/Kathmandu", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Chatham", "UTC"],
]
const ROUNDS = 30
const TIMES_PER_ZONE = 2000
const STEP_MINUTES = 2629
const FIRST_WALL = Date.UTC(2020, 0, 1) / 60_000

interface LocalTime {
  zone: string
  day: number
  minuteOfDay: number
  plain: Temporal.PlainDateTime
}

export async function run(): Promise<Figure[]> {
  const times = ZONES.flatMap(localTimes)
  for (const time of times) strictEqual(byTable(time), byTemporal(time))
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(milliseconds(times, byTable))
    theirs.push(milliseconds(times, byTemporal))
  }
  return [atLeast("zones.vs_temporal", median(theirs) / median(ours), "×", 20, "native Temporal")]
}

function localTimes(zone: string): LocalTime[] {
  return Array.from({ length: TIMES_PER_ZONE }, (_, i) => {
    const wall = FIRST_WALL + i * STEP_MINUTES
    const day = Math.floor(wall / 1440)
    const plain = Temporal.PlainDateTime.from("1970-01-01T00:00").add({ minutes: wall })
    return { zone, day, minuteOfDay: wall - day * 1440, plain }
  })
}

function byTable({ zone, day, minuteOfDay }: LocalTime): number {
  return localToMinute(zone, day, minuteOfDay)
}

function byTemporal({ zone, plain }: LocalTime): number {
  return plain.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds / 60_000
}

function milliseconds(times: readonly LocalTime[], convert: (time: LocalTime) => number): number {
  const startedAt = performance.now()
  let sum = 0
  for (const time of times) sum += convert(time)
  if (Number.isNaN(sum)) throw new Error("A conversion gave no number")
  return performance.now() - startedAt
}

if (import.meta.main) console.table(await run())
