/**
 * A customer's answer by mail: that they come, by the letter C alone, or their calendar's answer to an invitation (iTIP
 * REPLY and COUNTER, RFC 5546). Whether the answer counts is judged afterwards, by its mark and by the address it came from.
 */
import type { AnsweredDate, MailAnswer, ReceivedMail } from "../../model/received-mail.ts"
import { secondsPerDay } from "../../time/units.ts"
import { timeOf } from "../calendars/calendar-times.ts"
import {
  type Component,
  partsOf,
  propertiesOf,
  propertyOf,
  readComponents,
  wordOf,
} from "../calendars/components.ts"
import { newBudget, UnreadableCalendar } from "../calendars/unreadable-calendar.ts"
import { zonesOf } from "../calendars/zones.ts"
import { isComing } from "../texts/consent.ts"
import { ownText } from "./own-text.ts"

/** Null for every other mail. */
export function readAnswer(mail: ReceivedMail): MailAnswer | null {
  const { from, automatic } = mail
  if (from === null || automatic === "replied") return null
  for (const text of mail.calendars) {
    const answer = readCalendarAnswer(text, from)
    if (answer) return answer
  }
  // A calendar's answers are sent by programs, at a press; a letter is typed.
  if (automatic !== "no" || mail.calendars.length > 0) return null
  if (mail.text === null || !isComing(ownText(mail.text))) return null
  const marks = [...mail.references.matchAll(/<(m\.[\w.-]{1,80})@/g)].map(([, mark]) => mark!)
  return marks.length === 0 ? null : { kind: "coming", from, marks: [...new Set(marks)].slice(-mostMarks) }
}

/** The newest ones: a thread's first mails may be of another appointment. */
const mostMarks = 3

function readCalendarAnswer(text: string, from: string): MailAnswer | null {
  try {
    const [file, ...more] = readComponents(text)
    if (file?.name !== "VCALENDAR" || more.length > 0) return null
    return answerOf(file, from)
  } catch (error) {
    if (error instanceof UnreadableCalendar) return null
    throw error
  }
}

/** The answer to a whole event; else to one date of a repeating one. */
function answerOf(file: Component, from: string): MailAnswer | null {
  const method = wordOf(file, "METHOD")
  const events = partsOf([file], "VEVENT")
  const event = events.find((each) => !propertyOf(each, "RECURRENCE-ID")) ?? events[0]
  const mark = event && /^(a\.[\w.-]{1,80})@/.exec(propertyOf(event, "UID")?.value.trim() ?? "")?.[1]
  if (!event || !mark) return null
  const sequence = Number(propertyOf(event, "SEQUENCE")?.value.trim() || 0)
  if (!Number.isSafeInteger(sequence) || sequence < 0) return null
  const about = { from, mark, sequence, place: answeredDateOf(file, event) }
  if (method === "COUNTER") return proposalOf(file, event, about)
  if (method !== "REPLY") return null
  const attendee = propertiesOf(event, "ATTENDEE").find(({ value }) => addressOf(value) === from)
  switch (attendee?.params.get("PARTSTAT")?.toUpperCase()) {
    case "ACCEPTED":
      return { kind: "invitation", ...about, said: "accepted" }
    case "DECLINED":
      return { kind: "invitation", ...about, said: "declined" }
    default:
      return null
  }
}

/** The instant where its zone is known, which may be another than that of the series: it is the customer's own. */
function answeredDateOf(file: Component, event: Component): AnsweredDate | null {
  const property = propertyOf(event, "RECURRENCE-ID")
  if (!property) return null
  const { wall, zone, isDate } = timeOf(property)
  const zones = zonesIn(file, wall)
  if (zone === null || isDate || zones.slackOf(zone).before > 0) return { wall: Math.floor(wall / 60) }
  return { minute: Math.floor(zones.toUtc(wall, zone) / 60) }
}

/** The zones that the answer defines and names, for times about `wall`. */
const zonesIn = (file: Component, wall: number) =>
  zonesOf(file, "UTC", wall + 400 * secondsPerDay, newBudget(100_000))

const addressOf = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, "")

function proposalOf(
  file: Component,
  event: Component,
  about: { from: string; mark: string; sequence: number; place: AnsweredDate | null },
): MailAnswer | null {
  const [start, end] = [propertyOf(event, "DTSTART"), propertyOf(event, "DTEND")]
  if (!start || !end) return null
  const [from, until] = [timeOf(start), timeOf(end)]
  if (from.isDate || until.isDate) return null
  const zones = zonesIn(file, until.wall)
  // A time in a zone that is not known is never shown as if it were.
  const isUnknown = [from, until].some(({ zone }) => zones.slackOf(zone).before > 0)
  if (isUnknown) return null
  const [startMs, endMs] = [from, until].map(({ wall, zone }) => zones.toUtc(wall, zone) * 1_000) as [
    number,
    number,
  ]
  return endMs > startMs ? { kind: "proposal", ...about, startMs, endMs } : null
}
