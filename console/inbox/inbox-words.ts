/** An entry of the inbox says this of itself: its title, a line below it, and when it ends. */
import { formatsOf } from "../formats.ts"
import type { Words } from "../words/words.ts"
import type { Entry } from "./entry.ts"

type InboxWords = Words["inbox"]

const nameOf = ({ customer, about }: Entry, words: InboxWords): string =>
  customer?.name ?? about ?? words.someone

const hostOf = (url: string): string => URL.parse(url)?.host ?? url

export function titleOf(entry: Entry, words: InboxWords): string {
  const { kind, appointment, proposed_time } = entry
  const name = kind === "callback" || appointment ? nameOf(entry, words) : ""
  const time = appointment ? formatsOf(appointment.timezone).moment(appointment.start_time) : ""
  switch (kind) {
    case "pending":
      return words.asks({ name, time })
    case "callback":
      return words.call({ name })
    case "not_understood":
      return words.wrote({ name: nameOf(entry, words) })
    case "counter_proposal":
      return words.proposes({
        name,
        time: formatsOf(appointment!.timezone).moment(proposed_time!.start_time),
      })
    case "declined":
      return words.notComing({ name })
    case "message_uncertain":
      return words.maybeSent({ name })
    case "message_failed":
      return words.notSent({ name })
    case "understaffed":
      return words.isOff({ away: entry.about!, type: appointment!.appointment_type.name, time })
    case "endpoint_failing": {
      const host = hostOf(entry.about!)
      return entry.due === null ? words.switchedOff({ host }) : words.noAnswer({ host })
    }
    case "calendar_failing":
      return words.calendarFails({ name: entry.about! })
  }
}

/** @param zone the company's, for what is about no appointment */
export function lineOf(
  entry: Entry,
  { inbox: words, texts }: Pick<Words, "inbox" | "texts">,
  zone: string,
): string {
  const { kind, appointment } = entry
  if (!appointment) {
    const time = formatsOf(zone).moment(entry.since)
    if (kind === "calendar_failing") return words.calendarHint({ time })
    return entry.message === null ? words.since({ time }) : `“${entry.message}”`
  }
  const time = formatsOf(appointment.timezone).moment(appointment.start_time)
  const type = appointment.appointment_type.name
  const person = appointment.provider.name
  if (kind === "counter_proposal") return words.insteadOf({ time, type, person })
  if (kind === "declined") return words.stillStands({ type, time })
  if (kind === "understaffed") return entry.customer!.name
  if (kind === "pending") return words.withPerson({ type, person })
  const purposes: Record<string, string> = texts.purposes
  return words.messageAbout({ purpose: purposes[entry.about!] ?? "", type, time })
}

const minutesPerDay = 1_440

/** "48 min", "3 h", or the day; with how near it is. */
export function endOf(
  { due, appointment }: Entry,
  words: InboxWords,
  { zone, minute }: { zone: string; minute: number },
): { text: string; isSoon: boolean } {
  if (due === null) return { text: words.noHurry, isSoon: false }
  const left = Math.floor(Date.parse(due) / 60_000) - minute
  if (left < 60) return { text: words.minutes({ count: Math.max(left, 0) }), isSoon: true }
  if (left < minutesPerDay) return { text: words.hours({ count: Math.floor(left / 60) }), isSoon: left < 240 }
  return { text: formatsOf(appointment?.timezone ?? zone).moment(due), isSoon: false }
}
