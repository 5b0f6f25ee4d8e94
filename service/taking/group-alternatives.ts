/** A refused time of several appointments in one visit comes with the nearest starts at which all of them can be had. */
import type { LocationPlan, ProviderPlan } from "../../domain/model/availability.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { type ShownSlot, showSlot } from "../../domain/model/slot-search.ts"
import { offeredBlocks } from "../../domain/rules/availability/blocks.ts"
import { tieOrder } from "../../domain/rules/availability/tie-order.ts"
import { showParts } from "../../domain/rules/groups/show-parts.ts"
import { isoOfMinute } from "../../domain/time/dates.ts"
import { minutesPerDay } from "../../domain/time/units.ts"
import type { Call } from "../platform/operation.ts"
import type { FoundSlots } from "../slots/found-slots.ts"
import { isOfTime, saying } from "./alternatives.ts"
import type { WhyRefused } from "./refusal-reasons.ts"

const most = 3
/** How many days before and after are looked at: first the near ones alone, since many calls may lose a race for one time. */
const near = 1
const far = 7

/** The dates of a search around the start, so many days to either side in each zone. */
export function datesAround(start: number, days: number): { start_date: string; end_date: string } {
  const day = Math.floor(start / minutesPerDay)
  const dateOf = (of: number) => isoOfMinute(of * minutesPerDay).slice(0, 10)
  return { start_date: dateOf(day - days), end_date: dateOf(day + days + 1) }
}

interface RefusedStart {
  start: number
  /** Looks so many days around the start. */
  search(days: number): Promise<FoundSlots>
  whyIsIt(refusal: Refusal): Promise<WhyRefused>
}

/** The error to throw: every error that is not of the time stays as it is. */
export async function withGroupAlternatives(
  call: Call,
  error: unknown,
  { start, search, whyIsIt }: RefusedStart,
): Promise<unknown> {
  if (!(error instanceof Refusal) || !isOfTime(error)) return error
  const close = nearest(await search(near), start)
  const alternatives = close.length === most ? close : nearest(await search(far), start)
  return saying(call, error, alternatives, () => whyIsIt(error))
}

interface At {
  provider: ProviderPlan
  location: LocationPlan
  start: number
}

function nearest({ result, input, partsAt }: FoundSlots, start: number): ShownSlot[] {
  const distance = (at: At) => Math.abs(at.start - start)
  // The present start is no alternative to itself.
  const seen = new Set([start, input.present?.start])
  return result.offered
    .flatMap(({ provider, location, starts }) => starts.map((at): At => ({ provider, location, start: at })))
    .sort((a, b) => distance(a) - distance(b) || tieOrder(a.start, a, b.start, b))
    .filter((slot) => !seen.has(slot.start) && seen.add(slot.start))
    .slice(0, most)
    .sort((a, b) => a.start - b.start)
    .map((slot): ShownSlot => {
      const parts = partsAt?.(slot)
      if (parts) return { ...showSlot(slot, parts), parts: showParts(parts) }
      return showSlot(slot, offeredBlocks(input, slot.provider, slot.location, slot.start))
    })
}
