/** The obstacles to a window that no plan was found for. */
import type { LocationPlan, Minute, SearchInput, TeamVisit } from "../../model/availability.ts"
import { windowFrom } from "./day-windows.ts"
import { planWindow } from "./windows.ts"

/** The obstacles to planning a window. Each by itself is enough, and with all of them gone a plan is found. */
export interface InTheWay {
  /** The visits without which the window would be offered; null for none. Empty where even a day without visits has no room. */
  visits: readonly TeamVisit[] | null
  /** The groups of rooms and equipment that are missing at every minute that a plan could take. */
  groups: readonly string[]
  /** Too few of the possible members have room for a crew, apart from all other obstacles. */
  isCrewShort: boolean
}

export function whatIsInTheWay(input: SearchInput, location: LocationPlan, start: Minute): InTheWay {
  const whole = inTheWayOf(input, location, start)
  const needs = input.type.needs ?? []
  if (whole.visits === null || whole.visits.length > 0 || needs.length === 0) return whole
  const free = withoutNeeds(input, () => true)
  const isMissing = (group: string) =>
    inTheWayOf(
      withoutNeeds(input, (other) => other !== group),
      location,
      start,
    ).visits?.length === 0
  const missing = needs.map(({ group }) => group).filter(isMissing)
  // Several groups that are each there at some minute may have no minute in common.
  const groups = missing.length > 0 ? missing : needs.map(({ group }) => group)
  return { ...inTheWayOf(free, location, start), groups }
}

function inTheWayOf(input: SearchInput, location: LocationPlan, start: Minute): InTheWay {
  const visits = visitsInTheWay(input, location, start)
  const { crew: _, ...alone } = input.type
  const isCrewShort =
    visits?.length === 0 &&
    (input.type.crew ?? 1) > 1 &&
    visitsInTheWay({ ...input, type: alone }, location, start)?.length !== 0
  return { visits, groups: [], isCrewShort }
}

function withoutNeeds(input: SearchInput, isGone: (group: string) => boolean): SearchInput {
  const needs = (input.type.needs ?? []).filter(({ group }) => !isGone(group))
  return { ...input, type: { ...input.type, needs } }
}

/**
 * The visits without which the window would be offered, as far as planning goes: all of them are needed, so that moving fewer
 * does not open it. Null when nothing is in the way, none when even an empty day has no room.
 */
export function visitsInTheWay(
  input: SearchInput,
  location: LocationPlan,
  start: Minute,
): TeamVisit[] | null {
  const free = { ...input, overrideEligibility: true, customerJobs: [] }
  const isOpenWithout = (gone: ReadonlySet<number>) =>
    planWindow(withoutVisits(free, gone), location, start) !== null
  if (isOpenWithout(new Set())) return null
  const window = windowFrom(input, location, start)
  const near = input.providers
    .flatMap(({ team }) => team?.visits ?? [])
    .sort((a, b) => distance(a, window) - distance(b, window) || a.appointmentId - b.appointmentId)
  const gone = new Set<number>()
  for (const { appointmentId } of near) {
    gone.add(appointmentId)
    if (isOpenWithout(gone)) break
  }
  if (!isOpenWithout(gone)) return []
  for (const id of [...gone]) {
    gone.delete(id)
    if (!isOpenWithout(gone)) gone.add(id)
  }
  return near.filter(({ appointmentId }) => gone.has(appointmentId))
}

const distance = ({ jobStart, jobEnd }: TeamVisit, { start, end }: { start: Minute; end: Minute }) =>
  Math.max(0, start - jobEnd, jobStart - end)

function withoutVisits(input: SearchInput, gone: ReadonlySet<number>): SearchInput {
  if (gone.size === 0) return input
  return {
    ...input,
    providers: input.providers.map((provider) => {
      if (provider.team === undefined) return provider
      const [stays, goes] = [provider.team.visits, provider.team.visits].map((visits, i) =>
        visits.filter(({ appointmentId }) => gone.has(appointmentId) === (i === 1)),
      ) as [TeamVisit[], TeamVisit[]]
      const freed = new Set(goes.map(({ start, end }) => `${start}-${end}`))
      const busy: Minute[] = []
      for (let i = 0; i < provider.busy.length; i += 2) {
        const [from, until] = [provider.busy[i]!, provider.busy[i + 1]!]
        if (!freed.delete(`${from}-${until}`)) busy.push(from, until)
      }
      return { ...provider, busy: Int32Array.from(busy), team: { ...provider.team, visits: stays } }
    }),
  }
}
