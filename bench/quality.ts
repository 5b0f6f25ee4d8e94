/**
 * quality.sold_grid, _packed, _travel: the minutes sold of those that would fit back to back beside the vans' meetings, after
 * weeks of three vans were booked by a stream of customers (quality/week.ts states how they choose): times on the grid, packed
 * times, and packed times within reach by road. With travel the drives take from the same hours, so that it sells less; the other two sell more than could have been driven: `quality.late_…` is the share of visits that the van reaches too
 * late, from the visit before or from the depot.
 *
 * quality.km_grid, _packed, _travel: the kilometres driven in those weeks over those of an offline plan of the same visits
 * (quality/routes.ts). 20 weeks each, the same meetings and customers in all three. Printed, without goals.
 *
 * quality.first_vs_earliest, quality.visits_vs_hindsight: 150 days of one van whom 14 customers ask for an hour each, one after
 * the other (quality/van-days.ts): the visits when each takes the first recommended start, over the visits when each takes
 * the earliest, and over the most that could be visited, had all been known before. quality.nothing_found: of 55 customers who
 * ask for a week of two vans, those who find no time, first recommended over earliest. Each on grids of 5, 15 and 30 minutes; the
 * worst of the three counts.
 *
 * quality.packed_only_lost: the share of the sellable time of 24 random days that is lost with `starts: "packed_only"` when customers
 * take any start that a search shows (quality/random-days.ts): jobs of 60, 45 and 90 minutes, of 30 and 60, and of 45 and 90.
 */

import { distanceKm } from "../domain/rules/service-areas/geodesy.ts"
import { atLeast, atMost, type Figure, printed } from "./figure.ts"
import { fillDaysAtRandom } from "./quality/random-days.ts"
import { kmAsBooked, kmAtBest } from "./quality/routes.ts"
import {
  askers,
  type Choice,
  type Diary,
  earliest,
  firstRecommended,
  mostInHindsight,
  visitsServed,
} from "./quality/van-days.ts"
import { bookWeek, depot, jobMinutes, type VanDay, vanTravel } from "./quality/week.ts"

const variants = [
  { name: "grid", starts: "grid", travel: null },
  { name: "packed", starts: "packed", travel: null },
  { name: "travel", starts: "packed", travel: vanTravel },
] as const

export const figures = [
  ...["sold", "late", "km"].flatMap((kind) => variants.map(({ name }) => `quality.${kind}_${name}`)),
  "quality.first_vs_earliest",
  "quality.visits_vs_hindsight",
  "quality.nothing_found",
  "quality.packed_only_lost",
]

const weeks = 20

export async function run(): Promise<Figure[]> {
  return [...weeksOfVans(), ...vanDays(), packedOnly()]
}

const grids = [5, 15, 30]
const days = 150
const busyWeeks = 30

function vanDays(): Figure[] {
  const measured = grids.map((gridMinutes) => {
    const day: Diary = { vans: 1, days: 1, customers: 14, gridMinutes }
    const week: Diary = { vans: 2, days: 5, customers: 55, gridMinutes }
    const inDays = (choose: Choice) => sum(seeds(1_000, days).map((seed) => visitsServed(day, seed, choose)))
    const unserved = (choose: Choice) =>
      sum(seeds(9_000, busyWeeks).map((seed) => week.customers - visitsServed(week, seed, choose)))
    const most = sum(seeds(1_000, days).map((seed) => mostInHindsight(askers(day, seed), gridMinutes)))
    const [first, soonest] = [inDays(firstRecommended), inDays(earliest)]
    return {
      gridMinutes,
      ratio: first / soonest,
      share: first / most,
      nothing: unserved(firstRecommended) / unserved(earliest),
    }
  })
  const each = (value: (one: (typeof measured)[number]) => number) =>
    measured.map((one) => `${one.gridMinutes}: ${value(one).toFixed(3)}`).join("; ")
  return [
    atLeast(
      "quality.first_vs_earliest",
      Math.min(...measured.map(({ ratio }) => ratio)),
      "×",
      1,
      `visits when each takes the earliest start (${each(({ ratio }) => ratio)})`,
    ),
    atLeast(
      "quality.visits_vs_hindsight",
      Math.min(...measured.map(({ share }) => share)),
      "share",
      0.85,
      `the most when all customers are known before (${each(({ share }) => share)})`,
    ),
    atMost(
      "quality.nothing_found",
      Math.max(...measured.map(({ nothing }) => nothing)),
      "×",
      1,
      `customers without a time when each takes the earliest start (${each(({ nothing }) => nothing)})`,
    ),
  ]
}

const mixes = [[60], [45], [90], [30, 60], [45, 90]]

function packedOnly(): Figure {
  const lost = (starts: "packed" | "packed_only") =>
    mixes.map((mix) =>
      Math.max(
        ...seeds(1, 10).map((seed) => {
          const { minutes, ideal } = fillDaysAtRandom(mix, starts, 24, seed)
          return 1 - minutes / ideal
        }),
      ),
    )
  const said = (starts: "packed" | "packed_only") =>
    lost(starts)
      .map((share, i) => `${mixes[i]!.join(" and ")}: ${(share * 100).toFixed(1)} %`)
      .join("; ")
  const against = `what could be sold of 24 days, the worst of ten tastes (${said("packed_only")}; packed: ${said("packed")})`
  return atMost("quality.packed_only_lost", Math.max(...lost("packed_only")), "share", 0.015, against)
}

const seeds = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

function weeksOfVans(): Figure[] {
  return variants.flatMap(({ name, starts, travel }) => {
    const booked = Array.from({ length: weeks }, (_, week) => bookWeek(1_000 + week * 10, starts, travel))
    const days = booked.flatMap((week) => week.days)
    const visits = sum(days.map((day) => day.visits.length))
    const most = sum(days.map((day) => day.most))
    const away = sum(booked.map(({ wentAway }) => wentAway)) / weeks
    const driven = sum(booked.map((week) => kmAsBooked(week.days)))
    const atBest = sum(booked.map((week) => kmAtBest(week.days)))
    const late = sum(days.map(lateVisits))
    return [
      printed(
        `quality.sold_${name}`,
        visits / most,
        "share",
        `${(most * jobMinutes) / weeks} minutes a week back to back; ${away.toFixed(1)} of 150 go away`,
      ),
      printed(`quality.late_${name}`, late / visits, "share", `${(visits / weeks).toFixed(1)} visits a week`),
      printed(
        `quality.km_${name}`,
        driven / atBest,
        "×",
        `an offline plan of the same visits (${(driven / visits).toFixed(1)} km a visit; ${(atBest / visits).toFixed(1)} at best)`,
      ),
    ]
  })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Visits that begin before the van can be there, by the estimate that the travel of the vans is judged by. */
function lateVisits({ visits }: VanDay): number {
  const { speedKmh, roadFactor, setupMinutes } = vanTravel
  return visits.filter((visit, i) => {
    const before = visits[i - 1]
    const km = distanceKm(before ?? depot, visit)
    const minutes = ((km * roadFactor) / speedKmh) * 60 + setupMinutes
    const leaves = before ? before.end : openingOf(visit.start)
    return leaves + minutes > visit.start + 0.01
  }).length
}

/** Chicago's nine o'clock of that day, six hours behind UTC in the week of the bench. */
const openingOf = (minute: number) => Math.floor((minute - 360) / 1440) * 1440 + 360 + 9 * 60

if (import.meta.main) console.table(await run())
