import type { RecommendedView, SlotsView } from "../contract.ts"
import { wallClock } from "../zones.ts"

/** A time that can be chosen, with who and where. */
export type Opening = RecommendedView

export type PartOfDay = "morning" | "afternoon" | "evening"

/** Tells two openings apart. */
export function openingKey(opening: Opening): string {
  return `${opening.startTime} ${opening.providerId} ${opening.locationId}`
}

/**
 * The openings of the answers under their local date, in the order they are read in. Each time of a place stands once: where
 * anyone will do, it is that of whoever has the most time free.
 *
 * @param providerId only this provider's; null for anyone's
 * @param zone the zone to judge dates in; null for each place's own
 */
export function openingsByDay(
  answers: SlotsView[],
  providerId: number | null,
  zone: string | null,
): Map<string, Opening[]> {
  const days = new Map<string, Map<string, Opening>>()
  for (const opening of answers.flatMap(openingsOf)) {
    if (providerId !== null && opening.providerId !== providerId) continue
    const date = wallClock(opening.startTime, zone ?? opening.timezone).date
    const day = days.get(date) ?? new Map<string, Opening>()
    const key = `${opening.startTime} ${opening.locationId}`
    days.set(date, day.has(key) ? day : day.set(key, opening))
  }
  return new Map([...days].map(([date, day]) => [date, inOrder([...day.values()], zone)]))
}

/** Morning ends at noon, afternoon at five; empty parts are left out. */
export function byPartOfDay(openings: Opening[], zone: string | null): [PartOfDay, Opening[]][] {
  const parts: Record<PartOfDay, Opening[]> = { morning: [], afternoon: [], evening: [] }
  for (const opening of openings) {
    const { hour } = wallClock(opening.startTime, zone ?? opening.timezone)
    parts[hour < 12 ? "morning" : hour < 17 ? "afternoon" : "evening"].push(opening)
  }
  return (Object.entries(parts) as [PartOfDay, Opening[]][]).filter(([, list]) => list.length > 0)
}

/** Everyone the answers name, by name. */
export function providersOf(answers: SlotsView[]): { id: number; name: string }[] {
  const names = new Map(
    answers.flatMap((answer) => answer.providers.map((p) => [p.providerId, p.providerName])),
  )
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}

/** What has to stand beside a time. */
export interface TimeLabels {
  location: boolean
  zone: boolean
}

/** What has to be said with each time so that it is not mistaken for another. */
export function labelsNeeded(places: Pick<Opening, "locationId" | "timezone">[]): TimeLabels {
  const several = (values: unknown[]) => new Set(values).size > 1
  return {
    location: several(places.map((place) => place.locationId)),
    zone: several(places.map((place) => place.timezone)),
  }
}

function openingsOf(answer: SlotsView): Opening[] {
  return [...answer.providers]
    .sort((a, b) => b.slots.length - a.slots.length)
    .flatMap(({ slots, ...place }) => slots.map((slot) => ({ ...place, ...slot })))
}

/** By start; where places show different times, by what they show: 11:15 before 11:45, whichever comes first. */
function inOrder(openings: Opening[], zone: string | null): Opening[] {
  openings.sort(byStart)
  if (zone || !labelsNeeded(openings).zone) return openings
  const shown = ({ startTime, timezone }: Opening) =>
    Date.parse(startTime) + wallClock(startTime, timezone).offsetMinutes * 60_000
  return openings.sort((a, b) => shown(a) - shown(b))
}

function byStart(a: Opening, b: Opening): number {
  return a.startTime < b.startTime ? -1 : a.startTime > b.startTime ? 1 : a.locationId - b.locationId
}
