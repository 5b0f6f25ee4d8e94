/** The free times that an answer leaves out of the searched dates, and the inputs that find them. */
import type { narrowingInputs } from "../../model/agent/slots.ts"
import type { ProviderLocationStarts } from "../../model/availability.ts"

export type NarrowingInput = (typeof narrowingInputs)[number]

/** True where any of these starts is not named with any provider. */
export function isAnyUnnamed(
  bookable: readonly ProviderLocationStarts[],
  named: readonly ProviderLocationStarts[],
): boolean {
  const namedStarts = new Set(named.flatMap(({ starts }) => starts))
  return bookable.some(({ starts }) => starts.some((start) => !namedStarts.has(start)))
}

const narrowing = ["time_of_day", "around", "weekdays", "after", "before", "sooner"] as const
type Narrowed = Readonly<Partial<Record<(typeof narrowing)[number], unknown>>>

/** The inputs of the question that leave times out; without any, packed starts beside others are left out. */
export function narrowedBy(question: Narrowed, isAsWished: boolean): NarrowingInput[] {
  const sent = isAsWished ? narrowing.filter((name) => question[name]) : []
  return sent.length === 0 ? ["around"] : sent
}
