/** A schedule as it is once something that was judged by it is booked: what is booked next in the same write is judged by that. */
import type { ProviderPlan, SearchInput } from "../../model/availability.ts"
import type { ResourceUse } from "../../model/resource-plan.ts"
import { mergedByStart } from "../../time/intervals.ts"
import type { AssignedResources } from "../resources/resources-at.ts"
import type { OccupiedBlock } from "./occupied.ts"

/** All that a booking takes. */
export interface Taking {
  input: Pick<SearchInput, "type" | "serviceAddress">
  provider: Pick<ProviderPlan, "id">
  /** The crew beside the lead. */
  crew: readonly Pick<ProviderPlan, "id">[]
  occupied: readonly OccupiedBlock[]
  assigned: AssignedResources
}

interface Schedule {
  type: { id: number } | null
  providers: readonly ProviderPlan[]
  resources?: { uses: readonly ResourceUse[] }
}

export function withTaken<S extends Schedule>(schedule: S, taking: Taking): S {
  const { resources } = schedule
  const isOfType = taking.input.type.id === schedule.type?.id
  return {
    ...schedule,
    providers: schedule.providers.map((plan) => planWith(plan, taking, isOfType)),
    ...(resources ? { resources: { ...resources, uses: usesWith(resources.uses, taking.assigned) } } : {}),
  }
}

const comesTo = ({ provider, crew }: Taking, id: number) =>
  provider.id === id || crew.some((member) => member.id === id)

function planWith(plan: ProviderPlan, taking: Taking, isOfType: boolean): ProviderPlan {
  if (!comesTo(taking, plan.id)) return plan
  const { input, occupied } = taking
  const busy = Int32Array.from(occupied.flatMap(({ start, end }) => [start, end]))
  // The daily limit counts a job once, by the first of its parts.
  const firsts = occupied.filter(({ part }) => part === 0).map(({ jobStart }) => jobStart)
  const point = input.type.place === "at_customer" ? (input.serviceAddress?.point ?? null) : null
  const jobs =
    point === null ? [] : occupied.map((one) => ({ start: one.jobStart, end: one.jobEnd, ...point }))
  return {
    ...plan,
    busy: mergedByStart(plan.busy, busy),
    typeStarts: isOfType ? Int32Array.from([...plan.typeStarts, ...firsts]).sort() : plan.typeStarts,
    jobs: [...plan.jobs, ...jobs],
  }
}

/** The booking's rooms stay taken until it is written. */
function usesWith(uses: readonly ResourceUse[], { taken, moved }: AssignedResources): ResourceUse[] {
  const elsewhere = new Map(moved.map((use) => [use.id, use]))
  const others = uses.map((use) => ({ ...use, ...elsewhere.get(use.id) }))
  return [...others, ...taken.map((use) => ({ ...use, id: notWritten, isPinned: true }))]
}

/** No allocation has the id. */
const notWritten = 0
