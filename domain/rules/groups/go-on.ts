/**
 * The common case of `followedBy` by numbers alone: one provider for each part, who drives nowhere, and no rooms or daily limits
 * that parts share. It takes the same parts, or says that it can't tell.
 */
import type { Minute, ProviderPlan, SearchInput } from "../../model/availability.ts"
import { firstFrom } from "../../time/intervals.ts"
import { wholeStepFrom } from "../availability/packed-starts.ts"
import type { Effort } from "../cost/effort.ts"
import { looks } from "../cost/looks.ts"
import { needsSome } from "./follow.ts"
import { takesOne } from "./group-part.ts"
import { type Following, leadsFromMinute, type PartAlone } from "./searched-parts.ts"

/** Nothing can follow. */
export const nothing = -1
/** Each way has to be tried. */
export const unknown = -2

/** True where the parts share nothing but minutes. */
export function arePlain(inputs: readonly SearchInput[]): boolean {
  const ids = inputs.map(({ type }) => type.id)
  const isPlain = ({ type }: SearchInput) =>
    takesOne(type) &&
    type.parts === undefined &&
    (type.dailyLimit === null || ids.filter((id) => id === type.id).length === 1)
  return inputs.every(isPlain) && inputs.filter(({ type }) => needsSome(type)).length < 2
}

/** The providers of the parts so far, and the time in which they are occupied. */
class SearchedVisit {
  readonly leads: ProviderPlan[] = []
  readonly from: Minute[] = []
  readonly until: Minute[] = []
  end = 0

  add({ type }: SearchInput, lead: ProviderPlan, start: Minute): void {
    const [minutes] = type.blockMinutes as [number]
    this.end = start + minutes
    this.leads.push(lead)
    this.from.push(start - type.bufferBeforeMinutes)
    this.until.push(this.end + type.bufferAfterMinutes)
  }

  /** True where the provider is occupied by a part before. */
  keeps({ type }: SearchInput, lead: ProviderPlan, start: Minute): boolean {
    const [minutes] = type.blockMinutes as [number]
    const from = start - type.bufferBeforeMinutes
    const until = start + minutes + type.bufferAfterMinutes
    return this.leads.some((each, i) => each.id === lead.id && this.from[i]! < until && from < this.until[i]!)
  }
}

/** When the last part ends of those that follow the start; or `nothing`, or `unknown`. */
export function endOfPlain(
  { input, lead, start }: { input: SearchInput; lead: ProviderPlan; start: Minute },
  rest: readonly PartAlone[],
  following: Following,
  effort: Effort,
): Minute {
  const visit = new SearchedVisit()
  visit.add(input, lead, start)
  for (const [index, next] of rest.entries()) {
    effort.spend(looks.start)
    const added = addNext(visit, next, following, effort)
    if (added === unknown) return unknown
    // Others of the parts before may leave a way.
    if (added === nothing) return index === 0 ? nothing : unknown
  }
  return visit.end
}

function addNext(
  visit: SearchedVisit,
  next: PartAlone,
  { gapMinutes, sameProvider }: Following,
  effort: Effort,
): typeof nothing | typeof unknown | 0 {
  const last = visit.leads.at(-1)!
  const latest = visit.end + gapMinutes
  const packs = next.input.type.starts !== "grid" && wholeStepFrom(visit.end) <= latest
  const own = next.byId.get(last.id)
  if (own) {
    // A packed start that the parts before make is no number of a search.
    if (packs || last.travel !== null) return unknown
    for (let i = firstFrom(own.starts, visit.end); i < own.starts.length; i += 1) {
      const start = own.starts[i]!
      if (start > latest) break
      effort.spend(looks.start)
      if (visit.keeps(next.input, own.provider, start)) continue
      visit.add(next.input, own.provider, start)
      return 0
    }
  }
  if (sameProvider) return nothing
  if (packs && visit.leads.length > 1) return unknown
  return addAnother(visit, next, { last, latest, effort })
}

function addAnother(
  visit: SearchedVisit,
  next: PartAlone,
  { last, latest, effort }: { last: ProviderPlan; latest: Minute; effort: Effort },
): typeof nothing | typeof unknown | 0 {
  for (let start = visit.end; start <= latest; start += 1) {
    const until = leadsFromMinute(next, start + 1)
    for (let i = leadsFromMinute(next, start); i < until; i += 1) {
      const { provider } = next.found[next.leads[i]!]!
      if (provider.id === last.id) continue
      effort.spend(looks.start)
      if (provider.travel !== null && visit.leads.some(({ id }) => id === provider.id)) return unknown
      if (visit.keeps(next.input, provider, start)) continue
      visit.add(next.input, provider, start)
      return 0
    }
  }
  return nothing
}
