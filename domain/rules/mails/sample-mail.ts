/** Mails about a made-up appointment, so that a company reads its mails before a customer does. */
import { linkPath } from "../../model/link-token.ts"
import type { SamplePurpose } from "../../model/mail.ts"
import { unasked } from "../../model/pending-appointment.ts"
import { isoOfMinute } from "../../time/dates.ts"
import { localToMinute, minuteToLocal } from "../../time/local-time.ts"
import { minuteOf, msPerMinute } from "../../time/units.ts"
import type { Locale } from "../texts/text-times.ts"
import { appointmentMail } from "./appointment-mail.ts"
import type { MailContent } from "./mail-content.ts"
import { offerMail } from "./offer-mail.ts"

interface SampleCompany {
  name: string
  timezone: string
  accentColor: string
  callPhone: string | null
  /** The address of its customers' pages; null when it gives out no links. */
  bookUrl: string | null
}

const newsOf = {
  confirmation: "booked",
  change: "moved",
  cancellation: "cancelled",
  reminder: "reminder",
} as const

/** Its links open nothing: no link has this token. */
const token = "x".repeat(24)

const provider = "Alex"

/** An offer is held this long. */
const heldMinutes = 30

/**
 * A sample about an hour tomorrow at ten, on the company's clock. Null for an offer of a company without links, which can
 * send none.
 */
export function sampleMail(
  purpose: SamplePurpose,
  locale: Locale,
  company: SampleCompany,
  now: number,
): MailContent | null {
  const { name, timezone, accentColor, callPhone, bookUrl } = company
  const tomorrow = minuteToLocal(timezone, minuteOf(now)).day + 1
  const start = localToMinute(timezone, tomorrow, 10 * 60)
  const block = { start_time: isoOfMinute(start), end_time: isoOfMinute(start + 60) }
  const words = { locale, companyName: name, accentColor, callPhone }
  const shared = { place: "at_location" as const, timezone }
  if (purpose !== "offer")
    return appointmentMail(
      newsOf[purpose],
      {
        ...{ ...shared, ...unasked, type_name: "Appointment", location_name: name, provider_name: provider },
        ...{ blocks: [block], attendance: "unknown", cancel_reason: null },
      },
      {
        ...{ ...words, firstName: "Sam", manageUrl: bookUrl && bookUrl + linkPath("appointment", token) },
        ...{ proofUrl: null, locationAddress: null, isInvited: false },
      },
    )
  if (bookUrl === null) return null
  return offerMail(
    {
      ...{ ...shared, firstName: "Sam", typeName: "Appointment", locationName: name, providerName: provider },
      start_at: new Date(block.start_time),
      end_at: new Date(block.end_time),
      isWindow: false,
      heldUntil: new Date(now + heldMinutes * msPerMinute),
      url: bookUrl + linkPath("waiting_entry", token),
    },
    { ...words, unsubscribeUrl: `${bookUrl}/u/${token}` },
  )
}
