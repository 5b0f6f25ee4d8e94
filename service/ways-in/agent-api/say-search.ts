/** A search's answer: the offer, or why there is nothing and what comes next. */
import { sayDate, sayList, sayTime, todayIn, type Wording } from "../../../domain/model/agent/say.ts"
import { emptySentence } from "../../../domain/model/agent/sentences.ts"
import { type SpokenSlot, sayOptions, type TimeOfDay } from "../../../domain/model/agent/slots.ts"
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
  if (found.reason !== null) {
    return emptySentence(found.reason, { locationId: question.location_id })
  }
  if (recommended.length === 0) return sayNothingFree(outcome, wording)
  const { times, location } = sayOptions(recommended.slice(0, mostOffered), wording)
  const person = question.provider_id == null ? null : recommended[0]!.provider_name
  const offer = `${capitalized(withAndAt(person, location))}I have ${times}.`
  return isAsWished ? offer : `There is nothing free ${wishedTime(question)}. ${offer}`
}

function sayNothingFree({ question, dates, found, next }: SearchOutcome, wording: Wording): string {
  const zone = wording.companyZone!
  const { today: date, today_say: todaySaid } = todayIn(zone, wording.now)
  const today = dayOfDate(date)!
  const first = next && `The first free time is ${next.say}.`
  if (dayOfDate(dates.end_date)! <= today) {
    return `Those days have passed: today is ${todaySaid}. ${first ?? "Which days would suit you?"}`
  }
  if (question.start_date == null && question.end_date == null) {
    return first ?? "There is nothing free at the moment."
  }
  if (next) return `There is nothing free in those days. The next time after them is ${next.say}.`
  const lastDay = today + found.input.type.bookingWindowDays
  if (dayOfDate(dates.start_date)! > lastDay) {
    return `That is too far ahead. We book until ${sayDate(lastDay, zone, wording.now)}.`
  }
  return "There is nothing free in those days, and nothing after them. Would an earlier day do?"
}

/** `in the morning`, `around 3:00 PM`, `on Mondays or Fridays after 2:00 PM`: each part that was asked for. */
const wishedTime = ({
  time_of_day: part,
  around,
  after,
  before,
  ...rest
}: SearchOutcome["question"]): string =>
  [
    ...(rest.sooner ? ["that is earlier"] : []),
    ...(rest.weekdays == null ? [] : [`on ${sayWeekdays(rest.weekdays)}`]),
    ...(part == null ? [] : [`in the ${part}`]),
    ...(around == null ? [] : [`around ${sayTime(minuteOfClock(around))}`]),
    ...sayBetween(after, before),
  ].join(" ")

/** `after 2:00 PM before 4:00 PM`; `before 3:00 PM or after 4:00 PM` of who can't come between. */
function sayBetween(after: string | null | undefined, before: string | null | undefined): string[] {
  const [from, until] = [after, before].map((clock) => (clock == null ? null : minuteOfClock(clock)))
  const said = {
    after: from == null ? null : `after ${sayTime(from)}`,
    before: until == null ? null : `before ${sayTime(until)}`,
  }
  if (from != null && until != null && from >= until) return [`${said.before} or ${said.after}`]
  return [said.after, said.before].filter((each) => each !== null)
}

const sayWeekdays = (names: string): string =>
  sayList(
    names.split(", ").map((name) => `${capitalized(name)}s`),
    "or",
  )

/** `with Ana Ruiz at Downtown `, of which either may be null. */
const withAndAt = (person: string | null, location: string | null): string =>
  `${person === null ? "" : `with ${person} `}${location === null ? "" : `at ${location} `}`

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
