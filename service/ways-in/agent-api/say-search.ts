/** A search's answer: the offer, or why there is nothing and what comes next. */
import { sayDate, sayList, sayTime, todayIn, type Wording } from "../../../domain/model/agent/say.ts"
import { emptySentence } from "../../../domain/model/agent/sentences.ts"
import { type SpokenSlot, sayOptions, type TimeOfDay } from "../../../domain/model/agent/slots.ts"
import { type Language, wordsIn } from "../../../domain/model/agent/speech.ts"
import { spokenTimes } from "../../../domain/model/agent/spoken-times.ts"
import { weekdaysIn } from "../../../domain/model/agent/weekdays.ts"
import { minuteOfClock } from "../../../domain/model/fields.ts"
import { dayOfDate } from "../../../domain/time/dates.ts"
import type { FoundSlots } from "../../slots/found-slots.ts"

export interface SearchOutcome {
  question: {
    start_date?: string | null | undefined
    end_date?: string | null | undefined
    location_id?: number | null | undefined
    provider_id?: number | null | undefined
    time_of_day?: TimeOfDay | null | undefined
    around?: string | null | undefined
    after?: string | null | undefined
    before?: string | null | undefined
    weekdays?: string | null | undefined
    sooner?: boolean | null | undefined
  }
  dates: { start_date: string; end_date: string }
  found: FoundSlots
  /** False when nothing is free at the time of day that was asked for, so that other times are offered. */
  isAsWished: boolean
  recommended: readonly SpokenSlot[]
  next: SpokenSlot | null
}

/** So many times can be remembered by somebody who hears them. */
const mostOffered = 3

export function saySearch(outcome: SearchOutcome, wording: Wording): string {
  const { question, found, isAsWished, recommended } = outcome
  const { language } = wording
  if (found.reason !== null) {
    return emptySentence(language, found.reason, { locationId: question.location_id })
  }
  if (recommended.length === 0) return sayNothingFree(outcome, wording)
  const { times, location } = sayOptions(recommended.slice(0, mostOffered), wording)
  const person = question.provider_id == null ? null : recommended[0]!.provider_name
  const offer = sayOffer(language, { times, person, location })
  return isAsWished
    ? offer
    : wordsIn(language).search.notAsWished({ wish: sayWish(language, question), offer })
}

function sayOffer(
  language: Language,
  { times, person, location }: { times: string; person: string | null; location: string | null },
): string {
  const words = wordsIn(language).search
  if (person === null) return location === null ? words.offer({ times }) : words.offerAt({ times, location })
  return location === null
    ? words.offerWith({ times, person })
    : words.offerWithAt({ times, person, location })
}

function sayNothingFree({ question, dates, found, next }: SearchOutcome, wording: Wording): string {
  const { language, now } = wording
  const words = wordsIn(language).search
  const zone = wording.companyZone!
  const { today: date, today_say: todaySaid } = todayIn(language, zone, now)
  const today = dayOfDate(date)!
  const first = next && words.first({ when: next.say })
  if (dayOfDate(dates.end_date)! <= today)
    return words.passed({ today: todaySaid, next: first ?? words.whichDays })
  if (question.start_date == null && question.end_date == null) return first ?? words.nothingNow
  if (next) return words.nextAfter({ when: next.say })
  const lastDay = today + found.input.type.bookingWindowDays
  if (dayOfDate(dates.start_date)! > lastDay)
    return words.tooFar({ day: sayDate(language, lastDay, zone, now) })
  return words.nothingAfter
}

/** `in the morning`, `around 3:00 PM`, `on Mondays or Fridays after 2:00 PM`: each part that was asked for. */
function sayWish(
  language: Language,
  { time_of_day: part, around, ...rest }: SearchOutcome["question"],
): string {
  const words = wordsIn(language).search
  return [
    ...(rest.sooner ? [words.sooner] : []),
    ...(rest.weekdays == null ? [] : [words.onDays({ days: sayWeekdays(language, rest.weekdays) })]),
    ...(part == null ? [] : [words[part]]),
    ...(around == null ? [] : [words.around({ time: sayTime(language, minuteOfClock(around)) })]),
    ...sayBetween(language, rest.after, rest.before),
  ].join(" ")
}

/** `after 2:00 PM before 4:00 PM`; `before 3:00 PM or after 4:00 PM` of who can't come between. */
function sayBetween(
  language: Language,
  after: string | null | undefined,
  before: string | null | undefined,
): string[] {
  const words = wordsIn(language).search
  const [from, until] = [after, before].map((clock) => (clock == null ? null : minuteOfClock(clock)))
  const said = (minute: number) => sayTime(language, minute)
  if (from != null && until != null && from >= until)
    return [words.beforeOrAfter({ before: said(until), after: said(from) })]
  return [
    ...(from == null ? [] : [words.after({ time: said(from) })]),
    ...(until == null ? [] : [words.before({ time: said(until) })]),
  ]
}

const sayWeekdays = (language: Language, names: string): string =>
  sayList(
    language,
    [...weekdaysIn(names)].map((weekday) => spokenTimes[language].each(weekday)),
    "or",
  )
