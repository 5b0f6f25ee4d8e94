/** The words of texts that list upcoming appointments, and of answers to replies like CANCEL. */
import type { Appointment } from "../../model/appointment.ts"
import { withoutLinks } from "../../model/written-by-people.ts"
import { inGsmAlphabet } from "./gsm.ts"
import { textMessages } from "./text-messages.ts"
import { formatWhen, type Locale } from "./text-times.ts"
import { opening, type Promised, type Sender } from "./wording.ts"

/** An appointment as a text lists it. */
export interface ListedAppointment
  extends Pick<Appointment, "type_name" | "start_at" | "timezone" | "status">,
    Promised {
  manageUrl: string | null
  /** Later ones of its series, which its link lists. */
  moreOfSeries?: number
}

/**
 * `asked`: the links of the number's appointments, as its holder asked on the public page. `still_booked`: in answer to a
 * reply like CANCEL, which cancels nothing. `stopped`: the same where that reply has also stopped the company's texts.
 */
export type ListOccasion = "asked" | "still_booked" | "stopped"

/** Names the appointments, one a line, each with its link; `more` found no room. Null when that would help in nothing. */
export function listText(
  occasion: ListOccasion,
  appointments: readonly ListedAppointment[],
  sender: Sender,
  more = 0,
): string | null {
  const { locale, callPhone } = sender
  const words = textMessages[locale].list
  const hasLinks = appointments.every(({ manageUrl }) => manageUrl !== null)
  if (appointments.length === 0 || (occasion === "asked" && !hasLinks)) return null
  const lines = appointments.map((appointment) => {
    const { type_name, status, manageUrl, moreOfSeries = 0 } = appointment
    const time = `${withoutLinks(type_name)}, ${formatWhen(locale, appointment)}`
    const one = status === "pending" ? words.unconfirmed({ line: time }) : time
    const line = moreOfSeries > 0 ? words.ofSeries({ line: one, count: moreOfSeries }) : one
    return hasLinks ? words.line({ line, url: manageUrl! }) : line
  })
  const isBooked = appointments.some(({ status }) => status !== "pending")
  const stillThere = isBooked ? words.stillBooked : words.stillAsked
  const how = hasLinks ? words.toCancel : callPhone === null ? null : words.callToCancel({ phone: callPhone })
  const head =
    occasion === "asked" ? [words.asked] : [occasion === "stopped" ? words.stopped : null, stillThere, how]
  const rest = more > 0 ? [words.more({ count: more })] : []
  return inGsmAlphabet([[opening(sender), ...head].filter(Boolean).join(" "), ...lines, ...rest].join("\n"))
}

/** The answer to a reply like CANCEL to the number that confirmations of all companies come from. */
export function sharedNumberText(locale: Locale, hasStopped: boolean): string {
  const { stopped, stillBooked } = textMessages[locale].sharedNumber
  return inGsmAlphabet(hasStopped ? `${stopped} ${stillBooked}` : stillBooked)
}
