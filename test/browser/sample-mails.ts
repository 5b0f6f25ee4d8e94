/** One mail of each kind, with ordinary and with very long words, in the three languages. */
import { unasked } from "../../domain/model/pending-appointment.ts"
import { appointmentMail, type MailNews } from "../../domain/rules/mails/appointment-mail.ts"
import { dayDigest } from "../../domain/rules/mails/day-digest.ts"
import type { MailContent } from "../../domain/rules/mails/mail-content.ts"
import { outreachMail } from "../../domain/rules/mails/outreach-mail.ts"
import { adminMail, passwordMail } from "../../domain/rules/mails/staff-mail.ts"

export type MailLocale = "en" | "es" | "fr"
export const mailLocales: readonly MailLocale[] = ["en", "es", "fr"]

const zone = "America/Chicago"
const block = { start_time: "2027-03-03T16:00:00.000Z", end_time: "2027-03-03T17:00:00.000Z" }
const until = Date.parse("2027-03-02T22:00:00.000Z")
const manageUrl = "https://book.example/a/p4Xz9p4Xz9p4Xz9p4Xz9p4"
const long = "Featherstonehaughwolfeschlegelsteinhausenbergerdorff"

const appointment = {
  type_name: "Boiler service",
  place: "at_location" as const,
  location_name: "Downtown",
  provider_name: "Ana Ruiz",
  timezone: zone,
  blocks: [block],
  attendance: "unknown" as const,
  ...unasked,
  cancel_reason: null,
}
const asked = { ...appointment, answer_by: new Date(until) }
const windowed = {
  ...appointment,
  narrowed_start_at: new Date(block.start_time),
  narrowed_end_at: new Date(block.end_time),
  expected_at: new Date(block.start_time),
}
const wordy = {
  ...appointment,
  type_name: `${long} ${long}`,
  location_name: long,
  provider_name: long,
  blocks: [0, 1, 2].map((day) => ({
    start_time: `2027-03-0${3 + day}T16:00:00.000Z`,
    end_time: `2027-03-0${3 + day}T23:00:00.000Z`,
  })),
}

const about: Partial<Record<MailNews, typeof appointment>> = {
  ...{ booked: appointment, moved: appointment, cancelled: { ...appointment, cancel_reason: null } },
  ...{ reminder: appointment, declined: { ...appointment, attendance: "unknown" } },
  ...{ asked, turnedDown: appointment, withdrawn: appointment },
  ...{ narrowed: windowed, onTheWay: windowed, setOut: windowed },
}

/** By the name of its kind. */
export function sampleMails(locale: MailLocale): Map<string, MailContent> {
  const brand = { locale, companyName: "Harbour Heating", accentColor: "#1d6b4c" }
  const words = {
    ...brand,
    callPhone: "+15125550100",
    firstName: "Sam",
    manageUrl,
    locationAddress: "410 Congress Ave, Austin, TX 78701",
    proofUrl: null,
    isInvited: false,
  }
  const staff = { ...brand, name: "Nora", timezone: zone }
  const outreach = {
    mail_subject: "Time for your yearly service",
    mail_text: "Hello {first_name},\n\nbook it here: {booking_link}",
  }
  const facts = {
    bookingLink: "https://book.example/r/abcd",
    firstName: "Sam",
    typeName: "Boiler service",
    phone: "",
  }
  const console = "https://api.example/console"
  const startAt = Date.parse(block.start_time)
  const visit = { startMs: startAt, endMs: startAt + 3_600_000, timezone: zone, typeName: "Boiler service" }
  return new Map<string, MailContent>([
    ...Object.entries(about).map(
      ([news, of]) =>
        [news, appointmentMail(news as MailNews, of, { ...words, isInvited: news === "booked" })] as const,
    ),
    [
      "unproven",
      appointmentMail("booked", appointment, { ...words, manageUrl: null, proofUrl: `${manageUrl}e` }),
    ],
    [
      "long words",
      appointmentMail("booked", wordy, {
        ...words,
        companyName: `${long} ${long}`,
        firstName: long,
        locationAddress: `${long} ${long}, Austin, TX 78701`,
        isInvited: true,
      }),
    ],
    [
      "outreach",
      outreachMail(outreach, facts, {
        ...brand,
        callPhone: null,
        unsubscribeUrl: "https://book.example/u/x",
      }),
    ],
    [
      "user_invitation",
      passwordMail("user_invitation", { url: `${console}/password#pr_x`, expiresAt: until }, staff),
    ],
    [
      "password_reset",
      passwordMail("password_reset", { url: `${console}/password#pr_x`, expiresAt: until }, staff),
    ],
    [
      "endpoint_disabled",
      adminMail({ purpose: "endpoint_disabled", endpointId: 1, host: `${long}.example` }, staff, console),
    ],
    ["calendar_lost", adminMail({ purpose: "calendar_lost", calendarId: 1, provider: long }, staff, console)],
    [
      "booking_asked",
      adminMail(
        {
          purpose: "booking_asked",
          appointmentId: 1,
          type: "Boiler service",
          startAt,
          timezone: zone,
          answerBy: until,
        },
        staff,
        console,
      ),
    ],
    [
      "day_digest",
      dayDigest(
        20_880,
        [
          { ...visit, who: "Sam Poe", promised: null, locationName: "Downtown" },
          { ...visit, who: { taken: 7, seats: 12 }, promised: null, locationName: "Downtown" },
          { ...visit, who: `${long} ${long}`, promised: visit, locationName: null },
        ],
        staff,
      ),
    ],
  ])
}
