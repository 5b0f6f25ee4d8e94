/** Joining the waiting list, and changing an entry, change the customer's entries. */
import type { AppointmentType } from "../../model/appointment-type.ts"
import { invalid, Refusal } from "../../model/errors.ts"
import {
  mostWaitingEntries,
  type OfferChannel,
  offerChannels,
  type PartOfDay,
  typeIdsOf,
  type WaitingEntry,
} from "../../model/waiting-entry.ts"
import { whyNotLinked } from "../groups/judge-group.ts"

/** An entry's wishes about when, where and with whom. */
export interface Wanted {
  earliest_date: string
  latest_date: string
  weekdays: number[] | null
  parts_of_day: PartOfDay[] | null
  location_ids: number[] | null
  provider_ids: number[] | null
  least_notice_minutes: number
  channels: OfferChannel[]
}

export interface Joining extends Wanted {
  appointment_type_id: number
  then_type_ids: number[]
  same_provider: boolean
  appointment_id: number | null
  /** Null leaves an entry the one that it has. */
  priority: number | null
}

/**
 * The entries that a booking ends. One type's ends with any booking of the type; that of several types once all of them have
 * been booked since the customer joined, at once or one by one. `booked` are the customer's appointments of those types that
 * stand.
 */
export function isBooked(
  entry: Pick<WaitingEntry, "appointment_type_id" | "then_type_ids" | "created_at">,
  booked: readonly { appointment_type_id: number; created_at: Date }[],
): boolean {
  const left = booked
    .filter(({ created_at }) => created_at.getTime() >= entry.created_at.getTime())
    .map(({ appointment_type_id }) => appointment_type_id)
  return typeIdsOf(entry).every((id) => {
    const at = left.indexOf(id)
    if (at < 0) return false
    left.splice(at, 1)
    return true
  })
}

/** The wishes as they are sent: what is left out says nothing. */
export interface SentWishes {
  earliest_date?: string | undefined
  latest_date?: string | undefined
  weekdays?: number[] | null | undefined
  parts_of_day?: PartOfDay[] | null | undefined
  location_ids?: number[] | null | undefined
  provider_ids?: number[] | null | undefined
  least_notice_minutes?: number | undefined
  channels?: OfferChannel[] | undefined
}

/** The wishes of a new entry. `today` is the company's date, before which no entry waits. */
export const wantedFrom = (sent: SentWishes & { latest_date: string }, today: string): Wanted => ({
  earliest_date: sent.earliest_date ?? today,
  latest_date: sent.latest_date,
  weekdays: sorted(sent.weekdays ?? null),
  parts_of_day: sent.parts_of_day ?? null,
  location_ids: sorted(sent.location_ids ?? null),
  provider_ids: sorted(sent.provider_ids ?? null),
  least_notice_minutes: sent.least_notice_minutes ?? 0,
  channels: sent.channels ?? [...offerChannels],
})

/** The entry with what was sent. */
export const changedEntry = (
  entry: WaitingEntry,
  sent: SentWishes & { priority?: number | undefined },
): WaitingEntry => ({
  ...entry,
  earliest_date: sent.earliest_date ?? entry.earliest_date,
  latest_date: sent.latest_date ?? entry.latest_date,
  weekdays: sent.weekdays === undefined ? entry.weekdays : sorted(sent.weekdays),
  parts_of_day: sent.parts_of_day === undefined ? entry.parts_of_day : sent.parts_of_day,
  location_ids: sent.location_ids === undefined ? entry.location_ids : sorted(sent.location_ids),
  provider_ids: sent.provider_ids === undefined ? entry.provider_ids : sorted(sent.provider_ids),
  least_notice_minutes: sent.least_notice_minutes ?? entry.least_notice_minutes,
  channels: sent.channels ?? entry.channels,
  priority: sent.priority ?? entry.priority,
})

const sorted = (values: number[] | null): number[] | null => values?.toSorted((a, b) => a - b) ?? null

/** Null for dates that can be waited for. */
export function whyNotThoseDates(
  { earliest_date, latest_date }: Pick<Wanted, "earliest_date" | "latest_date">,
  today: string,
): Refusal | null {
  if (latest_date < earliest_date) return invalid("latest_date", "expected a date not before earliest_date")
  if (latest_date < today) return invalid("latest_date", "expected a date that is not over")
  return null
}

/** The fields of a type that decide if a customer can wait for it together with others. */
type WaitedForType = Pick<
  AppointmentType,
  "name" | "kind" | "block_minutes" | "window_minutes" | "confirmation" | "seats" | "questions"
>

/**
 * Why the type at that place can't be waited for with others in one visit: it can't be booked so, or not by the customer alone, who
 * answers its questions with a booking of its own. Null when it can.
 */
export function whyNotWaitedFor(type: WaitedForType, index: number): Refusal | null {
  const field = `appointment_type_ids[${index}]`
  if (type.kind === "by_request") return invalid(field, "expected a type that is booked without a request")
  if (type.questions.some(({ required }) => required))
    return invalid(field, "expected a type without questions that have to be answered")
  return whyNotLinked(type, index)
}

/**
 * A second entry for the same type and dates changes the first. `present` are the customer's entries that wait. Refuses a
 * sixth entry.
 */
export function judgeJoining(
  present: readonly WaitingEntry[],
  wanted: Joining,
): { changes: WaitingEntry } | { changes: null } | Refusal {
  const same = present.find((entry) => isOfSame(entry, wanted))
  if (same) return { changes: { ...same, ...wanted, priority: wanted.priority ?? same.priority } }
  return present.length >= mostWaitingEntries ? tooMany() : { changes: null }
}

/** Two entries of a customer never wait for the same type and dates. */
export function judgeChange(present: readonly WaitingEntry[], changed: WaitingEntry): Refusal | null {
  const isTaken = present.some((entry) => entry.id !== changed.id && isOfSame(entry, changed))
  return isTaken
    ? invalid(
        "latest_date",
        "expected other dates: another entry of the customer waits for the same type and these",
      )
    : null
}

const isOfSame = (
  entry: WaitingEntry,
  other: Pick<Joining, "appointment_type_id" | "then_type_ids" | "earliest_date" | "latest_date">,
): boolean =>
  typeIdsOf(entry).join() === typeIdsOf(other).join() &&
  entry.earliest_date === other.earliest_date &&
  entry.latest_date === other.latest_date

const tooMany = () => new Refusal("too_many_waiting_entries", { details: { most: mostWaitingEntries } })

/** An offer would reach the customer by no channel that they ticked. Names the box that would help. */
export const unreachable = ({ mailOffers, hasEmail }: { mailOffers: boolean; hasEmail: boolean }): Refusal =>
  mailOffers && !hasEmail
    ? invalid("mailOffers", "expected an email address of the customer that takes mails, or a yes to texts")
    : invalid("textOffers", "expected a yes to texts or mails by which an offer can reach the customer")
