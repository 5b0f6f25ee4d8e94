/** A search's times as their reader wants them: in one list, by the days of the reader's own time zone. */
import type { Slot, SlotAnswer } from "./api.generated.ts"

export interface ReaderOptions {
  /** IANA; the machine's own when left out. */
  timeZone?: string
}

export interface SlotDay {
  /** YYYY-MM-DD in the reader's zone. */
  date: string
  slots: Slot[]
}

/** All times of the answer, the earliest first, by the reader's days. */
export function slotsByDay(
  { providers }: Pick<SlotAnswer, "providers">,
  reader: ReaderOptions = {},
): SlotDay[] {
  const slots = providers.flatMap(({ slots: own, ...at }) => own.map((slot) => ({ ...at, ...slot })))
  slots.sort((one, other) =>
    one.start_time < other.start_time ? -1 : one.start_time > other.start_time ? 1 : 0,
  )
  const dateOf = dates(reader)
  const days: SlotDay[] = []
  for (const slot of slots) {
    const date = dateOf(new Date(slot.start_time))
    if (days.at(-1)?.date !== date) days.push({ date, slots: [] })
    days.at(-1)!.slots.push(slot)
  }
  return days
}

/** `start_date` and `end_date` of a search over so many of the reader's days, the first of them that of `from`. */
export function searchDates(
  days: number,
  { from = new Date(), ...reader }: ReaderOptions & { from?: Date } = {},
): { start_date: string; end_date: string } {
  const start_date = dates(reader)(from)
  const end = new Date(`${start_date}T00:00:00Z`)
  end.setUTCDate(end.getUTCDate() + days)
  return { start_date, end_date: end.toISOString().slice(0, 10) }
}

/** A start as people read it: `Tuesday, March 2, 9:00 AM`. */
export function slotTime(
  { start_time }: Pick<Slot, "start_time">,
  { locale, ...reader }: ReaderOptions & { locale?: string } = {},
): string {
  return new Intl.DateTimeFormat(locale, {
    ...reader,
    weekday: "long",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(start_time))
}

/** Of Sweden, whose dates are written YYYY-MM-DD. */
function dates({ timeZone }: ReaderOptions): (at: Date) => string {
  const format = new Intl.DateTimeFormat("sv-SE", timeZone === undefined ? {} : { timeZone })
  return (at) => format.format(at)
}
