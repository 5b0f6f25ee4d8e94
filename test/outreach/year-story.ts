/**
 * A year of outreach, written down before it happens: who is asked, when, by which plan, and what becomes of it. Times are
 * epoch milliseconds; what people do falls on odd seconds, so that it meets no step to the millisecond.
 */
import type { Dice } from "../../service/host/demo/dice.ts"

export const yearStart = Date.parse("2027-01-02T00:00:00.000Z")
export const yearEnd = Date.parse("2028-01-02T00:00:00.000Z")
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** `code` is an area code of the zone; the place is in it too. */
export const places = [
  { zone: "America/Puerto_Rico", code: "787", latitude: 18.47, longitude: -66.11 },
  { zone: "America/Halifax", code: "902", latitude: 44.65, longitude: -63.58 },
  { zone: "America/New_York", code: "212", latitude: 40.71, longitude: -74.01 },
  { zone: "America/Chicago", code: "312", latitude: 41.88, longitude: -87.63 },
  { zone: "America/Denver", code: "303", latitude: 39.74, longitude: -104.99 },
  { zone: "America/Phoenix", code: "602", latitude: 33.45, longitude: -112.07 },
  { zone: "America/Los_Angeles", code: "213", latitude: 34.05, longitude: -118.24 },
  { zone: "Pacific/Honolulu", code: "808", latitude: 21.31, longitude: -157.86 },
] as const

/** Minutes after the step before. */
export const plans: readonly (readonly number[])[] = [
  [0, 1_440, 4_320],
  [30, 600, 2_880, 10_080],
  [0, 60, 60, 720, 720],
]

/** How the zone of a recipient is known. */
export type KnownBy = "area code" | "address" | "location"

export type Act =
  | { kind: "book" | "book_and_cancel" | "cancel" | "stop_word" | "start_word"; at: number }
  | { kind: "none" }

export interface Asked {
  index: number
  place: number
  knownBy: KnownBy
  phone: string
  plan: number
  startAt: number
  /** Days until its latest date, counted from the start's date. */
  daysOpen: number
  acts: readonly Act[]
}

/** 09:00 to 20:00 on the recipient's clock. */
export const quiet = { start: 9, end: 20 }

export function writeYear(dice: Dice, count: number): Asked[] {
  return Array.from({ length: count }, (_, index) => {
    const place = index % places.length
    const knownBy = dice.pick<KnownBy>(["area code", "address", "location"])
    const startAt = yearStart + dice.between(0, 340 * 24 * 60) * 60_000 + 11_000
    return {
      index,
      place,
      knownBy,
      phone: phoneOf(index, place, knownBy),
      plan: dice.between(0, plans.length - 1),
      startAt,
      daysOpen: dice.chance(0.3) ? dice.between(0, 4) : dice.between(10, 24),
      acts: actsOf(dice, startAt),
    }
  })
}

/** Known by address, the number is from across the continent; known by location, from another one. */
function phoneOf(index: number, place: number, knownBy: KnownBy): string {
  const digits = String(index).padStart(4, "0")
  if (knownBy === "location") return `+44207183${digits}`
  const of = knownBy === "address" ? places[(place + 4) % places.length]! : places[place]!
  return `+1${of.code}555${digits}`
}

function actsOf(dice: Dice, startAt: number): Act[] {
  const soon = () => startAt + dice.between(1, 8 * 24 * 60) * 60_000 + 22_000
  switch (dice.between(0, 7)) {
    case 0:
      return [{ kind: "book", at: soon() }]
    case 1:
      return [{ kind: "book_and_cancel", at: soon() }]
    case 2:
      return [{ kind: "cancel", at: soon() }]
    case 3:
      return [{ kind: "stop_word", at: soon() }]
    case 4: {
      const at = soon()
      return [
        { kind: "stop_word", at },
        { kind: "start_word", at: at + dice.between(1, 3) * dayMs + 33_000 },
      ]
    }
    default:
      return [{ kind: "none" }]
  }
}
