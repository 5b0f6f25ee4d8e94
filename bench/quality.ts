/**
 * quality.sold_grid, _packed, _travel: the minutes sold of those that would fit back to back beside the vans' meetings, after
 * weeks of three vans were booked by a stream of customers (quality/week.ts states how they choose): times on the grid, packed
 * times, and packed times within reach by road. With travel the drives take from the same hours, so that it sells less; what
 * the other two sell beyond that, nobody could have driven: `quality.late_…` is the share of visits that the van reaches too
 * late, from the visit before or from the depot.
 *
 * quality.km_grid, _packed, _travel: the kilometres driven in those weeks over those of an offline plan of the same visits
 * (quality/routes.ts). 20 weeks each, the same meetings and customers in all three. Printed, without goals.
 */

import { distanceKm } from "../src/rules/service-areas/geodesy.ts"
import { type Figure, printed } from "./figure.ts"
import { kmAsBooked, kmAtBest } from "./quality/routes.ts"
import { bookWeek, depot, jobMinutes, type VanDay, vanTravel } from "./quality/week.ts"

const variants = [
  { name: "grid", starts: "grid", travel: null },
  { name: "packed", starts: "packed", travel: null },
  { name: "travel", starts: "packed", travel: vanTravel },
] as const

export const figures = ["sold", "late", "km"].flatMap((kind) =>
  variants.map(({ name }) => `quality.${kind}_${name}`),
)

const weeks = 20

export async function run(): Promise<Figure[]> {
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
