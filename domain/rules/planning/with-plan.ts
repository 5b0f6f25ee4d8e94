/** A team as it is once a plan is written: what is planned next in the same write is planned around it. */
import type { ProviderPlan, TeamVisit } from "../../model/availability.ts"
import { mergedByStart } from "../../time/intervals.ts"
import type { PlannedChange } from "./windows.ts"

/** Minutes that are kept for somebody. */
interface KeptTime {
  resourceId: number
  start: number
  end: number
}

/** The visits where the plan has them, and beside them what is kept. */
export function withPlan<S extends { providers: readonly ProviderPlan[] }>(
  schedule: S,
  { changes, kept }: { changes: readonly PlannedChange[]; kept: readonly KeptTime[] },
): S {
  const changed = new Map(changes.map((change) => [change.appointmentId, change]))
  const before = new Map<number, TeamVisit>()
  for (const { team } of schedule.providers)
    for (const visit of team?.visits ?? [])
      if (changed.has(visit.appointmentId)) before.set(visit.appointmentId, visit)
  const providers = schedule.providers.map((plan) => {
    const moved = (plan.team?.visits ?? []).filter(({ appointmentId }) => changed.has(appointmentId))
    const coming = changes.flatMap((change) => {
      const visit = before.get(change.appointmentId)
      const comes = change.providerId === plan.id || change.crewIds.includes(plan.id)
      return visit && comes ? movedBy(visit, change) : []
    })
    const own = kept.filter(({ resourceId }) => resourceId === plan.id)
    return replanned(plan, moved, { coming, kept: own })
  })
  return { ...schedule, providers }
}

function movedBy(visit: TeamVisit, { start, end, jobStart, jobEnd, providerId, crewIds }: PlannedChange) {
  const crew = crewIds.length === 0 ? {} : { crewIds: [providerId, ...crewIds] }
  return { ...visit, start, end, jobStart, jobEnd, ...crew }
}

function replanned(
  plan: ProviderPlan,
  gone: readonly TeamVisit[],
  { coming, kept }: { coming: readonly TeamVisit[]; kept: readonly KeptTime[] },
): ProviderPlan {
  const { team, busy } = plan
  if (team === undefined || gone.length + coming.length + kept.length === 0) return plan
  const freed = new Set(gone.map(({ start, end }) => `${start}-${end}`))
  const left: number[] = []
  for (let i = 0; i < busy.length; i += 2)
    if (!freed.delete(`${busy[i]}-${busy[i + 1]}`)) left.push(busy[i]!, busy[i + 1]!)
  const taken = [...coming, ...kept].toSorted((a, b) => a.start - b.start)
  return {
    ...plan,
    busy: mergedByStart(
      Int32Array.from(left),
      Int32Array.from(taken.flatMap(({ start, end }) => [start, end])),
    ),
    team: { ...team, visits: [...team.visits.filter((visit) => !gone.includes(visit)), ...coming] },
  }
}

/** One plan written over another: the last of each visit, which gives back what any of them has. */
export function plansTogether(plans: readonly (readonly PlannedChange[])[]): PlannedChange[] {
  const last = new Map<number, PlannedChange>()
  for (const change of plans.flat()) {
    const fromIds = [...new Set([...(last.get(change.appointmentId)?.fromIds ?? []), ...change.fromIds])]
    last.set(change.appointmentId, { ...change, fromIds })
  }
  return [...last.values()]
}
