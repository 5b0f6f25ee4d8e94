/** The customer host's data for the page of a waiting entry, `/w/<token>`, in its HTML and under `/api/waiting`. Types only. */
import type {
  AnswerValue,
  ClocksView,
  CompanyView,
  MessagesView,
  PartView,
  PendingView,
  QuestionView,
  ReachView,
} from "./customer-pages.ts"

/** When, where and with whom a customer can come. Lists are null for any. */
export interface WaitingWishesInput {
  /** Local dates, both inclusive. Today when left out. */
  earliestDate?: string
  latestDate: string
  /** 1 is Monday, 7 is Sunday. */
  weekdays?: number[] | null
  partsOfDay?: ("morning" | "afternoon" | "evening")[] | null
  locationIds?: number[] | null
  providerIds?: number[] | null
  channels?: ("sms" | "mail")[]
}

/** `POST /api/pages/<slug>/waiting-entries`, by a visitor whose number was verified. */
export interface WaitingJoinInput extends WaitingWishesInput {
  typeId: number
  /** Types that follow it at the same coming. */
  thenTypeIds?: number[]
  /** One person for all of them. */
  sameProvider?: boolean
  /** The customer agreed to texts about free times, and to mails about them. */
  textOffers?: boolean
  mailOffers?: boolean
}

/** `POST /api/link/waiting-entry`, by a booking link (its type) or a manage link (an earlier time for its appointment). */
export interface LinkWaitingJoinInput extends WaitingWishesInput {
  textOffers?: boolean
  mailOffers?: boolean
}

/** The answer to both. What the entry is shown as comes with its own link. */
export interface WaitingJoinedView {
  entryId: number
  /** The entry's own link; null when links are not set up. */
  waitUrl: string | null
}

export interface WaitingEntryView {
  id: number
  version: number
  state: "waiting" | "offered" | "held" | "booked" | "declined" | "expired" | "withdrawn"
  typeName: string
  /** The names of the types that follow it in the same visit. */
  thenTypeNames: string[]
  durationMinutes: number
  /** Staff say yes or no to what is taken: it is asked for, and not booked at once. Left out for all others. */
  isAsked?: true
  earliestDate: string
  latestDate: string
  weekdays: number[] | null
  partsOfDay: ("morning" | "afternoon" | "evening")[] | null
  locationIds: number[] | null
  providerIds: number[] | null
  channels: ("sms" | "mail")[]
  /** The time that is kept until an earlier one is taken; null for one who has none. */
  keeps: WaitingTimeView | null
}

export interface WaitingTimeView {
  startTime: string
  endTime: string
  /** Left out for a start; a window says nothing of the start in it. */
  kind?: "window"
  timezone: string
  /** Empty while a plan may still send somebody else. */
  providerName: string
  /** The parts of several types in one visit. The name and the start are of the first. */
  parts?: PartView[]
  /** Both null unless the appointment is at the company's location. */
  locationName: string | null
  locationAddress: string | null
}

export interface WaitingOfferView extends WaitingTimeView {
  id: number
  /**
   * `free`: "See and hold" keeps it. `held`: it is kept for the customer until `until`. `other`: another is deciding, until
   * `until` at the latest. `next`: the same, and this customer is next. `gone`: it was taken, or is too near. `seat`: a seat of a class, which
   * is booked at once, without a hold.
   */
  state: "free" | "held" | "other" | "next" | "seat" | "gone"
  until: string | null
  /** So many seconds are left until then, by the service's clock. */
  seconds: number | null
  /** The time until which the offer can be answered. */
  goodUntil: string
}

export interface BookedWaitingView extends WaitingTimeView {
  manageUrl: string | null
  /** It is asked for, and not booked yet; left out for all others. */
  pending?: PendingView
  /** Messages about it; left out for one that has ended. */
  messages?: MessagesView
  /** It is not booked any more, or never was: the company declined it, or it was cancelled or taken back. Left out for all others. */
  ended?: "declined" | "cancelled"
  /** Why the company declined, in its own words; left out where it gave none. */
  note?: string
}

export interface WaitingView {
  /** Version of what is shown here. `GET /api/waiting/changes?version=` answers 204 while it stands, else the view as it is then. */
  version: string
  company: CompanyView
  customer: { firstName: string }
  entry: WaitingEntryView
  /** How the customer hears of a free time, as consents and settings stand now; null where no way reaches them. */
  reach: ReachView | null
  /** The open offer, or the last one if it has gone; null where none was made. */
  offer: WaitingOfferView | null
  /** The questions before the time is taken; empty unless it is held or a seat. */
  questions: QuestionView[]
  /** The booking by this entry; null before. */
  booked: BookedWaitingView | null
  /** The clocks of every zone in the answer. */
  clocks: ClocksView
}

/** `PUT /api/waiting`. */
export interface WaitingChangeInput extends Partial<WaitingWishesInput> {
  ifVersion?: number
}

/** `POST /api/waiting/hold`: "See and hold". The answer is the view: held, or next, or gone. */
export interface WaitingHoldInput {
  offerId: number
}

/** `POST /api/waiting/take`. */
export interface WaitingTakeInput {
  offerId: number
  answers?: Record<string, AnswerValue>
}

/** `POST /api/waiting/decline`. `leaves`: the customer wants no more offers, and keeps what they have. */
export interface WaitingDeclineInput {
  offerId: number
  leaves?: boolean
}
