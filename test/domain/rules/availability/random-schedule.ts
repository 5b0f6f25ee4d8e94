/** Random schedules with their records, and with everything else that may keep a provider from being booked. */
import fc from "fast-check"
import type { LocatedJob, ProviderPlan, SearchInput } from "../../../../domain/model/availability.ts"
import type { ClosedDates } from "../../../../domain/model/company-time-off.ts"
import type { ExplainedSchedules, OccupyingRow, ScheduleRow } from "../../../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../../../domain/model/scheduling-request.ts"
import { unconfirmed } from "../../../../domain/model/type-confirmation.ts"
import { closedMinutes } from "../../../../domain/rules/availability/closed-dates.ts"
import type { ExplanationWish } from "../../../../domain/rules/availability/explain-slots.ts"
import { findStarts } from "../../../../domain/rules/availability/find-starts.ts"
import { dateOfDay } from "../../../../domain/time/dates.ts"
import { normalized } from "../../../../domain/time/intervals.ts"
import { randomSearch } from "./random-input.ts"

export interface RandomStates {
  isTypeActive: boolean
  isProviderActive: boolean
  isLocationActive: boolean
  offersType: boolean
  isOfType: boolean
  lacksRequest: boolean
  isUnread: boolean
  moves: boolean
  assigned: "nobody" | "own" | "other"
  requested: { provider: "any" | "own" | "other"; location: "any" | "own" | "other" }
  place: "at_location" | "at_customer" | "remote"
  /** To the location's area; where it is `unknown`, the area needs what the address lacks. */
  address: "inside" | "outside" | "unknown"
  isTooFar: boolean
}

/** Somebody who may come beside the provider. */
export interface Colleague {
  plan: ProviderPlan
  timeOff: readonly ScheduleRow[]
  occupying: readonly OccupyingRow[]
}

export interface RandomSchedule {
  /** The hours, the type and the dates; its minutes are those of the records. */
  input: SearchInput
  timeOff: readonly ScheduleRow[]
  /** Dates on which the company is closed. */
  closed: readonly ClosedDates[]
  occupying: readonly OccupyingRow[]
  /** Others who offer the type, which takes several where there are any. */
  colleagues: readonly Colleague[]
  states: RandomStates
  /** Minutes to ask about. */
  starts: readonly number[]
}

const OWN = 1
const OTHER = 2

/** The first date, how many more, and where: everywhere, here, or elsewhere. */
type Closing = [shift: number, more: number, locationId: number | null]
const closing: fc.Arbitrary<Closing> = fc.tuple(
  fc.integer({ min: -3, max: 8 }),
  fc.integer({ min: 0, max: 2 }),
  fc.constantFrom(null, OWN, OTHER),
)

const mostly = (usual: boolean) => fc.constantFrom(...Array<boolean>(14).fill(usual), !usual)
const wish = fc.constantFrom("any", "any", "own", "own", "other" as const)

/** Nothing that keeps the provider from being booked but the calendar. */
const fine: RandomStates = {
  ...{ isTypeActive: true, isProviderActive: true, isLocationActive: true, offersType: true },
  ...{ isOfType: true, lacksRequest: false, isUnread: false, moves: false, assigned: "nobody" },
  ...{ requested: { provider: "any", location: "any" }, place: "at_location", address: "inside" },
  isTooFar: false,
}

const drawnStates: fc.Arbitrary<RandomStates> = fc.record({
  isTypeActive: mostly(true),
  isProviderActive: mostly(true),
  isLocationActive: mostly(true),
  offersType: mostly(true),
  isOfType: mostly(true),
  lacksRequest: mostly(false),
  isUnread: mostly(false),
  moves: mostly(false),
  assigned: fc.constantFrom("nobody", "nobody", "nobody", "own", "own", "other"),
  requested: fc.record({ provider: wish, location: wish }),
  place: fc.constantFrom("at_location", "at_customer", "remote"),
  address: fc.constantFrom("inside", "inside", "inside", "outside", "unknown"),
  isTooFar: fc.constantFrom(false, false, true),
})

const states = fc.oneof(fc.constant(fine), drawnStates)

const drawnColleague = fc.record({
  by: fc.integer({ min: -700, max: 700 }),
  isAlways: fc.boolean(),
  isFree: fc.boolean(),
  /** Comes to the provider's first appointment too. */
  shares: fc.boolean(),
})
type DrawnColleague = typeof drawnColleague extends fc.Arbitrary<infer Drawn> ? Drawn : never

const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  ...{ locationId: OWN, weekday, startMinute: 0, endMinute: 0 },
}))

/** Like the provider, at other times. Records have ids of their own, but for the appointment that both come to. */
function colleagueOf(
  lead: ProviderPlan,
  rows: Pick<RandomSchedule, "timeOff" | "occupying">,
  { by, isAlways, isFree, shares }: DrawnColleague,
  index: number,
): Colleague {
  const own = <Row extends ScheduleRow>(row: Row): Row => ({
    ...row,
    ...{ id: row.id + 100 * (index + 1), start: row.start + by, end: row.end + by },
  })
  const shared = rows.occupying.filter(({ kind }) => shares && kind === "appointment").slice(0, 1)
  const shifted = rows.occupying.map((row) => ({
    ...own(row),
    ...{ jobStart: row.jobStart + by, jobEnd: row.jobEnd + by },
  }))
  const timeOff = isFree ? [] : rows.timeOff.map(own)
  const occupying = [...shared, ...(isFree ? [] : shifted)]
  return {
    timeOff,
    occupying,
    plan: {
      ...lead,
      id: index + 2,
      name: `Colleague ${index + 1}`,
      ...{ hours: isAlways ? always : lead.hours, maxTravelKm: 100, startPoint: null },
      ...{ timeOff: normalized(pairsOf(timeOff)), busy: normalized(pairsOf(occupying)) },
      jobs: lead.travel ? visitsIn(occupying) : [],
      typeStarts: Int32Array.from(startsOfType(occupying)).sort(),
    },
  }
}

export function randomSchedule(kind: "one day" | "several days"): fc.Arbitrary<RandomSchedule> {
  return fc
    .record({
      search: randomSearch(kind),
      states,
      closings: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Closing[]>([]) },
        fc.array(closing, { maxLength: 2 }),
      ),
      colleagues: fc.oneof(
        { weight: 2, arbitrary: fc.constant<DrawnColleague[]>([]) },
        fc.array(drawnColleague, { minLength: 1, maxLength: 3 }),
      ),
      crew: fc.integer({ min: 2, max: 3 }),
      kinds: fc.array(fc.constantFrom("appointment", "calendar"), { minLength: 12, maxLength: 12 }),
      buffers: fc.array(fc.constantFrom(0, 0, 10, 30), { minLength: 12, maxLength: 12 }),
      asked: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...hows)), {
        minLength: 2,
        maxLength: 2,
      }),
    })
    .map(({ search, states: drawn, closings, colleagues, crew, kinds, buffers, asked }) => {
      const provider = search.providers[0]!
      const request = drawn.lacksRequest ? null : search.request
      const occupying = rowsOf(provider.busy).map((row, i): OccupyingRow => {
        const buffer = kinds[i] === "calendar" || row.end - row.start <= buffers[i]! ? 0 : buffers[i]!
        return { ...row, kind: kinds[i]!, jobStart: row.start, jobEnd: row.end - buffer }
      })
      const onTheRoad = {
        ...provider,
        startPoint: null,
        jobs: provider.travel ? visitsIn(occupying) : [],
        typeStarts: Int32Array.from([...provider.typeStarts, ...startsOfType(occupying)]).sort(),
      }
      const closed = closings.map(([shift, more, locationId], i): ClosedDates => {
        const day = search.firstDay + shift
        return [i + 1, day, day + more, locationId === null ? null : [locationId], 0]
      })
      const whole = search.type.needs?.map((need) => ({ ...need, from: 0, until: null }))
      const schedule = {
        input: {
          ...{
            ...search,
            // Parts of a job are those of steps, which the stored type has none of here.
            type: {
              ...search.type,
              ...(whole ? { needs: whole } : {}),
              ...(colleagues.length > 0 ? { crew } : {}),
            },
            request,
            providers: [onTheRoad],
            locations: [
              { ...search.locations[0]!, point: office, closed: closedMinutes(closed, search.locations[0]!) },
            ],
          },
          serviceAddress: { point: customer, postalCode: null, country: null },
        },
        states: drawn === fine && provider.travel ? { ...fine, place: "at_customer" as const } : drawn,
        timeOff: rowsOf(provider.timeOff),
        closed,
        occupying,
      }
      const rows = { timeOff: schedule.timeOff, occupying }
      const others = colleagues.map((one, i) => colleagueOf(onTheRoad, rows, one, i))
      return {
        ...schedule,
        colleagues: others,
        starts: asked.map(([number, how]) => startOf(schedule, number, how)),
      }
    })
}

const office = { latitude: 30, longitude: -97.5 }
/** 22 km away. */
const customer = { latitude: 30.2, longitude: -97.5 }

/** Every second record, where it is an appointment, is a visit within some 50 km. */
function visitsIn(occupying: readonly OccupyingRow[]): LocatedJob[] {
  return occupying.flatMap(({ kind, jobStart: start, jobEnd: end }, i) =>
    kind === "appointment" && i % 2 === 0
      ? [{ start, end, latitude: 30 + (i % 6) / 10, longitude: -98 + (i % 5) / 10 }]
      : [],
  )
}

/** Every third record, where it is an appointment, is of the type. */
const startsOfType = (occupying: readonly OccupyingRow[]) =>
  occupying.flatMap(({ kind, jobStart }, i) => (kind === "appointment" && i % 3 === 0 ? [jobStart] : []))

const rowsOf = (pairs: Int32Array): ScheduleRow[] =>
  Array.from({ length: pairs.length / 2 }, (_, i) => ({
    id: i + 1,
    start: pairs[2 * i]!,
    end: pairs[2 * i + 1]!,
    writtenAt: null,
  }))

const hows = ["any", "edge", "near", "offered"] as const

/** Any quarter of an hour of the range, the edge of a record, a little beside it, or what the calendar alone would offer. */
function startOf(
  { input, timeOff, occupying }: Pick<RandomSchedule, "input" | "timeOff" | "occupying">,
  number: number,
  how: (typeof hows)[number],
): number {
  const minutes = (input.endDay - input.firstDay) * 1440
  const any = input.firstDay * 1440 + Math.floor((number % minutes) / 15) * 15
  const alone = { ...input, type: { ...input.type, crew: 1 } }
  const { starts } = findStarts(alone, { provider: input.providers[0]!, location: input.locations[0]! })
  if (how === "offered" && starts.length > 0) return starts[number % starts.length]!
  const edges = [...timeOff, ...occupying].flatMap(({ start, end }) => [start, end])
  const edge = edges[number % Math.max(edges.length, 1)]
  if (how === "any" || edge === undefined) return any
  return how === "edge" ? edge : edge - (number % 7) * 15
}

const idOf = (whose: "any" | "nobody" | "own" | "other") =>
  whose === "own" ? OWN : whose === "other" ? OTHER : null

/** As the store would have loaded it. */
export function loadedOf({
  input,
  timeOff,
  closed,
  occupying,
  colleagues,
  states: s,
}: RandomSchedule): ExplainedSchedules {
  const { type } = input
  const plan = {
    ...input.providers[0]!,
    maxTravelKm: s.isTooFar ? 1 : 100,
    timeOff: pairsOf(timeOff),
    busy: pairsOf(occupying),
  }
  const at = {
    ...{ id: OWN, name: "Downtown", timezone: input.locations[0]!.zone, address: null, ...office },
    service_area: areaOf(s),
    ...{ active: s.isLocationActive, isOfType: s.isOfType },
  }
  return {
    company: {
      ...{ name: "Harbour", phone: null, voice_phone: null, timezone: "UTC", locale: "en" },
      ...{ accent_color: "#000000", logo_hash: null, logo_width: null, logo_height: null },
      ...{
        page_slug: null,
        embed_origins: [],
        thank_you_url: null,
        thank_you_text: null,
        booking_links_enabled: true,
        distance_unit: null,
      },
      linked_gap_minutes: 15,
      plan_freeze_minute: 1_080,
      provider_assignment: s.assigned === "nobody" ? "none" : "per_customer",
      travel: null,
    },
    type: {
      ...{
        id: type.id,
        name: type.name,
        description: null,
        price_text: null,
        image_hash: null,
        active: s.isTypeActive,
        kind: "open",
      },
      ...{ block_minutes: [...type.blockMinutes], duration_options: [], cancel_notice_minutes: 0 },
      ...{ buffer_before_minutes: type.bufferBeforeMinutes, buffer_after_minutes: type.bufferAfterMinutes },
      ...{
        starts: type.starts,
        slot_interval_minutes: type.slotIntervalMinutes,
        min_notice_minutes: type.minNoticeMinutes,
      },
      ...{ booking_window_days: type.bookingWindowDays, daily_limit: type.dailyLimit, place: s.place },
      ...{ provider_choice: true, skip_short_days: type.skipShortDays, public_booking: true },
      customer_overlap: false,
      location_ids: null,
      questions: [],
      questions_version: 1,
      window_minutes: null,
      seats: null,
      needs:
        type.needs || colleagues.length > 0
          ? {
              providers: type.crew ?? 1,
              resources: (type.needs ?? []).map(({ group, count }) => ({ group, count })),
            }
          : null,
      steps: null,
      ...unconfirmed,
    },
    customer: {
      ...{ id: 3, external_ref: null, first_name: "Sam", last_name: "Poe", email: null, phone: null },
      ...{
        locale: null,
        address_accuracy: null,
        address_city_codes: null,
        assigned_provider_id: idOf(s.assigned),
      },
      address: {
        ...{ line1: "2 Oak Ave", line2: null, city: "Austin", state: "TX", country: "US" },
        postal_code: s.address === "unknown" ? "" : "78701",
      },
      ...customer,
    },
    customer_busy: input.customerJobs.map(({ id, start, end }) => [id, start, end] as const),
    request: null,
    open_request: null,
    closed,
    locations: s.isLocationActive && s.isOfType ? [at] : [],
    calendars: s.isUnread
      ? [{ id: 9, provider_id: OWN, writes: false, last_read_at: null, failing_since: null }]
      : [],
    driving: input.driving,
    ...(input.resources ? { resources: input.resources } : {}),
    knows_location: true,
    knows_provider: true,
    providers: [...(s.isProviderActive && s.offersType ? [plan] : []), ...colleagues.map((one) => one.plan)],
    ...(colleagues.length > 0
      ? {
          crew: colleagues.map((one) => ({ ...one, active: true, offersType: true, freshBusy: [] })),
        }
      : {}),
    explained: {
      plan,
      active: s.isProviderActive,
      offersType: s.offersType,
      timeOff,
      occupying,
      freshBusy: [],
    },
    explainedLocations: [at],
  }
}

/** The customer is 22 km away, with a postal code unless the address is not known well enough. */
function areaOf({ address }: RandomStates) {
  if (address === "inside") return { kind: "radius", km: 40 } as const
  const codes = address === "outside" ? ["10001"] : ["78701"]
  return { kind: "postal_codes", codes } as const
}

const pairsOf = (rows: readonly ScheduleRow[]) =>
  Int32Array.from(rows.flatMap(({ start, end }) => [start, end]))

export function wishOf({ input, states: s }: RandomSchedule): ExplanationWish {
  const { request } = input
  return {
    now: input.now,
    blockMinutes: null,
    request: request && {
      ...({ id: 12, block_minutes: null } as SchedulingRequest),
      earliest_date: request.earliestDay === null ? null : dateOfDay(request.earliestDay),
      latest_date: dateOfDay(request.latestDay),
      location_id: idOf(s.requested.location),
      provider_id: idOf(s.requested.provider),
    },
    serviceAddress: null,
    moves: s.moves,
    overrideEligibility: input.overrideEligibility,
    lacksRequest: s.lacksRequest,
    asksLive: false,
  }
}
