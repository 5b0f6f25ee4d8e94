/** The words of a mail about an appointment, in the three languages. */
import type { Appointment } from "../../model/appointment.ts"
import { toldBlocks } from "../../model/appointment-plan.ts"
import { linkSteps } from "../../model/link-steps.ts"
import type { FormerTime } from "../../model/mail.ts"
import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import { asOne } from "../groups/as-one.ts"
import { formatClock, type Locale } from "../texts/text-times.ts"
import { type AppointmentNews, hasEnded, isOnTheWay, typeInWords } from "../texts/wording.ts"
import type { MailContent } from "./mail-content.ts"
import { mailMessages, titled } from "./mail-messages.ts"
import {
  arrivalText,
  dayOfMonth,
  localMoment,
  longDate,
  momentText,
  shortMonth,
  subjectMoment,
  timeSpan,
} from "./mail-times.ts"

/** `declined`: the customer's calendar has declined the invitation, and nothing is cancelled by that. */
export type MailNews = AppointmentNews | "declined"

/** The news that a mail tells; a reminder to a customer who comes asks nothing. */
type Said = MailNews | "asking"

/** The sender and the recipient. */
export interface MailWords {
  locale: Locale
  companyName: string
  accentColor: string
  callPhone: string | null
  firstName: string
  /** The link by which the appointment is moved and cancelled; null when links are not set up. */
  manageUrl: string | null
  /** The address of the location that the customer comes to; null for every other place. */
  locationAddress: string | null
  /** How the company says that its location is found; null or left out for every other place, and where it says nothing. */
  directions?: string | null
  /** The public page, where another time can be booked; null or left out where it is off. */
  pageUrl?: string | null
  /** A moved appointment's time before, as the last mail said it; null or left out where it is not known. */
  former?: FormerTime | null
  /** The page on which the holder of the address says that it is theirs; null for an address that is known to be. */
  proofUrl: string | null
  /** The mail carries an invitation. */
  isInvited: boolean
  /** Appointments that were booked or changed with it. */
  others?: readonly ReportedAppointment[]
  /** They follow one another in one visit, so that it is spoken of as one; else they are of a series. */
  isGroup?: boolean
}

type ReportedAppointment = Pick<
  Appointment,
  | "type_name"
  | "place"
  | "location_name"
  | "provider_name"
  | "timezone"
  | "blocks"
  | "attendance"
  | "answer_by"
  | "proposals"
  | "cancel_reason"
> &
  Partial<
    Pick<Appointment, "work_minutes" | "narrowed_start_at" | "narrowed_end_at" | "expected_at" | "seats">
  >

export function appointmentMail(
  of: MailNews,
  appointment: ReportedAppointment,
  words: MailWords,
): MailContent {
  const { locale, proofUrl, callPhone } = words
  const { appointment: news, ...common } = mailMessages[locale]
  const { accept, where, who, reason, questions, isItYou } = common
  const directions = words.directions ? withoutLinks(words.directions) : null
  // Without a link there is nowhere to answer.
  const isAsked = of === "reminder" && appointment.attendance !== "coming" && words.manageUrl !== null
  const said: Said = isAsked ? "asking" : of
  const lead = leadOf(said, appointment, words)
  const { others = [], isGroup = false } = words
  const all = [appointment, ...others] as const
  const type = typeInWords(locale, isGroup ? asOne(locale, all) : appointment)
  const isOff = of !== "declined" && hasEnded(of)
  const days = all.flatMap((each) =>
    toldBlocks(each).map((block) => spanOf(locale, each, block, isOff ? timeSpan : timeOf(each))),
  )
  const [first] = days
  const companyName = withoutLinks(words.companyName)
  const line = locationLine(appointment, words)
  const heading = headingOf(said, isGroup ? 1 : all.length, locale)
  return {
    locale,
    companyName,
    accentColor: words.accentColor,
    subject: heading.subject({ type, date: subjectDate(locale, appointment) }),
    preheader: `${first!.time} · ${line}`,
    title: titled(heading, greetedName(words.firstName)),
    lead:
      [
        lead,
        words.isInvited && of !== "narrowed" && !isOff ? accept : null,
        proofUrl === null ? null : isItYou,
      ]
        .filter(Boolean)
        .join(" ") || null,
    card: {
      month: shortMonth(locale, first!.day),
      dayOfMonth: dayOfMonth(first!.day),
      subject: type,
      headline: first!.date,
      lines: isGroup
        ? days.map(({ time }, i) => `${time} · ${partName(all[i]!)}`)
        : [first!.time, ...days.slice(1).map(({ date, time }) => `${date}, ${time}`)],
      facts: isOff
        ? []
        : [
            { label: where, text: line },
            ...(directions === null ? [] : [{ label: common.directions, text: directions }]),
            ...(isGroup || appointment.place === "at_customer" || appointment.provider_name === ""
              ? []
              : [{ label: who, text: withoutLinks(appointment.provider_name) }]),
          ],
      isStruck: isOff,
    },
    actions: actionsOf(said, words),
    sender: [companyName],
    callPhone,
    reason: [callPhone === null ? null : questions, reason].filter(Boolean).join(" "),
  }
}

/** When it begins, or the window of arrival that was promised. */
function subjectDate(locale: Locale, appointment: ReportedAppointment): string {
  const [first] = toldBlocks(appointment)
  const [startMs, endMs] = [Date.parse(first!.start_time), Date.parse(first!.end_time)]
  return subjectMoment(locale, appointment.timezone, { startMs, endMs }, appointment.work_minutes != null)
}

/** The services that follow in the same visit, with their providers. */
const partName = ({ type_name, provider_name }: ReportedAppointment) =>
  withoutLinks(provider_name === "" ? type_name : `${type_name} (${provider_name})`)

function headingOf(said: Said, count: number, locale: Locale) {
  const { appointment: news, series } = mailMessages[locale]
  if (count === 1 || (said !== "booked" && said !== "moved" && said !== "cancelled")) return news[said]
  const ofAll = series[said]
  return {
    title: ofAll.title({ count }),
    titleNamed: ({ name }: { name: string }) => ofAll.titleNamed({ name, count }),
    subject: ({ type, date }: { type: string; date: string }) => ofAll.subject({ type, date, count }),
  }
}

/** The first sentence; null where the title says it all. */
function leadOf(
  said: Said,
  appointment: ReportedAppointment,
  { locale, former, others = [], isGroup = false }: MailWords,
): string | null {
  const { timezone, answer_by, proposals, cancel_reason, expected_at, provider_name } = appointment
  const { appointment: news, because } = mailMessages[locale]
  const momentOf = (ms: number) => momentText(locale, timezone, ms)
  switch (said) {
    case "booked":
    case "reminder":
      return null
    case "asked":
      return news.asked.lead({ until: momentOf(answer_by!.getTime()) })
    case "proposed": {
      const times = proposals.map((one) => momentOf(Date.parse(one.start_time)))
      return news.proposed.lead({ until: momentOf(answer_by!.getTime()), times: times.join("; ") })
    }
    case "turnedDown": {
      const { lead } = news.turnedDown
      return cancel_reason ? because({ lead, reason: withoutLinks(cancel_reason) }) : lead
    }
    case "onTheWay": {
      const arrival = expected_at ? formatClock(locale, timezone, expected_at.getTime()) : ""
      return news.onTheWay.lead({ arrival })
    }
    case "moved": {
      // Several of a series were each at another time.
      if (!former || (others.length > 0 && !isGroup)) return news.moved.lead
      const isWindow = appointment.work_minutes != null
      return news.moved.leadFrom({ former: subjectMoment(locale, former.timezone, former, isWindow) })
    }
    case "otherProvider":
      return news.otherProvider.lead({ provider: withoutLinks(provider_name) })
    default:
      return news[said].lead
  }
}

/** Each opens a page that asks once. */
function actionsOf(said: Said, words: MailWords): MailContent["actions"] {
  const { locale, manageUrl, proofUrl, pageUrl } = words
  const { itIsMe, coming, move, cancel, choose, withdraw, follow, bookAgain } = mailMessages[locale]
  if (proofUrl !== null) return [{ label: itIsMe, url: proofUrl, isFirst: true }]
  if (said !== "declined" && said !== "asking" && hasEnded(said))
    return pageUrl ? [{ label: bookAgain, url: pageUrl, isFirst: true }] : []
  if (manageUrl === null) return []
  if (said !== "declined" && said !== "asking" && isOnTheWay(said))
    return [{ label: follow, url: manageUrl, isFirst: true }]
  const withdrawing = { label: withdraw, url: manageUrl + linkSteps.cancel, isFirst: false }
  if (said === "asked") return [withdrawing]
  if (said === "proposed") return [{ label: choose, url: manageUrl, isFirst: true }, withdrawing]
  const actions = {
    coming: { label: coming, url: manageUrl + linkSteps.coming, isFirst: said === "asking" },
    move: { label: move, url: manageUrl + linkSteps.move, isFirst: said === "cannotKeep" },
    cancel: { label: cancel, url: manageUrl + linkSteps.cancel, isFirst: said === "declined" },
  }
  if (said === "asking") return [actions.coming, actions.move, actions.cancel]
  if (said === "declined") return [actions.cancel, actions.move, actions.coming]
  return [actions.move, actions.cancel]
}

function spanOf(
  locale: Locale,
  { timezone: zone }: ReportedAppointment,
  block: ReportedAppointment["blocks"][number],
  say: typeof timeSpan,
) {
  const [startMs, endMs] = [Date.parse(block.start_time), Date.parse(block.end_time)]
  const { day } = localMoment(zone, startMs)
  return { day, date: longDate(locale, day), time: say(locale, zone, { startMs, endMs }) }
}

/** The time of arrival for a window, since the work takes another time than the window. */
const timeOf = ({ work_minutes }: ReportedAppointment) => (work_minutes == null ? timeSpan : arrivalText)

/** The location in a line. */
export function locationLine(
  { place, location_name: location }: ReportedAppointment,
  { locale, locationAddress }: MailWords,
): string {
  if (place === "at_customer") return mailMessages[locale].atCustomer
  if (place === "remote") return mailMessages[locale].remote
  return [withoutLinks(location), locationAddress].filter(Boolean).join(", ")
}
