import { type DistanceUnit, distanceText } from "../units/distance.ts"
import { everyMinutes, saidDays, saidMinutes } from "./said-durations.ts"

/** The record that a cause names, and what its `value` says. */
export const causeKinds = [
  /** `id`; `value`: how many providers it takes, where that is the cause. */
  "appointment_type",
  /** `id`; `value`: kilometres to the customer where a distance is the cause, and minutes of a `leg`. */
  "provider",
  /** `id`. */
  "location",
  /** `id`; none where the question named no customer. */
  "customer",
  /** `id`; `from` and `to`: the days it allows. */
  "scheduling_request",
  /** `value`: the weekday, 1 is Monday; `from` and `to`: what its hours lack. */
  "weekly_hours",
  /** `value`: the date; `from` and `to`: what its hours lack. */
  "date_override",
  /** `id`, `from`, `to`. */
  "time_off",
  /** `id`; `from` and `to`: the closed dates at the location. */
  "company_time_off",
  /** `id`; `from` and `to` of the job, without buffers; `value`: minutes of a `leg`, or the daily limit that it fills. */
  "appointment",
  /** As those of an appointment. */
  "hold",
  /** `id` of a class's session; `from` and `to`; `value`: its seats that are left, of one that is full. */
  "class_session",
  /** `id` of the connected calendar; `from` and `to` of what is busy in it. */
  "calendar",
  /** `id` where its group has no other at the location; `value`: its name, else the group's. */
  "resource",
  /** `from`: the first start that keeps the limit; `to`: from where on it is passed; `value`: the limit. */
  "limit",
] as const

export type CauseKind = (typeof causeKinds)[number]

/** A drive of the job, in the direction of the drive. */
export const legNames = ["from_visit", "to_visit", "way_out", "way_home"] as const
export type LegName = (typeof legNames)[number]

/** A rule that takes starts away. `from` and `to` are epoch minutes, the end exclusive. */
export interface ReasonCause {
  kind: CauseKind
  id?: number
  from?: number
  to?: number
  value?: number | string
  /** The drive that is too long; `value` are its minutes. */
  leg?: LegName
  /** The grid is not all: the type also starts beside busy time. */
  packed?: true
  /** The other reasons of the start that name the same record. What lifts it lifts them all. */
  also?: readonly string[]
}

/** The names in the sentences. */
export interface ReasonNames {
  type: string
  provider: string
  location: string
  /** The unit of distances. */
  distanceUnit: DistanceUnit
}

interface ReasonEntry {
  /** The kinds of its causes. */
  causes: readonly CauseKind[]
  message(names: ReasonNames, causes: readonly ReasonCause[]): string
  /** The change that would make the start bookable, as far as this reason goes. */
  lift(names: ReasonNames, causes: readonly ReasonCause[]): string
}

const firstValue = (causes: readonly ReasonCause[]) => causes[0]?.value ?? ""

const firstNumber = (causes: readonly ReasonCause[]) => Number(causes[0]?.value ?? 0)

const datesOf = (causes: readonly ReasonCause[]) => [...new Set(causes.map(({ value }) => value))].join(", ")

const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

const weekdaysOf = (causes: readonly ReasonCause[]) =>
  [...new Set(causes.map(({ value }) => `${weekdayNames[Number(value) - 1]}s`))].join(" and ")

const legWords = {
  from_visit: "to get there from the visit before",
  to_visit: "to get on to the visit after",
  way_out: "to get there from where the day begins",
  way_home: "to get home at the end of the day",
} satisfies Record<LegName, string>

const legText = ({ leg, value }: ReasonCause) => `${saidMinutes(Number(value))} ${legWords[leg!]}`

const lackText = ({ id, value }: ReasonCause) =>
  id === undefined ? `too few of ${value} are free` : `${value} is not free`

const inWords = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

/** The words, within a sentence, for lifting a hold. */
const holdLift = "wait until the hold ends, or end it"

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const table = {
  type_inactive: {
    causes: ["appointment_type"],
    message: ({ type }) => `${type} is not active, so it takes no new bookings.`,
    lift: ({ type }) => `Set ${type} active.`,
  },
  provider_inactive: {
    causes: ["provider"],
    message: ({ provider }) => `${provider} is not active.`,
    lift: ({ provider }) => `Set ${provider} active.`,
  },
  location_inactive: {
    causes: ["location"],
    message: ({ location }) => `${location} is not active.`,
    lift: ({ location }) => `Set ${location} active.`,
  },
  not_offered_by_provider: {
    causes: ["provider"],
    message: ({ provider, type }) => `${provider} does not offer ${type}.`,
    lift: ({ provider, type }) => `Add ${type} to what ${provider} offers.`,
  },
  not_offered_at_location: {
    causes: ["location"],
    message: ({ type, location }) => `${type} does not take place at ${location}.`,
    lift: ({ type, location }) => `Add ${location} to the locations of ${type}.`,
  },
  assigned_to_another: {
    causes: ["provider"],
    message: () => "The customer is assigned to another provider.",
    lift: ({ provider }) => `Assign the customer to ${provider}, or book with the assigned provider.`,
  },
  request_provider: {
    causes: ["scheduling_request", "provider"],
    message: () => "The scheduling request is for another provider.",
    lift: ({ provider }) => `Change the request's provider to ${provider}, or book with its provider.`,
  },
  request_location: {
    causes: ["scheduling_request", "location"],
    message: () => "The scheduling request is for another location.",
    lift: ({ location }) => `Change the request's location to ${location}, or book at its location.`,
  },
  request_dates: {
    causes: ["scheduling_request"],
    message: () => "The scheduling request is for other dates.",
    lift: () => "Change the request's dates, or choose one between them.",
  },
  request_needed: {
    causes: ["customer"],
    message: ({ type }) => `${type} is booked through a scheduling request only, and none is open.`,
    lift: ({ type }) => `Create a scheduling request for ${type}.`,
  },
  no_address: {
    causes: ["customer", "location"],
    message: ({ location }) => `It is not known whether ${location} serves the customer's address.`,
    lift: (_, causes) =>
      causes[0]?.kind === "location"
        ? "Save the location's coordinates, from which its area is measured."
        : "Save the customer's address, with its coordinates where the area is drawn on the map, or book with staff judgement.",
  },
  out_of_service_area: {
    causes: ["location"],
    message: ({ location }) => `${location} does not serve the customer's address.`,
    lift: ({ location }) => `Widen the service area of ${location}, or book with staff judgement.`,
  },
  too_far: {
    causes: ["provider"],
    message: ({ provider, distanceUnit }, causes) =>
      `The customer is ${distanceText(firstNumber(causes), distanceUnit)} away, farther than ${provider} travels.`,
    lift: ({ provider }) => `Raise how far ${provider} travels, or book with staff judgement.`,
  },
  unreachable: {
    causes: ["appointment", "hold", "provider"],
    message: ({ provider }, causes) =>
      `There is too little time to drive: ${provider} needs ${inWords(causes.map(legText))}.`,
    lift: ({ provider }, causes) => {
      const visits = new Set(causes.flatMap(({ kind, id }) => (kind === "appointment" ? [id] : [])))
      const ways = [
        ...(visits.size > 0 ? [`move the ${visits.size === 1 ? "visit" : "visits"} next to it`] : []),
        ...(causes.some(({ kind }) => kind === "hold") ? [holdLift] : []),
        ...(causes.some(({ kind }) => kind === "provider")
          ? [`give ${provider} longer hours or a nearer start`]
          : []),
      ]
      return `${capital(inWords(ways))}, or book with staff judgement.`
    },
  },
  window_full: {
    causes: ["appointment", "hold", "appointment_type"],
    message: ({ provider }, causes) =>
      causes.some(({ kind }) => kind !== "appointment_type")
        ? `No plan of the day was found in which ${provider} begins the work within this window and keeps what is promised to others.`
        : `The hours of ${provider} leave no time for the work and the drives within this window.`,
    lift: (_, causes) => {
      const kinds = new Set(causes.map(({ kind }) => kind))
      if (kinds.has("appointment_type")) return "Give the date longer hours, or the provider a nearer start."
      if (!kinds.has("appointment")) return `${capital(holdLift)}, or give the date longer hours.`
      const end = kinds.has("hold") ? `, ${holdLift},` : ","
      return `Move or cancel the visits that are named${end} or give the date longer hours.`
    },
  },
  closed: {
    causes: ["weekly_hours"],
    message: ({ provider, location }) => `${provider} does not work then at ${location}.`,
    lift: (_, causes) => `Extend the hours on ${weekdaysOf(causes)}, or give the date hours of its own.`,
  },
  closed_that_day: {
    causes: ["date_override"],
    message: ({ provider }, causes) =>
      `${provider} has other hours on ${datesOf(causes)}, and they do not hold this time.`,
    lift: (_, causes) => `Change the hours of ${datesOf(causes)}.`,
  },
  holiday: {
    causes: ["company_time_off"],
    message: ({ location }) => `${location} is closed on that date.`,
    lift: ({ location }) => `Remove the closed dates, or leave ${location} out of them.`,
  },
  time_off: {
    causes: ["time_off"],
    message: ({ provider }) => `${provider} has time off then.`,
    lift: () => "Remove the time off, or add a shorter one in its place.",
  },
  appointment: {
    causes: ["appointment"],
    message: ({ provider }) => `${provider} has an appointment then.`,
    lift: () => "Move or cancel the appointment.",
  },
  pending: {
    causes: ["appointment"],
    message: ({ provider }) => `An appointment that waits for an answer keeps this time of ${provider}.`,
    lift: () => "Decline the pending appointment, or wait for its answer.",
  },
  hold: {
    causes: ["hold"],
    message: ({ provider }) => `The time of ${provider} is being held for somebody who has yet to book it.`,
    lift: () => `${capital(holdLift)}.`,
  },
  session: {
    causes: ["class_session"],
    message: ({ provider }) => `${provider} gives a class then.`,
    lift: () => "Move or cancel the session of the class.",
  },
  no_session: {
    causes: ["appointment_type"],
    message: ({ provider, type, location }) => `${provider} gives no ${type} at ${location} then.`,
    lift: () => "Put a session on the board then.",
  },
  session_full: {
    causes: ["class_session"],
    message: (_, causes) =>
      firstValue(causes) === 0
        ? "The class is full."
        : `The class has ${firstValue(causes)} seats left, too few.`,
    lift: () => "Give the session more seats, or cancel a booking of it.",
  },
  customer_busy: {
    causes: ["appointment"],
    message: () => "The customer has another appointment then.",
    lift: () => "Move or cancel the customer's other appointment, or book with staff judgement.",
  },
  buffer: {
    causes: ["appointment", "class_session", "hold", "calendar", "appointment_type"],
    message: () => "The minutes that are kept free before and after a job would not be free.",
    lift: ({ type }, causes) => {
      const kinds = new Set(causes.map(({ kind }) => kind))
      const ways = [
        ...(kinds.has("appointment") ? ["move or cancel the appointment"] : []),
        ...(kinds.has("class_session") ? ["move or cancel the session of the class"] : []),
        ...(kinds.has("hold") ? [holdLift] : []),
        ...(kinds.has("calendar") ? ["free the time in that calendar"] : []),
        ...(kinds.has("appointment_type") ? [`shorten the buffers of ${type}`] : []),
      ]
      return `${capital(inWords(ways))}.`
    },
  },
  calendar_busy: {
    causes: ["calendar"],
    message: ({ provider }) => `A calendar of ${provider} is busy then.`,
    lift: () => "Free the time in that calendar.",
  },
  crew_short: {
    causes: ["appointment_type", "provider"],
    message: ({ type }, causes) =>
      `${type} takes ${firstValue(causes)} providers at once, and too few of the others are free then.`,
    lift: ({ type }) =>
      `Free one of the others then, let more providers offer ${type}, or let it take fewer.`,
  },
  calendar_unread: {
    causes: ["calendar"],
    message: ({ provider }) =>
      `A calendar of ${provider} can't be read, so it is not known when ${provider} is busy.`,
    lift: () => "Mend the calendar's connection, or disconnect it.",
  },
  resource_taken: {
    causes: ["resource"],
    message: (_, causes) => `${capital(inWords(causes.map(lackText)))} then.`,
    lift: (_, causes) => {
      const names = inWords([...new Set(causes.map(({ value }) => String(value)))])
      return `Free ${names} then, or let the type need less.`
    },
  },
  off_grid: {
    causes: ["appointment_type"],
    message: ({ type }, causes) => {
      const grid = `every ${everyMinutes(firstNumber(causes))}, counted from when the working hours begin`
      return causes[0]?.packed
        ? `${type} starts ${grid}, and also right before or after what the provider has already, on whole five minutes.`
        : `${type} starts ${grid}.`
    },
    lift: ({ type }) => `Take one of the offered starts, or change the slot interval of ${type}.`,
  },
  notice: {
    causes: ["limit"],
    message: (_, causes) =>
      firstValue(causes) === 0
        ? "This time has passed."
        : `It is less than ${saidMinutes(firstNumber(causes))} ahead.`,
    lift: (_, causes) =>
      firstValue(causes) === 0
        ? "Choose a later time."
        : "Choose a later time, or book with staff judgement.",
  },
  booking_window: {
    causes: ["limit"],
    message: (_, causes) => `It is more than ${saidDays(firstNumber(causes))} ahead.`,
    lift: () => "Choose an earlier date, or book with staff judgement.",
  },
  daily_limit: {
    causes: ["limit", "appointment", "hold", "appointment_type"],
    message: ({ provider, type }, causes) =>
      `${provider} takes ${firstValue(causes)} of ${type} a day, and has as many that day.`,
    lift: ({ type }, causes) =>
      causes[0]?.kind === "appointment"
        ? "Move or cancel the appointment."
        : causes[0]?.kind === "hold"
          ? `${capital(holdLift)}.`
          : `Move one of that day to another, or raise the daily limit of ${type}.`,
  },
  short_day: {
    causes: ["weekly_hours", "date_override"],
    message: ({ provider }) => `A further day of the job does not fit into the hours of ${provider}.`,
    lift: ({ type }) => `Extend the hours of that day, or let ${type} skip short days.`,
  },
  no_next_working_day: {
    causes: ["provider"],
    message: ({ provider }, causes) =>
      `${provider} has no working day for the rest of the job within ${saidDays(firstNumber(causes))}.`,
    lift: ({ provider }) => `Give ${provider} hours on one of those days.`,
  },
} satisfies Record<string, ReasonEntry>

export type ReasonCode = keyof typeof table

export const reasonTable: Readonly<Record<ReasonCode, ReasonEntry>> = table

export const reasonCodes = Object.keys(table) as [ReasonCode, ...ReasonCode[]]
