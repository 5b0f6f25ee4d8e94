/** A booking that is being made: what was chosen so far, and the starts that a search offers for it. */
import { useState } from "preact/hooks"
import { addDays } from "../../ui/dates.ts"
import { type Answer, api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { type Column, minuteOf } from "./columns.ts"

/** A start with a provider at a location. */
export interface Choice {
  providerId: number
  locationId: number
  /** Minutes since 1970 UTC. */
  start: number
}

export interface Booking {
  customerId: number | null
  typeId: number | null
  durationOptionId: number | null
  choice: Choice | null
  /** An empty place that was pressed, whether it can be booked or not. */
  pressed: Choice | null
  /** Over notice, booking window, dates and area. */
  isOverride: boolean
  /** Of a type with packed starts: also those that searches leave out. */
  showsAll: boolean
}

const blank: Booking = {
  customerId: null,
  typeId: null,
  durationOptionId: null,
  choice: null,
  pressed: null,
  isOverride: false,
  showsAll: false,
}

export type Slots = Answer<"findSlots">

export interface BookingState {
  /** Null while nothing is being booked. */
  booking: Booking | null
  slots: Slots | undefined
  error: Error | null
  open(pressed?: Choice): void
  change(fields: Partial<Booking>): void
  press(choice: Choice): void
  close(): void
}

export function useBooking(date: string): BookingState {
  const [booking, setBooking] = useState<Booking | null>(null)
  const { customerId, typeId, durationOptionId, isOverride, showsAll } = booking ?? blank
  const { data, error } = useQuery({
    queryKey: ["slots", typeId, customerId, durationOptionId, date, isOverride, showsAll] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.findSlots(
        {
          appointment_type_id: typeId!,
          customer_id: customerId,
          duration_option_id: durationOptionId,
          start_date: date,
          end_date: addDays(date, 1),
          override_eligibility: isOverride,
          all_starts: showsAll,
        },
        { signal },
      ),
    enabled: booking !== null && typeId !== null,
  })
  return {
    booking,
    slots: typeId === null ? undefined : data,
    error: typeId === null ? null : error,
    open: (pressed) => setBooking({ ...blank, pressed: pressed ?? null }),
    change: (fields) => setBooking((present) => present && { ...present, ...fields }),
    press: (choice) =>
      setBooking((present) => {
        const isOffered = data !== undefined && startsOf(data, choice).includes(choice.start)
        return present && { ...present, pressed: choice, choice: isOffered ? choice : null }
      }),
    close: () => setBooking(null),
  }
}

/** The offered starts of one provider at one location. */
export function startsOf(slots: Slots, at: Pick<Choice, "providerId" | "locationId">): number[] {
  return slots.providers
    .filter((each) => each.provider_id === at.providerId && each.location_id === at.locationId)
    .flatMap((each) => each.slots.map(({ start_time }) => minuteOf(start_time)))
}

export const choiceIn = ({ provider, location }: Column, start: number): Choice => ({
  providerId: provider.id,
  locationId: location.id,
  start,
})

export const isSameChoice = (a: Choice | null, b: Choice | null): boolean =>
  a?.providerId === b?.providerId && a?.locationId === b?.locationId && a?.start === b?.start
