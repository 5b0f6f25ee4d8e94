/** One of several types in its place: an appointment that is to be, with all that it takes. */
import type { LocationPlan, Minute, ProviderPlan, SearchInput } from "../../model/availability.ts"
import { Refusal } from "../../model/errors.ts"
import { blocksOf } from "../availability/blocks.ts"
import { isOffered } from "../availability/find-slots.ts"
import { chooseCrew } from "../booking/choose-crew.ts"
import { type OccupiedBlock, occupiedBlocks } from "../booking/occupied.ts"
import { withTaken } from "../booking/with-taken.ts"
import { type AssignedResources, assignResources } from "../resources/resources-at.ts"

export interface GroupPart {
  input: SearchInput
  provider: ProviderPlan
  location: LocationPlan
  start: Minute
  end: Minute
  occupied: readonly OccupiedBlock[]
  crew: readonly ProviderPlan[]
  assigned: AssignedResources
}

interface ProviderAt {
  provider: ProviderPlan
  location: LocationPlan
}

/** The first part, at a start that a search offers. */
export const firstPart = (input: SearchInput, at: ProviderAt, start: Minute): GroupPart =>
  new OfferedPart(input, at, start)

/** The part at that start, with the parts before it booked; null where no search would offer it. */
export function partAfter(
  asked: SearchInput,
  before: readonly GroupPart[],
  { providerId, location, start }: { providerId: number; location: LocationPlan; start: Minute },
): GroupPart | null {
  const input = before.reduce(withTaken, aboutLead(asked, providerId))
  const provider = input.providers.find(({ id }) => id === providerId)
  // Far cheaper than a search of the day, which most often is spared by it.
  if (provider === undefined || blocksOf(input, provider, location, start) === null) return null
  return isOffered(input, providerId, location.id, start)
    ? partAt(input, { provider, location }, start)
    : null
}

/** Leaves only the lead, where no crew is chosen of the others: a clinic of 200 is not copied for each that is tried. */
export const aboutLead = (input: SearchInput, providerId: number): SearchInput =>
  takesOne(input.type)
    ? { ...input, providers: input.providers.filter(({ id }) => id === providerId) }
    : input

export const takesOne = ({ crew = 1 }: SearchInput["type"]) => crew === 1

/** Null where rooms, a crew or the provider can't be had there. Whether the start suits otherwise is not judged. */
export function partAt(
  input: SearchInput,
  { provider, location }: ProviderAt,
  start: Minute,
): GroupPart | null {
  const blocks = blocksOf(input, provider, location, start)
  const assigned = blocks && assignResources(input, location, blocks)
  if (blocks === null || assigned === null) return null
  const crew = chooseCrew(input, { provider, location }, blocks, { preferred: [], fixed: null })
  if (crew instanceof Refusal) return null
  const occupied = occupiedBlocks(input.type, blocks)
  return { input, provider, location, start, end: blocks.at(-1)!.end, occupied, crew, assigned }
}

/**
 * A part at a start that a search of its type offers. Who comes beside and which rooms it takes is chosen when it is asked for: of
 * the thousands of starts of a search, most never need it.
 */
export class OfferedPart implements GroupPart {
  readonly input: SearchInput
  readonly provider: ProviderPlan
  readonly location: LocationPlan
  readonly start: Minute
  readonly end: Minute
  readonly occupied: readonly OccupiedBlock[]
  #whole: GroupPart | null = null

  constructor(input: SearchInput, { provider, location }: ProviderAt, start: Minute) {
    const [minutes] = input.type.blockMinutes as [number]
    this.input = input
    this.provider = provider
    this.location = location
    this.start = start
    this.end = start + minutes
    this.occupied = occupiedBlocks(input.type, [{ start, end: this.end }])
  }

  get crew(): readonly ProviderPlan[] {
    return this.#chosen().crew
  }

  get assigned(): AssignedResources {
    return this.#chosen().assigned
  }

  #chosen(): GroupPart {
    this.#whole ??= partAt(this.input, this, this.start)!
    return this.#whole
  }
}
