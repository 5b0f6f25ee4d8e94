/**
 * The sessions of a class that can be booked. Staff put them on the board with providers and rooms, so that hours, time off,
 * calendars and the grid say nothing any more: dates, notice, the seats that are left and the customer's own appointments do.
 */
import type {
  FoundStarts,
  LocationPlan,
  Minute,
  ProviderLocation,
  ProviderPlan,
  SearchInput,
  Slot,
  TypePlan,
} from "../../model/availability.ts"
import type { SessionPlan, SlotSeats } from "../../model/class-seats.ts"
import { covers, type Intervals, normalized, overlaps } from "../../time/intervals.ts"
import { customerBusyOf } from "./blocks.ts"
import { startBounds } from "./start-windows.ts"

const none: Intervals = new Int32Array(0)

/** The session that this provider leads there and then. No two are alike: a provider can't lead two at once. */
export const sessionAt = (
  type: Pick<TypePlan, "classes">,
  provider: Pick<ProviderPlan, "id">,
  location: Pick<LocationPlan, "id">,
  start: Minute,
): SessionPlan | null =>
  type.classes?.sessions.find(
    (one) => one.start === start && one.providerId === provider.id && one.locationId === location.id,
  ) ?? null

/** A slot's data of its session; left out where it is none of a class. */
export function seatsOfSlot(type: Pick<TypePlan, "classes">, { provider, location, start }: Slot): SlotSeats {
  const session = sessionAt(type, provider, location, start)
  return session === null ? {} : { session_id: session.id, seats_left: session.seatsLeft }
}

/** True where as many seats are left as are wanted. */
export const hasSeats = (type: Pick<TypePlan, "classes">, { seatsLeft }: SessionPlan): boolean =>
  seatsLeft >= type.classes!.seats

/** All bookable sessions in the wanted dates, per provider who leads and location. */
export function* findSessions(
  input: SearchInput,
  providerLocations: readonly ProviderLocation[],
): Generator<void, FoundStarts[]> {
  const bounds = new Map(input.locations.map((location) => [location.id, startBounds(input, location)]))
  const customerBusy = customerBusyOf(input.customerJobs)
  const all: FoundStarts[] = []
  for (const { provider, location } of providerLocations) {
    const windows = bounds.get(location.id)?.windows ?? none
    const found = input.type.classes!.sessions.filter(
      (one) =>
        one.providerId === provider.id &&
        one.locationId === location.id &&
        hasSeats(input.type, one) &&
        covers(windows, one.start, one.start + 1) &&
        !overlaps(customerBusy, one.start, one.end),
    )
    if (found.length > 0) all.push(startsOf({ provider, location }, found))
    yield
  }
  return all
}

/** Nothing of a session's time is left over, so that no session is better by what it leaves. */
function startsOf(at: ProviderLocation, sessions: readonly SessionPlan[]): FoundStarts {
  const starts = sessions.map(({ start }) => start).sort((a, b) => a - b)
  const open = normalized(Int32Array.from(sessions.flatMap(({ start, end }) => [start, end])))
  return { ...at, starts, offGrid: [], packed: [], open, busy: none, drives: null }
}
