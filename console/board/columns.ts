/**
 * Lays a board out in columns: one for each provider at a location on a date, and on demand one for each room and piece of
 * equipment. An appointment of a crew stands in the column of each who comes. All times are whole minutes since 1970 UTC;
 * a column's `origin` is the minute at its top when the board begins at midnight.
 */
import { meets, type Span, total, within, without } from "../parts/spans.ts"
import type {
  Board,
  BoardAppointment,
  BoardLocation,
  BoardProvider,
  BoardResource,
  BoardSession,
} from "./board-data.ts"
import { freeWithin, type PartInVisit, partInVisit, staffedIn, visitsOf } from "./card-parts.ts"

export interface TimeOff {
  id: number
  start: number
  end: number
  reason: string | null
}

/** One working day of an appointment, as it is drawn. */
export interface Card {
  appointment: BoardAppointment
  start: number
  end: number
  /** Counted from 1. */
  day: number
  days: number
  /** When its next working day begins; null on the last. */
  next: number | null
  /** The index of this one of the cards side by side: number `lane` (from 0) of `lanes`. */
  lane: number
  lanes: number
  /** When its provider is free meanwhile; of a room's column nothing. */
  free: Span[]
  /** It stands in the free time of another card. */
  isInside: boolean
  visit: PartInVisit | null
  /** A cancelled one that meets a live one. */
  isStrip?: boolean
  /** The promised window, in which the card stands where the work is planned; null for a promised start. */
  promise: Span | null
  /** Names of who comes and what it takes beside the column's own. */
  beside: readonly string[]
}

/** A session of a class, one card for all who come to it. Nothing else is booked with its providers then. */
export interface SessionCard {
  session: BoardSession
  start: number
  end: number
  beside: readonly string[]
}

export interface Column {
  key: string
  /** The room or the piece of equipment, drawn as a provider is. */
  provider: BoardProvider
  resource: BoardResource | null
  /** Null for a provider without hours or appointments anywhere. */
  location: BoardLocation
  date: string
  origin: number
  /** When the date begins and ends there. */
  day: Span
  open: Span[]
  off: TimeOff[]
  /** The company is closed there on the date: the reason, if one is given. */
  closed: { reason: string | null } | null
  busy: Span[]
  buffers: { span: Span; typeId: number }[]
  /** Drives to visits; each ends when the visit begins. */
  trips: Span[]
  cards: Card[]
  sessions: SessionCard[]
  openMinutes: number
  takenMinutes: number
}

export interface Filters {
  locationId: number | null
  typeId: number | null
  providerId: number | null
  hidesCancelled?: boolean
  showsResources?: boolean
}

export const minuteOf = (instant: string): number => Math.floor(Date.parse(instant) / 60_000)
export const instantOf = (minute: number): string => new Date(minute * 60_000).toISOString()

/** The location's clock at a minute: minutes since 1970 as its wall shows them. */
export function wallOf({ utc_offsets }: BoardLocation, minute: number): number {
  let offset = utc_offsets[0]!.minutes
  for (const each of utc_offsets) if (minuteOf(each.from) <= minute) offset = each.minutes
  return minute + offset
}

export const dayIn = (location: BoardLocation, date: string) =>
  location.days.find((each) => each.date === date)

/** The first date that the board holds; `wanted` for a board without locations. */
export const firstDateOf = ({ locations }: Board, wanted: string): string =>
  locations[0]?.days[0]?.date ?? wanted

/**
 * The columns of one date, by location; within one by the providers' names, those who do not work then last; then rooms and
 * equipment, where they are shown.
 */
export function dayColumns(board: Board, date: string, filters: Filters): Column[] {
  const [first] = board.locations
  if (!first) return []
  const origin = minuteOf(dayIn(first, date)?.start_time ?? board.start_time)
  return board.locations
    .filter(({ id }) => filters.locationId === null || id === filters.locationId)
    .flatMap((location) => [
      ...board.providers
        .filter((provider) => isShown(provider, filters) && isAt(board, provider, location, date))
        .map((provider) => columnOf(board, provider, location, date, filters, origin))
        .toSorted((a, b) => Number(isIdle(a)) - Number(isIdle(b))),
      ...resourcesAt(board, location, filters).map((resource) =>
        columnOf(board, asProvider(resource), location, date, filters, origin, resource),
      ),
    ])
}

const resourcesAt = (
  { resources = [] }: Board,
  { id }: BoardLocation,
  { showsResources, providerId }: Filters,
): BoardResource[] =>
  showsResources && providerId === null ? resources.filter(({ location_id }) => location_id === id) : []

const asProvider = ({ id, name, active, location_id, hours, time_off }: BoardResource): BoardProvider => ({
  ...{ id, name, active, appointment_type_ids: [], usual_location_id: location_id },
  ...{ hours: hours.map((each) => ({ ...each, location_id })), time_off, busy: [], trips: [] },
})

type Taking = Pick<BoardAppointment, "provider_id" | "providers" | "resources">

/** True where the provider comes to it, or the room is taken by it. Ids of resources are no provider's. */
const takes = ({ provider_id, providers, resources }: Taking, id: number): boolean =>
  provider_id === id ||
  providers?.some((each) => each.id === id) === true ||
  resources?.some((each) => each.id === id) === true

/** The column of who leads the appointment, by which it is moved; the given one where that is not shown. */
export function leadColumn(columns: readonly Column[], { appointment }: Card, column: Column): Column {
  const isLeads = (each: Column) =>
    each.provider.id === appointment.provider_id &&
    each.location.id === column.location.id &&
    each.date === column.date
  return columns.find(isLeads) ?? column
}

/** A provider's week: for each date a column at every location where the provider is on it. */
export function weekColumns(
  board: Board,
  provider: BoardProvider,
  dates: readonly string[],
  filters: Filters,
): Column[] {
  return dates.flatMap((date) => {
    const all = board.locations.filter((location) => isAt(board, provider, location, date))
    const chosen = all.filter(({ id }) => id === filters.locationId)
    return (chosen.length > 0 ? chosen : all).map((location) => {
      const origin = minuteOf(dayIn(location, date)?.start_time ?? board.start_time)
      return columnOf(board, provider, location, date, filters, origin)
    })
  })
}

/** A row of a week's table. */
export interface WeekRow {
  provider: BoardProvider
  days: Column[]
}

/** The week of all providers that the filters leave. */
export function weekRows(board: Board, filters: Filters): WeekRow[] {
  const dates = board.locations[0]?.days.map(({ date }) => date) ?? []
  return board.providers
    .filter((provider) => isShown(provider, filters))
    .map((provider) => ({ provider, days: weekColumns(board, provider, dates, filters) }))
    .filter(
      ({ days }) =>
        filters.locationId === null || days.some(({ location }) => location.id === filters.locationId),
    )
}

/** How many appointments the columns show, those left out that were cancelled. */
export function appointmentsIn(columns: readonly Column[]): number {
  const shown = columns
    .flatMap(({ cards }) => cards)
    .filter((card) => card.appointment.status !== "cancelled")
  return new Set(shown.map(({ appointment }) => appointment.id)).size
}

const isIdle = ({ open, cards, sessions }: Column) =>
  open.length === 0 && cards.length === 0 && sessions.length === 0

const isShown = ({ id, appointment_type_ids }: BoardProvider, { providerId, typeId }: Filters) =>
  (providerId === null || id === providerId) && (typeId === null || appointment_type_ids.includes(typeId))

/**
 * True at locations where a provider has hours, appointments or sessions on the date; else at the usual one, so that every
 * provider has a column.
 */
function isAt(board: Board, provider: BoardProvider, location: BoardLocation, date: string): boolean {
  const present = board.locations.filter((each) => isPresent(board, provider, each, date))
  if (present.length > 0) return present.includes(location)
  const active = board.locations.filter((each) => each.active)
  const usual = active.find(({ id }) => id === provider.usual_location_id) ?? active[0]
  return location === usual
}

function isPresent(board: Board, provider: BoardProvider, location: BoardLocation, date: string): boolean {
  const day = spanOf(dayIn(location, date))
  if (!day) return false
  return (
    provider.hours.some((each) => each.location_id === location.id && meets(toSpan(each), day)) ||
    board.appointments.some(
      (each) =>
        takes(each, provider.id) &&
        each.location_id === location.id &&
        each.blocks.some((block) => meets(toSpan(block), day)),
    ) ||
    sessionsOf(board, provider, location, day).length > 0
  )
}

/** Cancelled ones take no time, and are not drawn. */
const sessionsOf = (
  { sessions = [] }: Board,
  { id }: BoardProvider,
  location: BoardLocation,
  day: Span,
): BoardSession[] =>
  sessions.filter(
    (each) =>
      each.status === "scheduled" &&
      takes(each, id) &&
      each.location_id === location.id &&
      meets(toSpan(each), day),
  )

function columnOf(
  board: Board,
  provider: BoardProvider,
  location: BoardLocation,
  date: string,
  filters: Filters,
  origin: number,
  resource: BoardResource | null = null,
): Column {
  const day = spanOf(dayIn(location, date)) ?? [origin, origin + 1_440]
  const open = provider.hours
    .filter((each) => each.location_id === location.id)
    .map(toSpan)
    .filter((span) => meets(span, day))
  const appointments = board.appointments.filter(
    (each) => takes(each, provider.id) && each.location_id === location.id,
  )
  const shown = appointments.filter(
    ({ appointment_type_id, status }) =>
      (filters.typeId === null || appointment_type_id === filters.typeId) &&
      !(filters.hidesCancelled && status === "cancelled"),
  )
  const given = sessionsOf(board, provider, location, day)
  const taken = [
    ...appointments.flatMap(({ occupied }) => occupied.map(toSpan)),
    ...given.map(toSpan),
  ].filter((span) => meets(span, day))
  const off = provider.time_off
    .map(({ id, start, end, reason }) => ({ id, start: minuteOf(start), end: minuteOf(end), reason }))
    .filter(({ start, end }) => meets([start, end], day))
  const closed =
    location.closed.find(({ start_date, end_date }) => start_date <= date && date <= end_date) ?? null
  const visits = visitsOf(board)
  const here = new Set(shown.map(({ id }) => id))
  const trips = provider.trips
    .filter((trip) => here.has(trip.appointment_id))
    .map(toSpan)
    .filter((span) => meets(span, day))
  const busy = provider.busy.map(toSpan).filter((span) => meets(span, day))
  return {
    key: `${provider.id} ${location.id} ${date}`,
    provider,
    resource,
    location,
    date,
    origin,
    day,
    open,
    off,
    closed,
    busy,
    // A room is free before and after; its turnover is no buffer of the type's.
    buffers: resource ? [] : shown.flatMap((appointment) => buffersOf(appointment, day)),
    trips,
    cards: inLanes(
      shown.flatMap((appointment) =>
        cardsOf(appointment, day, {
          beside: besideOf(board, appointment, provider.id),
          hasFree: resource === null,
          visit: partInVisit(
            appointment,
            visits,
            (other) => takes(other, provider.id) && other.location_id === location.id,
          ),
        }),
      ),
      given.map(toSpan),
    ),
    sessions: given
      .filter(({ appointment_type: { id } }) => filters.typeId === null || id === filters.typeId)
      .map((session) => {
        const [start, end] = toSpan(session)
        return { session, start, end, beside: besideOf(board, session, provider.id) }
      }),
    openMinutes: closed
      ? 0
      : total(
          without(
            open,
            off.map(({ start, end }) => [start, end] as const),
          ),
        ),
    takenMinutes: total(within(taken, open)) + total(within(busy, open)),
  }
}

function besideOf(board: Board, { provider_id, providers, resources = [] }: Taking, id: number): string[] {
  const come = providers ?? board.providers.filter((each) => each.id === provider_id)
  return [...come, ...resources].filter((each) => each.id !== id).map(({ name }) => name)
}

interface CardOptions extends Pick<Card, "beside" | "visit"> {
  /** The column is a provider's. */
  hasFree: boolean
}

function cardsOf(appointment: BoardAppointment, day: Span, { hasFree, ...own }: CardOptions): Card[] {
  const { planned } = appointment
  const blocks = planned ? [toSpan(planned)] : appointment.blocks.map(toSpan)
  const promise = planned ? toSpan(appointment) : null
  const occupied = (appointment.occupied ?? []).map(toSpan)
  return blocks.flatMap(([start, end], at) =>
    meets([start, end], day)
      ? [
          {
            appointment,
            start,
            end,
            day: at + 1,
            days: blocks.length,
            next: blocks[at + 1]?.[0] ?? null,
            lane: 0,
            lanes: 1,
            promise,
            free: hasFree ? freeWithin(appointment, [start, end], occupied) : [],
            isInside: false,
            ...own,
          },
        ]
      : [],
  )
}

/** The parts of what an appointment occupies that lie before and after its blocks. */
function buffersOf(appointment: BoardAppointment, day: Span): Column["buffers"] {
  const { planned } = appointment
  const blocks = planned ? [toSpan(planned)] : appointment.blocks.map(toSpan)
  return appointment.occupied.flatMap((each, at) => {
    const [start, end] = toSpan(each)
    const [from, until] = blocks[at] ?? [start, end]
    return (
      [
        [start, from],
        [until, end],
      ] as const
    )
      .filter((span) => span[1] > span[0] && meets(span, day))
      .map((span) => ({ span, typeId: appointment.appointment_type_id }))
  })
}

const isCancelled = ({ appointment }: Card) => appointment.status === "cancelled"

/**
 * Cards that overlap stand side by side. A cancelled one never narrows a live one: where it meets one it is a strip at the edge,
 * as where it meets one of the sessions.
 */
export function inLanes(cards: readonly Card[], sessions: readonly Span[] = []): Card[] {
  const live = cards.filter((card) => !isCancelled(card))
  const gone = cards.filter(isCancelled)
  const taken = [...live.map(({ start, end }): Span => [start, end]), ...sessions]
  const meetsLive = ({ start, end }: Card) => taken.some((span) => meets([start, end], span))
  const laidOut = [
    ...sideBySide(live),
    ...sideBySide(gone.filter((card) => !meetsLive(card))),
    ...sideBySide(gone.filter(meetsLive)).map((card) => ({ ...card, isStrip: true })),
  ]
  return laidOut.sort((a, b) => a.start - b.start || Number(isCancelled(a)) - Number(isCancelled(b)))
}

/** A card that fits into the free time of another needs no lane of its own. */
function sideBySide(cards: readonly Card[]): Card[] {
  const sorted = cards.toSorted((a, b) => a.start - b.start)
  const laidOut: Card[] = []
  let group: Card[] = []
  let lanes: Span[][] = []
  const close = () => {
    laidOut.push(...group.map((card) => ({ ...card, lanes: lanes.length })))
    group = []
    lanes = []
  }
  for (const card of sorted) {
    if (lanes.length > 0 && lanes.flat().every(([, end]) => end <= card.start)) close()
    const needed = staffedIn(card)
    const free = lanes.findIndex((taken) => !taken.some((span) => needed.some((own) => meets(own, span))))
    const lane = free === -1 ? lanes.length : free
    lanes[lane] = [...(lanes[lane] ?? []), ...needed]
    const isInside = group.some((other) => other.lane === lane && other.end > card.start)
    group.push({ ...card, lane, isInside })
  }
  close()
  return laidOut
}

/**
 * From the first to the last minute that holds anything, in whole hours after the origin, ten of them at least. A room that
 * is always open makes no day longer.
 */
export function rangeOf(columns: readonly Column[]): Span {
  const edges = columns.flatMap(({ origin, day, open, cards, sessions, resource }) =>
    [
      ...(resource ? [] : open),
      ...[...cards, ...sessions].map(({ start, end }) => [start, end] as const),
    ].flatMap(([start, end]) => [Math.max(start, day[0]) - origin, Math.min(end, day[1]) - origin]),
  )
  const from = Math.floor(Math.min(...edges, 8 * 60) / 60) * 60
  const until = Math.ceil(Math.max(...edges, 17 * 60) / 60) * 60
  return [from, Math.max(until, from + 600)]
}

export const toSpan = ({ start_time, end_time }: { start_time: string; end_time: string }): Span => [
  minuteOf(start_time),
  minuteOf(end_time),
]
const spanOf = (day: { start_time: string; end_time: string } | undefined): Span | null =>
  day ? toSpan(day) : null
