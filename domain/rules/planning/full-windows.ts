/** What stands in the way of a window that no plan was found for. */
import type { Day, LocationPlan, Minute, SearchInput, TeamVisit } from "../../model/availability.ts"
import { teamDayOf } from "./team-day.ts"
import { planWindow } from "./windows.ts"

/** The windows of a local date as the team's hours tile them, offered or not. */
export function tiledStarts(input: SearchInput, location: LocationPlan, date: Day): Minute[] {
  const team = teamDayOf(input, location, date)
  const minutes = input.type.windowMinutes!
  const starts: Minute[] = []
  if (team === null) return starts
  for (let start = team.opening; start + minutes <= team.closing; start += minutes) starts.push(start)
  return starts
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
  const window = { start, end: start + input.type.windowMinutes! }
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
