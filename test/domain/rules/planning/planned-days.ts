/**
 * Days of vans that are booked, moved, cancelled, pinned, planned anew and fixed at random, with time off added and visits that
 * were promised a start among them; in half of the days some visits take a crew, or a lift of which there are one or two. After each step an oracle of its own looks at every promise: it shares no code with planner or
 * checker.
 */
import type { Minute, ProviderPlan, SearchInput, TeamVisit } from "../../../../domain/model/availability.ts"
import type { ResourcePlan } from "../../../../domain/model/resource-plan.ts"
import { askedAnew, dayKeeping, judgeAnew } from "../../../../domain/rules/planning/plan-anew.ts"
import { planDay } from "../../../../domain/rules/planning/plan-day.ts"
import { teamDayOf } from "../../../../domain/rules/planning/team-day.ts"
import { type PlannedChange, planWindow, workOf } from "../../../../domain/rules/planning/windows.ts"
import { assignResources } from "../../../../domain/rules/resources/resources-at.ts"
import { ana, at, day, downtown, hours, search, visit, WEEKDAYS } from "../availability/story.ts"

export interface PlannedDays {
  bookings: number
  /** Visits that were given another minute or provider. */
  replanned: number
  broken: string[]
}

interface Van {
  provider: ProviderPlan
  offs: [Minute, Minute][]
}

interface Standing extends TeamVisit {
  /** The one who comes, or leads. */
  providerId: number
  memberIds: readonly number[]
  /** The lift that it takes. */
  liftId: number | null
  km: number
}

/** A booking beside a window. */
interface Wish {
  crew: number
  takesLift: boolean
}

const alone: Wish = { crew: 1, takesLift: false }

const date = "2027-03-01"
const opening = at(`${date} 08:00`)
const before = Date.parse("2027-02-26T12:00:00Z")
const fixed = Date.parse("2027-03-01T01:00:00Z")
const setup = 5
const north = (km: number) => ({ latitude: 41.88 + km / 111.195, longitude: -87.63 })
const here = { ...downtown, point: north(0) }

export function tryPlannedDays(bookings: number, seed: number): PlannedDays {
  const found: PlannedDays = { bookings: 0, replanned: 0, broken: [] }
  for (let round = 0; found.bookings < bookings && found.broken.length < 5; round += 1)
    new RandomDay(seed + round, found).run()
  return found
}

class RandomDay {
  private readonly seed: number
  private readonly found: PlannedDays
  private readonly vans: Van[]
  private readonly visits = new Map<number, Standing>()
  private readonly windowMinutes: number
  private readonly closing: Minute
  private readonly hasCrews: boolean
  private readonly lifts: ResourcePlan[]
  private state: number
  private nextId = 1
  private now = before
  /** The visit that was given a time in this step, by booking or moving: its promise is new. */
  private asked = 0

  constructor(seed: number, found: PlannedDays) {
    this.seed = seed
    this.found = found
    this.state = seed * 2_654_435_761
    this.windowMinutes = [60, 120, 240][this.below(3)]!
    const clockOfClosing = ["16:00", "17:00", "16:40"][seed % 3]!
    this.closing = at(`${date} ${clockOfClosing}`)
    this.vans = Array.from({ length: 1 + this.below(4) }, (_, i) => ({
      provider: { ...ana, id: i + 1, name: `Van ${i + 1}`, hours: hours(WEEKDAYS, "08:00", clockOfClosing) },
      offs: [],
    }))
    this.hasCrews = seed % 2 === 1
    const turnoverMinutes = 10 * this.below(2)
    this.lifts = Array.from({ length: this.hasCrews ? 1 + this.below(2) : 0 }, (_, i) => ({
      ...{ id: 101 + i, name: `Lift ${i + 1}`, kind: "equipment", group: "Lifts", locationId: 1 },
      ...{ turnoverMinutes, hours: null, timeOff: new Int32Array(0) },
    }))
  }

  run(): void {
    const steps = 20 + this.below(40)
    for (let step = 0; step < steps; step += 1) {
      const was = new Map(this.visits)
      this.asked = 0
      const kind = this.below(20)
      if (kind < 11) this.book()
      else if (kind < 14) this.move()
      else if (kind < 16) this.cancel()
      else if (kind < 17) this.pin()
      else if (kind < 18) this.addTimeOff()
      else if (kind < 19) this.planAnew()
      else if (step > steps / 2) this.now = fixed
      this.check(was, step)
    }
  }

  private input(km: number, { crew, takesLift }: Wish = alone): SearchInput {
    const providers = this.vans.map(({ provider, offs }): ProviderPlan => {
      const visits = [...this.visits.values()].filter(({ memberIds }) => memberIds.includes(provider.id))
      const busy = visits.flatMap(({ start, end }) => [[start, end]]).sort((a, b) => a[0]! - b[0]!)
      return {
        ...provider,
        travel: { speedKmh: 60, roadFactor: 1, setupMinutes: setup },
        timeOff: Int32Array.from(offs.toSorted((a, b) => a[0] - b[0]).flat()),
        busy: Int32Array.from(busy.flat()),
        team: { typeIds: [1], visits },
      }
    })
    const type = {
      ...visit,
      place: "at_customer" as const,
      windowMinutes: this.windowMinutes,
      minNoticeMinutes: 0,
      crew,
      ...(takesLift ? { needs: [{ group: "Lifts", count: 1, from: 0, until: null }] } : {}),
    }
    const uses = [...this.visits.values()].flatMap(({ appointmentId, liftId, jobStart, jobEnd }) =>
      liftId === null ? [] : { ...this.useOf(liftId, jobStart, jobEnd), id: appointmentId, isPinned: false },
    )
    return search({
      resources: { resources: this.lifts, uses, chosenIds: [] },
      ...{ type, providers, locations: [here], now: this.now, freezeMinute: 18 * 60 },
      ...{ firstDay: day(date), endDay: day(date) + 1 },
      serviceAddress: { point: north(km), postalCode: null, country: null },
    })
  }

  private useOf(resourceId: number, start: Minute, end: Minute) {
    return { resourceId, start, end, until: end + this.lifts[0]!.turnoverMinutes }
  }

  private book(): void {
    const km = this.below(61) - 30
    const keepsProvider = this.below(10) === 0
    const wish = this.hasCrews
      ? { crew: [1, 1, 2, 3][this.below(4)]!, takesLift: this.below(4) === 0 }
      : alone
    this.take(this.nextId, { km, keepsProvider, ...wish })
    this.nextId += 1
  }

  /** Asks for a window, and writes what the plan says; false where none is found. */
  private take(
    id: number,
    { km, keepsProvider, ...wish }: Wish & Pick<Standing, "km" | "keepsProvider">,
  ): boolean {
    // The last window ends at closing time, and has room for the work of an hour.
    const tiles = Math.floor((this.closing - opening + this.windowMinutes - 60) / this.windowMinutes)
    const start = opening + this.below(tiles) * this.windowMinutes
    const input = this.input(km, wish)
    const planned = planWindow(input, here, start)
    if (planned === null) return false
    const assigned = assignResources(input, here, [workOf(planned, input)])
    if (assigned === null) this.report(`no lift for visit ${id}`)
    for (const { id: other, resourceId } of assigned?.moved ?? [])
      this.visits.set(other, { ...this.visits.get(other)!, liftId: resourceId })
    this.rewrite(planned.changes)
    this.asked = id
    const jobEnd = planned.jobStart + 60
    const isStart = this.below(12) === 0
    this.visits.set(id, {
      ...{
        appointmentId: id,
        typeId: 1,
        locationId: 1,
        providerId: planned.provider.id,
        km,
        point: north(km),
      },
      ...this.crewed([planned.provider.id, ...planned.crew.map((one) => one.id)]),
      ...{ liftId: assigned?.taken[0]?.resourceId ?? null, keepsMinute: wish.takesLift },
      ...{ start: planned.jobStart, end: jobEnd, jobStart: planned.jobStart, jobEnd },
      window: isStart ? null : { start, end: Math.min(start + this.windowMinutes, this.closing) },
      ...{ isLocked: false, keepsProvider },
    })
    this.found.bookings += 1
    return true
  }

  private crewed(memberIds: readonly number[]): Pick<Standing, "memberIds" | "crewIds"> {
    return memberIds.length === 1 ? { memberIds } : { memberIds, crewIds: memberIds }
  }

  private rewrite(changes: readonly PlannedChange[]): void {
    for (const { appointmentId, providerId, crewIds, start, end, jobStart, jobEnd } of changes) {
      const standing = this.visits.get(appointmentId)!
      const planned = { providerId, ...this.crewed([providerId, ...crewIds]) }
      this.visits.set(appointmentId, { ...standing, ...planned, start, end, jobStart, jobEnd })
      this.found.replanned += 1
    }
  }

  private move(): void {
    const moved = this.any()
    if (moved === null) return
    this.visits.delete(moved.appointmentId)
    const wish = { crew: moved.memberIds.length, takesLift: moved.liftId !== null }
    if (!this.take(moved.appointmentId, { ...moved, ...wish })) this.visits.set(moved.appointmentId, moved)
  }

  private cancel(): void {
    const gone = this.any()
    if (gone) this.visits.delete(gone.appointmentId)
  }

  private pin(): void {
    const pinned = this.any()
    if (pinned) this.visits.set(pinned.appointmentId, { ...pinned, isLocked: !pinned.isLocked })
  }

  /** Adds time off where its provider has no work by the present plan. */
  private addTimeOff(): void {
    const { provider, offs } = this.vans[this.below(this.vans.length)]!
    const from = opening + 30 + this.below(400)
    const until = from + 15 + this.below(45)
    const { closing } = this
    const isFree = [...this.visits.values()].every(
      ({ memberIds, jobStart, jobEnd }) =>
        !memberIds.includes(provider.id) || jobEnd <= from || jobStart >= until,
    )
    if (isFree && until < closing && offs.every(([a, b]) => b < from || a > until)) offs.push([from, until])
  }

  private planAnew(): void {
    const input = this.input(0)
    const team = teamDayOf({ ...input, serviceAddress: null }, here, day(date))
    if (team === null) return
    const kept = this.any()
    const asked = dayKeeping(
      team,
      new Set(kept && team.visits.has(kept.appointmentId) ? [kept.appointmentId] : []),
    )
    const job = askedAnew(team, asked, 60)
    const anew = judgeAnew(team, asked, planDay(job.day, job.limits, job.from))
    if (anew.drivingAfter > anew.drivingBefore) this.report("a new plan drives more")
    this.rewrite(anew.changes)
  }

  private any(): Standing | null {
    const all = [...this.visits.values()]
    return all.length === 0 ? null : all[this.below(all.length)]!
  }

  private report(what: string): void {
    this.found.broken.push(`${what}: day ${this.seed}`)
  }

  private check(was: ReadonlyMap<number, Standing>, step: number): void {
    const say = (what: string, id: number) => this.report(`${what} of visit ${id} in step ${step}`)
    for (const [id, one] of this.visits) {
      const old = was.get(id)
      const { window, jobStart } = one
      if (window && (jobStart < window.start || jobStart >= window.end)) say("the window", id)
      if (old === undefined || id === this.asked) continue
      const isMoved = old.jobStart !== jobStart || !hasSame(old.memberIds, one.memberIds)
      const isFixed = old.isLocked || window === null || this.now === fixed
      if (isMoved && isFixed) say("the lock", id)
      if (old.window !== window) say("another promise", id)
      if (old.keepsProvider && old.providerId !== one.providerId) say("the provider", id)
      if (new Set(one.memberIds).size !== old.memberIds.length) say("the crew", id)
      if (old.liftId !== null && old.jobStart !== jobStart) say("the lift's minute", id)
    }
    this.checkLifts(say)
    for (const van of this.vans) this.checkRoute(van, say)
  }

  private checkLifts(say: (what: string, id: number) => void): void {
    const taking = [...this.visits.values()].filter(({ liftId }) => liftId !== null)
    for (const one of taking) {
      const { until } = this.useOf(one.liftId!, one.jobStart, one.jobEnd)
      const meets = (other: Standing) =>
        other !== one &&
        other.liftId === one.liftId &&
        one.jobStart <= other.jobStart &&
        other.jobStart < until
      if (taking.some(meets)) say("the lift", one.appointmentId)
    }
  }

  private checkRoute({ provider, offs }: Van, say: (what: string, id: number) => void): void {
    const stops = [...this.visits.values()]
      .filter(({ memberIds }) => memberIds.includes(provider.id))
      .sort((a, b) => a.jobStart - b.jobStart)
    let free = opening
    let km = 0
    for (const stop of stops) {
      if (stop.jobStart < free + drive(km, stop.km) + setup) say("the drive", stop.appointmentId)
      if (offs.some(([from, until]) => stop.jobStart < until && from < stop.jobEnd))
        say("the time off", stop.appointmentId)
      free = stop.jobEnd
      km = stop.km
    }
    const last = stops.at(-1)
    if (last && free + drive(km, 0) > this.closing) say("the way home", last.appointmentId)
  }

  private below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % count
  }
}

const hasSame = (a: readonly number[], b: readonly number[]) =>
  String(a.toSorted((x, y) => x - y)) === String(b.toSorted((x, y) => x - y))

/** A minute for each kilometre, of which a part counts as one. */
const drive = (from: number, to: number) => Math.ceil(Math.abs(from - to) - 0.02)
