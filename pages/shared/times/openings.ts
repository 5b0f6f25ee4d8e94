import type { RecommendedView, SlotsView } from "../../../domain/contracts/customer-pages.ts"
import type { Messages } from "../messages/messages.generated.ts"
import { wallClock } from "../zones.ts"

/** A time that can be chosen, with who and where. */
export type Opening = RecommendedView

export type PartOfDay = "morning" | "afternoon" | "evening"

/** "5 times", and "5 windows" where a window of arrival is promised. */
export function countText(
  words: Pick<Messages, "timesCount" | "windowsCount">,
  openings: readonly Pick<Opening, "kind">[],
): string {
  const count = openings.length
  return openings[0]?.kind === "window" ? words.windowsCount({ count }) : words.timesCount({ count })
}

/** The same for the same opening, different for any other. */
export function openingKey(opening: Opening): string {
  return `${opening.startTime} ${opening.providerId} ${opening.locationId}`
}

/**
 * The openings of the answers by local date, each day in the order of its times. A location's time appears once: when
 * several providers offer it, the provider with the most free times gets it. Sessions of a class stand each for itself.
 *
 * @param fits whether an opening is at the chosen location and with the chosen provider
 * @param zone the zone to judge dates in; null for each location's own
 */
export function openingsByDay(
  answers: SlotsView[],
  fits: (opening: Opening) => boolean,
  zone: string | null,
): Map<string, Opening[]> {
  const days = new Map<string, Map<string, Opening>>()
  for (const opening of answers.flatMap(openingsOf)) {
    if (!fits(opening)) continue
    const date = wallClock(opening.startTime, zone ?? opening.timezone).date
    const day = days.get(date) ?? new Map<string, Opening>()
    const key = `${opening.startTime} ${opening.locationId} ${opening.sessionId ?? ""}`
    days.set(date, day.has(key) ? day : day.set(key, opening))
  }
  return new Map([...days].map(([date, day]) => [date, inOrder([...day.values()], zone)]))
}

/** Morning ends at noon, afternoon at five. Empty parts are left out. */
export function byPartOfDay(openings: Opening[], zone: string | null): [PartOfDay, Opening[]][] {
  const parts: Record<PartOfDay, Opening[]> = { morning: [], afternoon: [], evening: [] }
  for (const opening of openings) {
    const { hour } = wallClock(opening.startTime, zone ?? opening.timezone)
    parts[hour < 12 ? "morning" : hour < 17 ? "afternoon" : "evening"].push(opening)
  }
  return (Object.entries(parts) as [PartOfDay, Opening[]][]).filter(([, list]) => list.length > 0)
}

/** The labels that have to be shown beside a time. */
export interface TimeLabels {
  location: boolean
  zone: boolean
}

/** The labels without which two times could be mistaken for one another. */
export function labelsNeeded(openings: Pick<Opening, "locationId" | "timezone">[]): TimeLabels {
  const several = (values: unknown[]) => new Set(values).size > 1
  return {
    location: several(openings.map(({ locationId }) => locationId)),
    zone: several(openings.map(({ timezone }) => timezone)),
  }
}

function openingsOf(answer: SlotsView): Opening[] {
  return [...answer.providers]
    .sort((a, b) => b.slots.length - a.slots.length)
    .flatMap(({ slots, ...providerLocation }) => slots.map((slot) => ({ ...providerLocation, ...slot })))
}

/** By start. Where locations are in several zones, by local time, because that is what the visitor reads. */
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
