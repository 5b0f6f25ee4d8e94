/** Puts a board together: the span that its dates take at all locations, and everything in it as instants. */
import type { Day, Minute } from "../../model/availability.ts"
import type {
  Board,
  BoardAppointment,
  BoardHold,
  BoardLocation,
  BoardProvider,
  BoardResource,
  BoardSession,
} from "../../model/board.ts"
import { type CompanyTimeOff, showCompanyTimeOff } from "../../model/company-time-off.ts"
import { showCrew, showProviders } from "../../model/crew.ts"
import type { GeoPoint } from "../../model/geo.ts"
import { showTimeOff } from "../../model/hours.ts"
import type { Proposal } from "../../model/pending-appointment.ts"
import { travelPlan } from "../../model/travel.ts"
import { iso, isoOrNull } from "../../model/views.ts"
import { dateOfDay, isoOfMinute } from "../../time/dates.ts"
import type { Intervals } from "../../time/intervals.ts"
import { localToMinute, minuteToLocal, offsetsBetween } from "../../time/local-time.ts"
import { msPerMinute } from "../../time/units.ts"
import { legMinutes } from "../availability/travel.ts"
import { workingIntervals } from "../availability/working-intervals.ts"

export interface Span {
  from: Minute
  until: Minute
}

/** From the first midnight of all the zones to the last one. */
export function boardSpan(zones: readonly string[], firstDay: Day, endDay: Day): Span {
  return {
    from: Math.min(...zones.map((zone) => localToMinute(zone, firstDay, 0))),
    until: Math.max(...zones.map((zone) => localToMinute(zone, endDay, 0))),
  }
}

export interface BoardParts {
  firstDay: Day
  /** Exclusive. */
  endDay: Day
  span: Span
  locations: readonly BoardLocation[]
  closings: readonly CompanyTimeOff[]
  providers: readonly BoardProvider[]
  appointments: readonly BoardAppointment[]
  holds: readonly BoardHold[]
  resources: readonly BoardResource[]
  sessions: readonly BoardSession[]
}

/** The board as it is drawn, before it is cut into the parts of an answer. */
export type DrawnBoard = Omit<Board, "more_from">

/** In steps, since a week of many providers takes long. */
export function* drawBoard(parts: BoardParts): Generator<void, DrawnBoard> {
  const { span, locations, appointments } = parts
  const byProvider = Map.groupBy(appointments, ({ provider_id }) => provider_id)
  const providers: Board["providers"] = []
  for (const provider of parts.providers) {
    providers.push(showProvider(provider, parts, byProvider.get(provider.id) ?? []))
    yield
  }
  const shown: Board["appointments"] = []
  for (const [index, appointment] of appointments.entries()) {
    shown.push(showAppointment(appointment))
    if (index % 100 === 0) yield
  }
  return {
    start_time: isoOfMinute(span.from),
    end_time: isoOfMinute(span.until),
    locations: locations.map((location) => showLocation(location, parts)),
    providers,
    appointments: shown,
    ...(parts.resources.length === 0
      ? {}
      : { resources: parts.resources.map((one) => showResource(one, parts)) }),
    ...(parts.sessions.length === 0 ? {} : { sessions: parts.sessions.map(showSession) }),
    ...(parts.holds.length === 0 ? {} : { holds: parts.holds.map(showHold) }),
  }
}

const showSession = (session: BoardSession): NonNullable<Board["sessions"]>[number] => ({
  id: session.id,
  status: session.status,
  appointment_type: { id: session.appointment_type_id, name: session.type_name },
  provider_id: session.provider_id,
  ...showProviders(session),
  location_id: session.location_id,
  start_time: iso(session.start_at),
  end_time: iso(session.end_at),
  seats: session.seats,
  seats_taken: session.seats_taken,
  ...(session.resources === null ? {} : { resources: session.resources }),
})

const showHold = ({ start_at, end_at, expires_at, ...hold }: BoardHold) => ({
  ...hold,
  start_time: iso(start_at),
  end_time: iso(end_at),
  expires_at: iso(expires_at),
})

function showLocation(
  { id, name, timezone, active }: BoardLocation,
  { firstDay, endDay, span, closings }: BoardParts,
): Board["locations"][number] {
  const days = Array.from({ length: endDay - firstDay }, (_, at) => firstDay + at)
  return {
    id,
    name,
    timezone,
    active,
    days: days.map((day) => ({
      date: dateOfDay(day),
      start_time: isoOfMinute(localToMinute(timezone, day, 0)),
      end_time: isoOfMinute(localToMinute(timezone, day + 1, 0)),
    })),
    closed: closings
      .filter(({ location_ids }) => location_ids === null || location_ids.includes(id))
      .map((closing) => {
        const { location_ids: _, ...shown } = showCompanyTimeOff(closing)
        return shown
      }),
    utc_offsets: offsetsBetween(timezone, span.from, span.until).map(({ start, offsetMinutes }) => ({
      from: isoOfMinute(start),
      minutes: offsetMinutes,
    })),
  }
}

const none = new Int32Array(0)

function showProvider(
  provider: BoardProvider,
  parts: BoardParts,
  appointments: readonly BoardAppointment[],
): Board["providers"][number] {
  const { firstDay, endDay, span } = parts
  // A closed location has no working hours.
  const locations = parts.locations.filter(({ active }) => active)
  const { hours, overrides } = provider
  const plan = { hours, overrides, timeOff: none }
  return {
    id: provider.id,
    name: provider.name,
    active: provider.active,
    appointment_type_ids: provider.appointment_type_ids,
    usual_location_id: usualLocation(provider),
    hours: locations.flatMap(({ id, name, timezone }) => {
      const place = { id, name, zone: timezone, point: null, serviceArea: { kind: "anywhere" } } as const
      return spansOf(workingIntervals(plan, place, firstDay, endDay), span).map((each) => ({
        location_id: id,
        ...each,
      }))
    }),
    time_off: provider.time_off.map(showTimeOff),
    busy: spansOf(provider.busy, span),
    trips: tripsOf(provider, parts, appointments),
  }
}

function showResource(
  { hours, time_off, ...resource }: BoardResource,
  { locations, firstDay, endDay, span }: BoardParts,
): NonNullable<Board["resources"]>[number] {
  const location = locations.find(({ id }) => id === resource.location_id)
  const place = location && {
    ...{ id: location.id, name: location.name, zone: location.timezone },
    ...{ point: null, serviceArea: { kind: "anywhere" } as const },
  }
  const weekly = (hours ?? alwaysOpen).map((each) => ({ ...each, locationId: resource.location_id }))
  const open = place
    ? workingIntervals({ hours: weekly, overrides: [], timeOff: none }, place, firstDay, endDay)
    : none
  return { ...resource, hours: spansOf(open, span), time_off: time_off.map(showTimeOff) }
}

const alwaysOpen = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMinute: 0, endMinute: 0 }))

/** Between two visits that follow one another on a date of the later one's place, where both addresses are known. */
function tripsOf(
  { travel }: BoardProvider,
  { locations }: BoardParts,
  appointments: readonly BoardAppointment[],
): Board["providers"][number]["trips"] {
  if (travel === null) return []
  const plan = travelPlan(travel)
  const visits = appointments
    .filter(({ status }) => status !== "cancelled")
    .flatMap((visit) =>
      (plannedSpanOf(visit) ?? visit.blocks).map((block) => ({
        ...visit,
        ...minutesOf(block),
        point: pointOf(visit),
      })),
    )
    .sort((a, b) => a.start - b.start)
  return visits.slice(1).flatMap((visit, before) => {
    const from = visits[before]!
    const zone = locations.find((location) => location.id === visit.location_id)?.timezone
    if (from.point === null || visit.point === null || zone === undefined) return []
    const isSameDate = dayIn(zone, from.start) === dayIn(zone, visit.start)
    const minutes = legMinutes(plan, from.point, visit.point)
    if (!isSameDate || minutes === 0) return []
    return [
      {
        appointment_id: visit.id,
        start_time: isoOfMinute(visit.start - minutes),
        end_time: isoOfMinute(visit.start),
      },
    ]
  })
}

/** The planned time of the work in a promised window; null for a promised start. */
function plannedSpanOf({ work_minutes: minutes, planned_start_at: start }: BoardAppointment) {
  if (minutes === null || start === null) return null
  const end = new Date(start.getTime() + minutes * msPerMinute)
  return [{ start_time: iso(start), end_time: iso(end) }]
}

const minutesOf = ({ start_time, end_time }: { start_time: string; end_time: string }) => ({
  start: Date.parse(start_time) / msPerMinute,
  end: Date.parse(end_time) / msPerMinute,
})

const pointOf = ({ latitude, longitude }: BoardAppointment): GeoPoint | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

const dayIn = (zone: string, minute: Minute) => minuteToLocal(zone, minute).day

/** The location of most of the weekly hours; null without any. */
function usualLocation({ hours }: BoardProvider): number | null {
  const minutes = new Map<number, number>()
  for (const { locationId, startMinute, endMinute } of hours) {
    const length = endMinute > startMinute ? endMinute - startMinute : endMinute + 1_440 - startMinute
    minutes.set(locationId, (minutes.get(locationId) ?? 0) + length)
  }
  const [most] = [...minutes].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  return most?.[0] ?? null
}

/** The intervals that reach into the span, whole. */
function spansOf(intervals: Intervals, { from, until }: Span) {
  const spans: { start_time: string; end_time: string }[] = []
  for (let i = 0; i < intervals.length; i += 2) {
    if (intervals[i + 1]! <= from || intervals[i]! >= until) continue
    spans.push({ start_time: isoOfMinute(intervals[i]!), end_time: isoOfMinute(intervals[i + 1]!) })
  }
  return spans
}

function showAppointment(row: BoardAppointment): Board["appointments"][number] {
  const { customer_id, customer_name, customer_warning, start_at, end_at, occupied, ...others } = row
  const { provider_name, crew, understaffed, resources, ...whole } = others
  const { work_minutes: _minutes, planned_start_at: _start, pinned, is_fixed, ...stored } = whole
  const planned = plannedSpanOf(row)
  const { latitude: _, longitude: __, series_id, group_id, answer_by, proposals, ...rest } = stored
  return {
    ...rest,
    ...(planned ? { planned: { ...planned[0]!, pinned, is_fixed } } : {}),
    ...(series_id === null ? {} : { series_id }),
    ...(group_id === null ? {} : { group_id }),
    ...showCrew({ provider_id: row.provider_id, provider_name: provider_name ?? "", crew, understaffed }),
    ...(resources === null ? {} : { resources }),
    customer: { id: customer_id, name: customer_name, warning: customer_warning },
    start_time: iso(start_at),
    end_time: iso(end_at),
    cancels_at: isoOrNull(rest.cancels_at),
    ...(rest.status === "pending" && answer_by ? { answer_by: iso(answer_by) } : {}),
    ...(proposals.length > 0 ? { proposed: proposals.map(spanOfProposal) } : {}),
    occupied: occupied.map(([start, end]) => ({
      start_time: isoOfMinute(start),
      end_time: isoOfMinute(end),
    })),
  }
}

const spanOfProposal = ({ provider, start_time, end_time }: Proposal) => ({
  provider_id: provider.id,
  start_time,
  end_time,
})
