/**
 * The times of visits that were promised a window: as many as possible stay in theirs, with another provider, so that no
 * customer hears of it; the next keep the window and lose the person who was named; the rest get the nearest window with
 * room.
 */
import type { Day, LocationPlan, Minute, ProviderPlan, SearchInput } from "../../model/availability.ts"
import { providerIdsOf } from "../../model/crew.ts"
import { besideOf, type KeptPlan, type ProposedTime } from "../../model/disruption.ts"
import type { GeoPoint } from "../../model/geo.ts"
import { localDay } from "../../time/local-time.ts"
import { minuteOf, msPerMinute } from "../../time/units.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { windowBlock } from "../availability/blocks.ts"
import { eligibleLocations } from "../availability/eligible-locations.ts"
import { startBounds } from "../availability/start-windows.ts"
import { finished } from "../availability/steps.ts"
import type { BookableTime } from "../booking/judge-booking.ts"
import { windowFrom } from "../planning/day-windows.ts"
import type { Window } from "../planning/freezing.ts"
import { openWindows, type PlannedChange, workOf } from "../planning/windows.ts"
import { assignResources, nothingTaken } from "../resources/resources-at.ts"
import { type Decided, isNamed, isWindowOf, NotOffered, type OpenHit, type ProposeOptions } from "./hits.ts"
import { isTooSoon, movedByCompany } from "./move-options.ts"
import type { DecidedStart } from "./starts.ts"
import { TeamPlan, type VisitHit } from "./team-plan.ts"

export interface DecidedWindows {
  decided: Map<number, Decided>
  plans: KeptPlan[]
  changes: PlannedChange[]
}

interface WindowVisit {
  of: OpenHit
  input: SearchInput
  location: LocationPlan
  hit: VisitHit
  hasWindow: boolean
}

export function* decideWindows(
  hits: readonly OpenHit[],
  starts: readonly DecidedStart[],
  options: ProposeOptions,
): Generator<void, DecidedWindows | NotOffered> {
  const visits = hits
    .flatMap((of) => visitOf(of) ?? [])
    .sort((a, b) => a.hit.window.start - b.hit.window.start)
  const teams = new Teams(visits, starts, options)
  const chosen = new Map<WindowVisit, Chosen>()
  for (const date of datesOf(visits)) {
    yield* teams.keep(date, chosen)
    yield
  }
  for (const visit of visits) {
    if (chosen.has(visit)) continue
    const found = visit.of.setting ? teams.insertAt(visit) : teams.insertNear(visit)
    if (found !== null) chosen.set(visit, found)
    else if (visit.of.setting) return new NotOffered(visit.hit.id)
    yield
  }
  const decided = new Map<number, Decided>()
  for (const [visit, one] of chosen) {
    decided.set(visit.hit.id, teams.decidedOf(visit, one))
    yield
  }
  return { decided, plans: teams.plansKept(), changes: teams.changes(chosen) }
}

/** The day whose plan it stands in, and the promise. */
interface Chosen {
  team: TeamPlan
  window: Window
  isTold: boolean
}

function visitOf(of: OpenHit): WindowVisit | null {
  const input = movedByCompany(of.input)
  const { appointment, setting } = of
  const locationId = setting?.locationId ?? appointment.location_id
  const location = input.locations.find(({ id }) => id === locationId)
  if (location === undefined) return null
  const start = appointment.start_at.getTime() / msPerMinute
  const providerIds = eligibleLocations(input)
    .providerLocations.filter((each) => each.location.id === locationId)
    .map(({ provider }) => provider.id)
  const { latitude, longitude } = input.serviceAddress?.point ?? { latitude: null, longitude: null }
  const hasWindow = isWindowOf(appointment, of.loaded)
  // The promised window stays as the customer read it, also when the team's hours have changed since.
  const window = hasWindow
    ? { start, end: appointment.end_at.getTime() / msPerMinute }
    : windowFrom(input, location, start)
  const hit: VisitHit = {
    ...{ id: appointment.id, typeId: input.type.id, providerId: appointment.provider_id },
    ...{ window, promise: promiseOf(appointment, window) },
    minutes: input.type.blockMinutes[0]!,
    ...{ bufferBefore: input.type.bufferBeforeMinutes, bufferAfter: input.type.bufferAfterMinutes },
    point: latitude === null ? null : { latitude, longitude: longitude! },
    ...{ providerIds, fromIds: providerIdsOf(appointment), crew: input.type.crew ?? 1 },
    keptMinute: input.type.needs ? keptMinuteOf(appointment) : null,
  }
  if (setting?.providerId != null) Object.assign(hit, onlyBy(hit, setting.providerId))
  return { of, input, location, hit, hasWindow }
}

const keptMinuteOf = ({ planned_start_at: start }: OpenHit["appointment"]): Minute | null =>
  start && minuteOf(start.getTime())

/** The promise of a window that was narrowed to an hour is that hour, which its customer knows. */
function promiseOf({ narrowed_start_at, narrowed_end_at }: OpenHit["appointment"], window: Window): Window {
  if (narrowed_start_at == null || narrowed_end_at == null) return window
  return { start: narrowed_start_at.getTime() / msPerMinute, end: narrowed_end_at.getTime() / msPerMinute }
}

const dateOf = ({ hit, location }: WindowVisit): Day => localDay(zoneTable(location.zone), hit.window.start)

function datesOf(visits: readonly WindowVisit[]): { location: LocationPlan; date: Day }[] {
  const found = new Map<string, { location: LocationPlan; date: Day }>()
  for (const visit of visits.filter(({ hasWindow }) => hasWindow)) {
    const at = { location: visit.location, date: dateOf(visit) }
    found.set(`${at.location.id} ${at.date}`, at)
  }
  return [...found.values()]
}

/** True where the setting, if there is one, leaves the window as it is. */
const staysIn = ({ of, hit, hasWindow }: WindowVisit) =>
  hasWindow && (of.setting === null || of.setting.start === hit.window.start)

class Teams {
  private readonly all: readonly WindowVisit[]
  private readonly starts: readonly DecidedStart[]
  private readonly options: ProposeOptions
  private readonly plans = new Map<string, TeamPlan | null>()
  private readonly kept: KeptPlan[] = []
  private readonly now: Minute

  constructor(all: readonly WindowVisit[], starts: readonly DecidedStart[], options: ProposeOptions) {
    this.all = all
    this.starts = starts
    this.options = options
    // A provider can't leave in the minute that has begun.
    this.now = minuteOf(options.now) + 1
  }

  /** Keeps the windows that hold: first those that need no message, then those whose named provider does not come. */
  *keep(
    { location, date }: { location: LocationPlan; date: Day },
    chosen: Map<WindowVisit, Chosen>,
  ): Generator<void, void> {
    const team = this.planOf(location, date)
    if (team === null) return
    const here = this.all.filter(
      (visit) => staysIn(visit) && visit.location.id === location.id && dateOf(visit) === date,
    )
    const own = here.map((visit) => (isNamed(visit.of) ? onlyBy(visit.hit, visit.hit.providerId) : visit.hit))
    const known = this.options.known.find((one) => one.locationId === location.id && one.date === date)
    const untold = yield* team.keep(own, this.now, known?.plan ?? null)
    this.kept.push({ locationId: location.id, date, plan: team.plan })
    const others = here.filter(({ hit }) => !untold.has(hit.id))
    const told = yield* team.keep(
      others.map(({ hit }) => hit),
      this.now,
    )
    for (const visit of here) {
      const isUntold = untold.has(visit.hit.id)
      if (!isUntold && !told.has(visit.hit.id)) continue
      chosen.set(visit, { team, window: visit.hit.window, isTold: !isUntold })
    }
  }

  insertAt(visit: WindowVisit): Chosen | null {
    const { start } = visit.of.setting!
    const date = localDay(zoneTable(visit.location.zone), start)
    const team = this.planOf(visit.location, date)
    const window = team === null ? undefined : this.windowsOf(visit, team).find((one) => one.start === start)
    return team === null || window === undefined ? null : this.insert(visit, team, window)
  }

  insertNear(visit: WindowVisit): Chosen | null {
    for (const team of this.nearDays(visit)) {
      for (const window of this.windowsOf(visit, team)) {
        const found = this.insert(visit, team, window)
        if (found !== null) return found
      }
    }
    return null
  }

  private insert(visit: WindowVisit, team: TeamPlan, window: Window): Chosen | null {
    return team.insert(visit.hit, window, this.now) && { team, window, isTold: true }
  }

  decidedOf(visit: WindowVisit, { team, window, isTold }: Chosen): Decided {
    const stop = team.stopOf(visit.hit.id)!
    const time = (providerId: number, at: Window, plannedStart: Minute | null): ProposedTime => ({
      ...{ providerId, locationId: visit.location.id, start: at.start, end: at.end, plannedStart },
    })
    const others = this.options.withAlternatives ? this.alternatives(visit, window.start) : []
    return {
      time: { ...time(stop.providerId, window, stop.jobStart), ...besideOf(stop.crewIds) },
      isTold,
      judged: isTold ? judgedOf(visit, window, stop, team) : null,
      alternatives: others.map(({ providerId, at }) => time(providerId, at, null)),
    }
  }

  private alternatives(visit: WindowVisit, chosen: Minute): { providerId: number; at: Window }[] {
    const found: { providerId: number; at: Window }[] = []
    for (const team of this.nearDays(visit, daysOfAlternatives)) {
      for (const at of this.windowsOf(visit, team)) {
        if (found.length === 3) return found
        if (at.start === chosen) continue
        const providerId = team.wouldFit(visit.hit, at, this.now)
        if (providerId !== null) found.push({ providerId, at })
      }
    }
    return found
  }

  /** From its own date on. */
  private *nearDays(visit: WindowVisit, most = Number.POSITIVE_INFINITY): Generator<TeamPlan> {
    const first = Math.max(dateOf(visit), localDay(zoneTable(visit.location.zone), this.now))
    for (let date = first; date < Math.min(this.options.endDay, first + most); date++) {
      const team = this.planOf(visit.location, date)
      if (team !== null) yield team
    }
  }

  /** The windows of that date that may be promised, the nearest by the clock first. */
  private windowsOf({ input, location, hit, of }: WindowVisit, { date }: TeamPlan): Window[] {
    const bounds = startBounds({ ...input, firstDay: date, endDay: date + 1 }, location)
    if (bounds === null) return []
    const zone = zoneTable(location.zone)
    const days = (date - localDay(zone, hit.window.start)) * 1_440
    const away = ({ start }: Window) => Math.abs(start - hit.window.start - days)
    return openWindows(input, location, bounds, date)
      .filter(({ start }) => !isTooSoon(of.input, zone, hit.window.start, start))
      .sort((a, b) => away(a) - away(b) || a.start - b.start)
  }

  private planOf(location: LocationPlan, date: Day): TeamPlan | null {
    const key = `${location.id} ${date}`
    const known = this.plans.get(key)
    if (known !== undefined) return known
    const here = this.all.filter((visit) => visit.location.id === location.id)
    const providers = new Map<number, ProviderPlan>()
    for (const { input } of here)
      for (const provider of input.providers)
        if (!providers.has(provider.id)) providers.set(provider.id, provider)
    const fixed = this.starts.flatMap((start) => fixedVisit(start, location, date) ?? [])
    const points: (GeoPoint | null)[] = [
      ...here.map(({ hit }) => hit.point),
      ...fixed.map(({ point }) => point),
    ]
    const input = { ...here[0]!.input, providers: [...providers.values()] }
    const team = TeamPlan.of(input, location, date, points)
    const standing = fixed.filter(({ providerId }) => providers.has(providerId))
    if (team !== null) finished(team.keep(standing, this.now))
    this.plans.set(key, team)
    return team
  }

  plansKept(): KeptPlan[] {
    return this.kept
  }

  /** The minutes of all that keep their promise: those of `chosen` without a message, and visits that stood there already. */
  changes(chosen: ReadonlyMap<WindowVisit, Chosen>): PlannedChange[] {
    const kept = [...chosen].flatMap(([{ hit }, { team, isTold }]) => (isTold ? [] : team.stopOf(hit.id)!))
    return [...kept, ...[...this.plans.values()].flatMap((team) => team?.changesOfOthers() ?? [])]
  }
}

const daysOfAlternatives = 4

/** Comes the one, or leads. */
function onlyBy(hit: VisitHit, providerId: number): VisitHit {
  const ids = hit.providerIds.filter((id) => id === providerId)
  return (hit.crew ?? 1) > 1 ? { ...hit, leadIds: ids } : { ...hit, providerIds: ids }
}

/** A start that was decided before, as the plan of that team's date holds it. */
function fixedVisit({ id, option }: DecidedStart, location: LocationPlan, date: Day): VisitHit | null {
  const taking = option.takes.find(({ key }) => key === `provider ${option.providerId}`)
  if (!taking || option.locationId !== location.id) return null
  const { start, end, jobStart, jobEnd, leg } = taking
  if (localDay(zoneTable(location.zone), start) !== date) return null
  return {
    ...{ id: -id, typeId: 0, providerId: option.providerId, fromIds: [option.providerId] },
    window: { start: jobStart, end: jobStart },
    promise: { start: jobStart, end: jobStart },
    ...{ minutes: jobEnd - jobStart, bufferBefore: jobStart - start, bufferAfter: end - jobEnd },
    ...{ point: leg?.point ?? null, providerIds: [option.providerId] },
  }
}

function judgedOf(
  { input, location }: WindowVisit,
  window: Window,
  { providerId, crewIds, jobStart }: PlannedChange,
  { plan }: TeamPlan,
): BookableTime {
  const planOfId = (wanted: number) => input.providers.find(({ id }) => id === wanted)!
  const [provider, crew] = [planOfId(providerId), crewIds.map(planOfId)]
  return {
    ...{ input, provider, location },
    blocks: windowBlock(window),
    crew,
    assigned: assignResources(input, location, [workOf({ jobStart }, input)]) ?? nothingTaken,
    // The plan's other changes are written once for all.
    planned: { provider, crew, location, jobStart, plan, changes: [] },
  }
}
