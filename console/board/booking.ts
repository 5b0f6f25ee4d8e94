/** A booking that is being made: what was chosen so far, and the starts that a search offers for it. */
import { useState } from "preact/hooks"
import { addDays } from "../../ui/dates.ts"
import { useQuery } from "../api/queries.ts"
import type { Span } from "../parts/spans.ts"
import { type Column, minuteOf } from "./columns.ts"
import { pressedStart } from "./snap-to-start.ts"
import { type Choice, type FoundStarts, pairKey, startsOf } from "./starts.ts"

export interface Booking {
  customerId: number | null
  typeId: number | null
  /** Types that follow it at the same coming, in their order. */
  thenTypeIds: readonly number[]
  /** One person for all of them. */
  sameProvider: boolean
  durationOptionId: number | null
  choice: Choice | null
  /** The seats of a class. */
  seats: number
  /** An empty place that was pressed, whether it can be booked or not. */
  pressed: Choice | null
  /** The end of the free stretch that was pressed because somebody waits for it. */
  waitedUntil: number | null
  /** Ignores notice, booking window, the request's dates and the service area. */
  isOverride: boolean
  /** True where a type with packed starts also shows those that searches leave out. */
  showsAll: boolean
}

const blank: Booking = {
  customerId: null,
  typeId: null,
  thenTypeIds: [],
  sameProvider: false,
  durationOptionId: null,
  choice: null,
  seats: 1,
  pressed: null,
  waitedUntil: null,
  isOverride: false,
  showsAll: false,
}

export interface Offer {
  /** The starts of the date that the board shows. */
  starts: FoundStarts
  /** Best first: of the date, else of the weeks after it. */
  best: readonly BestChoice[]
}

/** The start with its end, since it may lie on a date whose starts were not asked for. */
type BestChoice = Choice & { end: number }

export interface BookingState {
  /** Null while nothing is being booked. */
  booking: Booking | null
  offer: Offer | undefined
  error: Error | null
  /** `waitedUntil`: the end of a free stretch that begins there and that somebody waits for. */
  open(pressed?: Choice, waitedUntil?: number): void
  change(fields: Partial<Booking>): void
  press(choice: Choice): void
  close(): void
}

/** Begun at once where the customer is known. */
export function useBooking(date: string, forCustomerId: number | null = null): BookingState {
  const [booking, setBooking] = useState<Booking | null>(
    forCustomerId === null ? null : { ...blank, customerId: forCustomerId },
  )
  const { customerId, typeId, durationOptionId, isOverride, showsAll } = booking ?? blank
  const wanted = {
    ...typesAsked(booking ?? blank),
    customer_id: customerId,
    duration_option_id: durationOptionId,
    override_eligibility: isOverride,
    all_starts: showsAll,
  }
  const isAsked = booking !== null && typeId !== null
  const day = useQuery({
    ...startsOf({ ...wanted, start_date: date, end_date: addDays(date, 1) }),
    enabled: isAsked,
  })
  const isEmpty = day.data?.jobs.size === 0
  // The weeks after a day on which nothing works.
  const later = useQuery({
    ...startsOf({
      ...wanted,
      start_date: addDays(date, 1),
      end_date: addDays(date, 1 + daysAhead),
      with_starts: false,
    }),
    enabled: isAsked && isEmpty,
  })
  const starts = isAsked ? day.data : undefined
  const best = isEmpty ? (later.data?.best ?? []) : (starts?.best ?? [])
  const offer = starts && { starts, best: best.map(choiceOf) }
  return {
    booking,
    offer,
    error: isAsked ? day.error : null,
    open: (pressed, waitedUntil) =>
      setBooking({ ...blank, pressed: pressed ?? null, waitedUntil: waitedUntil ?? null }),
    change: (fields) => setBooking((present) => present && { ...present, ...fields }),
    press: (choice) =>
      setBooking((present) => {
        const offered = starts && offeredAt(starts, choice)
        return present && { ...present, pressed: offered ?? choice, choice: offered ?? null }
      }),
    close: () => setBooking(null),
  }
}

/** The types as the service is asked for them. */
export function typesAsked({
  typeId,
  thenTypeIds,
  sameProvider,
}: Pick<Booking, "typeId" | "thenTypeIds" | "sameProvider">) {
  if (typeId === null) return {}
  if (thenTypeIds.length === 0) return { appointment_type_id: typeId }
  return { appointment_type_ids: [typeId, ...thenTypeIds], same_provider: sameProvider }
}

/** How many days after an empty one are looked through. */
const daysAhead = 31

const choiceOf = ({
  provider_id,
  location_id,
  start_time,
  end_time,
}: FoundStarts["best"][number]): BestChoice => ({
  providerId: provider_id,
  locationId: location_id,
  start: minuteOf(start_time),
  end: minuteOf(end_time),
})

/** The first day of each job of one provider at one location that can be booked; a promised window as it is. */
export const startsAt = ({ jobs }: FoundStarts, at: Pick<Choice, "providerId" | "locationId">): Span[] =>
  (jobs.get(pairKey(at)) ?? []).map(({ blocks }) => blocks[0]!)

/** The window that the choice begins; null where starts are promised. */
export function windowOf({ starts, best }: Offer, choice: Choice): Span | null {
  if (!starts.isOfWindows) return null
  const shown = startsAt(starts, choice).find(([start]) => start === choice.start)
  const proposed = best.find((each) => isSameChoice(each, choice))
  return shown ?? (proposed ? [proposed.start, proposed.end] : null)
}

/** The offered start that a press means: a press within a window means that window. */
export function offeredAt(starts: FoundStarts, pressed: Choice): Choice | undefined {
  const start = pressedStart(startsAt(starts, pressed), pressed.start, starts.isOfWindows)
  return start === undefined ? undefined : { ...pressed, start }
}

export const choiceIn = ({ provider, location }: Column, start: number): Choice => ({
  providerId: provider.id,
  locationId: location.id,
  start,
})

export const isSameChoice = (a: Choice | null, b: Choice | null): boolean =>
  a?.providerId === b?.providerId && a?.locationId === b?.locationId && a?.start === b?.start
