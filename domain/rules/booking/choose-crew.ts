/**
 * Chooses the crew beside the lead: of those who offer the type there and are free for all of the job, first those who are
 * wanted, such as those who come already, then the least busy on its first date, and of equals the one with the lower id.
 */
import type { ProviderLocation, ProviderPlan, SearchInput } from "../../model/availability.ts"
import { invalid, Refusal } from "../../model/errors.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { freeBeside } from "../availability/crew.ts"
import { busyMinutesOn } from "../availability/score.ts"

export interface CrewWish {
  /** Members who come if free, the lead left out. */
  preferred: readonly number[]
  /** The exact crew, by staff's word. Null lets the rule choose. */
  fixed: readonly number[] | null
}

/** Empty for a type that takes one provider. */
export function chooseCrew(
  input: SearchInput,
  at: ProviderLocation,
  blocks: readonly MinuteBlock[],
  { preferred, fixed }: CrewWish,
): readonly ProviderPlan[] | Refusal {
  const { crew = 1 } = input.type
  const wrong = wrongCrew(input, fixed, crew)
  if (wrong) return wrong
  if (crew === 1) return []
  const firstDay = localDay(zoneTable(at.location.zone), blocks[0]!.start)
  const free = freeBeside(input, at, blocks, { firstDay, endDay: firstDay + 1 })
  const wanted = fixed ?? preferred
  const rank = (id: number) => (wanted.includes(id) ? wanted.indexOf(id) : wanted.length)
  const chosen = free
    .filter(({ provider }) => fixed === null || fixed.includes(provider.id))
    .map(({ provider, time }) => ({ provider, busy: busyMinutesOn(time.zone, time.busy, firstDay) }))
    .sort(
      (a, b) => rank(a.provider.id) - rank(b.provider.id) || a.busy - b.busy || a.provider.id - b.provider.id,
    )
    .slice(0, crew - 1)
  if (chosen.length < crew - 1) return new Refusal("time_not_offered")
  return chosen.map(({ provider }) => provider)
}

/** True unless staff named as many as come, all of whom offer the type. */
export function wrongCrew(
  { providers }: SearchInput,
  fixed: CrewWish["fixed"],
  crew: number,
): Refusal | null {
  if (fixed === null) return null
  if (new Set(fixed).size !== crew - 1) return invalid("provider_ids", `expected ${crew} different providers`)
  const unknown = fixed.find((id) => providers.every((provider) => provider.id !== id))
  return unknown === undefined ? null : invalid("provider_ids", "expected providers who offer the type")
}
