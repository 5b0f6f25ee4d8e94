/** The files of other systems, as far as their makers or their own code say how they are titled. */
import type { ImportKind } from "../model/imports.ts"
import type { Cell } from "./cells.ts"

export type Source =
  | "calendly"
  | "cal.com"
  | "acuity"
  | "square"
  | "google"
  | "outlook"
  | "jobber"
  | "fresha"
  | "bookly"
  | "amelia"
  | "housecall"
  | "own"

/** As their makers write them. */
export const sourceNames: Record<Exclude<Source, "own">, string> = {
  acuity: "Acuity",
  square: "Square",
  google: "Google",
  outlook: "Outlook",
  jobber: "Jobber",
  fresha: "Fresha",
  bookly: "Bookly",
  amelia: "Amelia",
  housecall: "Housecall Pro",
  calendly: "Calendly",
  "cal.com": "Cal.com",
}

export type Titles = Partial<Record<Cell, readonly string[]>>

/** Google numbers the values of a label. */
const numbered = (before: string, after: string) =>
  Array.from({ length: 9 }, (_, index) => `${before} ${index + 1} ${after}`)

/** Acuity titles a person alike in its lists of clients and of appointments. */
const acuityPerson: Titles = {
  first_name: ["first name"],
  last_name: ["last name"],
  phone: ["phone"],
  email: ["email"],
}

/** A job of Housecall Pro's report names its customer. */
const housecallPerson: Titles = {
  name: ["customer"],
  first_name: ["first name"],
  last_name: ["last name"],
  company: ["company"],
  phone: ["mobile phone", "home phone"],
  email: ["email"],
  line1: ["street"],
  line2: ["street line 2"],
  city: ["city"],
  state: ["state"],
  postal_code: ["zip", "zip code", "postal code"],
}

/**
 * The exports of other systems by their titles; `docs/importing.md` names where each is published. A file is known by all
 * titles of one of its marks. A later title stands in for an earlier.
 */
export const exportsOf: Record<
  Exclude<Source, "own">,
  { marks: readonly (readonly string[])[] } & Partial<Record<ImportKind, Titles>>
> = {
  acuity: {
    marks: [["date scheduled", "calendar", "start time", "end time"]],
    customers: acuityPerson,
    providers: { name: ["calendar"] },
    appointments: {
      ...acuityPerson,
      external_ref: ["appointment id"],
      start_time: ["start time"],
      end_time: ["end time"],
      appointment_type: ["type"],
      provider: ["calendar"],
      cancelled: ["canceled", "cancelled"],
      notes: ["notes"],
    },
  },
  square: {
    marks: [["square customer id", "email address"]],
    customers: {
      external_ref: ["reference id", "square customer id"],
      first_name: ["first name"],
      last_name: ["last name", "surname"],
      company: ["company name"],
      phone: ["phone number"],
      email: ["email address"],
      accepts_emails: ["email subscription status"],
      notes: ["memo"],
      line1: ["street address 1"],
      line2: ["street address 2"],
      city: ["city"],
      state: ["state"],
      postal_code: ["postal code"],
    },
  },
  google: {
    marks: [
      ["subject", "start date", "start time"],
      ["e mail 1 value", "phone 1 value"],
    ],
    customers: {
      name: ["name"],
      first_name: ["first name", "given name"],
      last_name: ["last name", "family name"],
      company: ["organization name", "organization 1 name"],
      phone: numbered("phone", "value"),
      email: numbered("e mail", "value"),
      line1: ["address 1 street"],
      line2: ["address 1 extended address"],
      city: ["address 1 city"],
      state: ["address 1 region"],
      postal_code: ["address 1 postal code"],
      country: ["address 1 country"],
      notes: ["notes"],
    },
    appointments: {
      date: ["start date"],
      time: ["start time"],
      end_time: ["end time"],
      name: ["subject"],
      customer_ref: ["subject"],
      notes: ["description"],
    },
  },
  outlook: {
    marks: [["e mail address", "mobile phone", "home street"]],
    customers: {
      first_name: ["first name"],
      last_name: ["last name"],
      company: ["company"],
      phone: [
        "mobile phone",
        "primary phone",
        "home phone",
        "business phone",
        "other phone",
        "home phone 2",
        "business phone 2",
      ],
      email: ["e mail address", "e mail 2 address", "e mail 3 address"],
      line1: ["home street"],
      city: ["home city"],
      state: ["home state"],
      postal_code: ["home postal code"],
      country: ["home country region"],
      notes: ["notes"],
    },
  },
  jobber: {
    marks: [
      ["j id", "display name"],
      ["main phone s", "service street 1"],
    ],
    customers: {
      external_ref: ["j id"],
      name: ["display name"],
      first_name: ["first name"],
      last_name: ["last name"],
      company: ["company name"],
      phone: ["main phone s", "mobile phone s", "home phone s", "work phone s"],
      email: ["e mails", "emails"],
      line1: ["service street 1"],
      line2: ["service street 2"],
      city: ["service city"],
      state: ["service state", "service province"],
      postal_code: ["service zip", "service zip code", "service postal code"],
      country: ["service country"],
    },
  },
  fresha: {
    marks: [["client id", "mobile number", "accepts marketing"]],
    customers: {
      external_ref: ["client id"],
      name: ["full name"],
      first_name: ["first name"],
      last_name: ["last name"],
      phone: ["mobile number", "telephone"],
      email: ["email"],
      accepts_texts: ["accepts sms marketing"],
      accepts_emails: ["accepts marketing"],
      line1: ["address"],
      // So it is spelled there.
      line2: ["apartement suite"],
      city: ["city"],
      state: ["state"],
      postal_code: ["post code"],
      warning: ["block reason"],
      notes: ["note"],
    },
  },
  bookly: {
    marks: [
      ["appointment date", "employee", "customer name", "customer phone"],
      ["booking time", "employee", "customer name", "customer phone"],
      ["booking time", "staff member", "customer name", "customer phone"],
      ["last appointment", "total appointments", "payments"],
    ],
    customers: { name: ["name"], phone: ["phone"], email: ["email"], notes: ["notes"] },
    providers: { name: ["employee", "staff member"] },
    // The number of an appointment is that of several rows when several customers come to it.
    appointments: {
      start_time: ["appointment date", "booking time"],
      minutes: ["duration"],
      appointment_type: ["service"],
      provider: ["employee", "staff member"],
      name: ["customer name"],
      phone: ["customer phone"],
      email: ["customer email"],
      cancelled: ["status"],
      notes: ["notes"],
    },
  },
  amelia: {
    marks: [
      ["customers", "employee", "service", "start time"],
      ["customers", "employee", "service", "start"],
      ["appointment id", "customer name", "employee", "start time"],
      ["last appointment", "total appointments", "pending appointments"],
    ],
    customers: {
      first_name: ["first name"],
      last_name: ["last name"],
      phone: ["phone"],
      email: ["email"],
      notes: ["note"],
    },
    providers: { name: ["employee"] },
    // As with Bookly, several rows may have one number of an appointment.
    appointments: {
      start_time: ["start time", "start"],
      end_time: ["end time", "end"],
      appointment_type: ["service"],
      provider: ["employee"],
      location: ["location"],
      name: ["customer name", "customers"],
      phone: ["customer phone", "customers"],
      email: ["customer email", "customers"],
      cancelled: ["status"],
      notes: ["note"],
    },
  },
  housecall: {
    marks: [["on job duration", "customer tags", "mobile phone", "home phone"]],
    customers: housecallPerson,
    appointments: {
      ...housecallPerson,
      external_ref: ["invoice number"],
      start_time: ["date"],
      end_time: ["end time"],
    },
  },
  calendly: {
    marks: [["invitee email", "event type name", "start date time"]],
    customers: { name: ["invitee name"], email: ["invitee email"], phone: ["text reminder number"] },
    providers: { name: ["user name"] },
    appointments: {
      external_ref: ["invitee uuid", "event uuid"],
      cancelled: ["canceled"],
      start_time: ["start date time"],
      end_time: ["end date time"],
      appointment_type: ["event type name"],
      provider: ["user name"],
      name: ["invitee name"],
      email: ["invitee email"],
      phone: ["text reminder number"],
      notes: ["response 1"],
    },
  },
  "cal.com": {
    marks: [["uid", "starttime", "endtime", "useremail"]],
    customers: {
      name: ["attendee1", "attendees"],
      email: ["attendee1", "attendees"],
      phone: ["attendeephone1"],
    },
    providers: { name: ["userusername", "useremail"] },
    appointments: {
      external_ref: ["uid"],
      cancelled: ["timestatus"],
      start_time: ["starttime"],
      end_time: ["endtime"],
      appointment_type: ["title"],
      provider: ["userusername", "useremail"],
      name: ["attendee1", "attendees"],
      email: ["attendee1", "attendees"],
      phone: ["attendeephone1"],
    },
  },
}
