/** A search's times as their reader wants them: in one list, by days, and as text. */
import type { Slot, SlotAnswer } from "./api.generated.ts"

export interface ReaderOptions {
  /** IANA. Left out, each slot is read in the zone of its own location. */
  timeZone?: string
}

export interface SlotDay {
  /** YYYY-MM-DD. */
  date: string
  slots: Slot[]
}

/** All times of the answer, the earliest first, by the days of their own location or of the reader. */
export function slotsByDay(
  { providers }: Pick<SlotAnswer, "providers">,
  { timeZone }: ReaderOptions = {},
): SlotDay[] {
  const slots = providers.flatMap(({ slots: own, ...at }) => own.map((slot) => ({ ...at, ...slot })))
  slots.sort((one, other) =>
    one.start_time < other.start_time ? -1 : one.start_time > other.start_time ? 1 : 0,
  )
  const byDate = new Map<string, Slot[]>()
  const dateOf = dates()
  for (const slot of slots) {
    const date = dateOf(new Date(slot.start_time), timeZone ?? slot.timezone)
    const ofDay = byDate.get(date)
    if (ofDay) ofDay.push(slot)
    else byDate.set(date, [slot])
  }
  return [...byDate]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, own]) => ({ date, slots: own }))
}

/** A slot and a location fit in as they are: their `timezone` is meant, and the day of a slot's start. */
export interface SearchOptions extends ReaderOptions {
  /** The first day is that of this instant; of now when left out. */
  from?: Date
  timezone?: string
  start_time?: string
}

const longestSearchDays = 31
const hourMs = 3_600_000

/**
 * `start_date` and `end_date` of a search over so many days. Days are those of `timeZone`, else of the slot or the location that
 * was given. Without any of them the search begins where the day begins last on earth and ends where it has begun first, up
 * to the 31 days that a search may have: it holds so many days of every location.
 */
export function searchDates(
  days: number,
  {
    start_time,
    from = start_time === undefined ? new Date() : new Date(start_time),
    timezone,
    timeZone = timezone,
  }: SearchOptions = {},
): { start_date: string; end_date: string } {
  const dateOf = dates()
  if (timeZone !== undefined) {
    const start_date = dateOf(from, timeZone)
    return { start_date, end_date: laterDate(start_date, days) }
  }
  const start_date = utcDate(from.getTime() - 12 * hourMs)
  const end_date = laterDate(utcDate(from.getTime() + 14 * hourMs), days)
  const last = laterDate(start_date, Math.max(days, longestSearchDays))
  return { start_date, end_date: end_date < last ? end_date : last }
}

/** A start as people read it, `Tuesday, March 2, 9:00 AM`, in the slot's own zone; one without a zone in the machine's. */
export function slotTime(
  { start_time, timezone }: Pick<Slot, "start_time"> & { timezone?: string },
  { locale, timeZone = timezone }: ReaderOptions & { locale?: string } = {},
): string {
  return new Intl.DateTimeFormat(locale, {
    ...(timeZone === undefined ? {} : { timeZone }),
    weekday: "long",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(start_time))
}

const utcDate = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const laterDate = (date: string, days: number) => utcDate(Date.parse(date) + days * 24 * hourMs)

/** The format of Sweden, whose dates are written YYYY-MM-DD. A formatter is slow to make, so each zone has one. */
function dates(): (at: Date, timeZone: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (at, timeZone) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone })
    formats.set(timeZone, format)
    return format.format(at)
  }
}
