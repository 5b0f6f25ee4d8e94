/**
 * The shapes in the JSON of both pages. Types only: the customer host builds its answers with the same types, so there is
 * one source. Instants are ISO 8601 UTC with milliseconds and `Z`; dates are local `YYYY-MM-DD`.
 */
export type Locale = "en" | "fr" | "es"

export interface CompanyView {
  name: string
  phone: string | null
  locale: Locale
  accentColor: string
  logo: LogoView | null
  /** The address of its public page; null while that is off. */
  pageUrl: string | null
  /** After a booking: an address of the company's own, or its words. Left out where it has neither. */
  thanks?: { url: string } | { text: string }
}

/** An image on this host, and its own size in pixels. */
export interface LogoView {
  url: string
  width: number
  height: number
}

export interface BlockView {
  startTime: string
  endTime: string
}

export interface SlotView {
  startTime: string
  endTime: string
  blocks: BlockView[]
  /** The work begins between `startTime` and `endTime`; left out where it begins at `startTime`. */
  kind?: "window"
  /** The parts of several types in one visit, whose times together are the one block. Left out for one type. */
  parts?: PartView[]
  /** The session of a class, and the seats that are left. Left out for all other types. */
  sessionId?: number
  seatsLeft?: number
}

/** One of several in one visit. */
export interface PartView extends BlockView {
  /** Empty in a refusal's alternatives, which say `typeId`: the page knows the names of what it asked for. */
  typeName: string
  typeId?: number
  providerId: number
  providerName: string
}

/** The times of one provider at one location. */
export interface ProviderLocationSlotsView {
  providerId: number
  providerName: string
  locationId: number
  locationName: string
  timezone: string
  slots: SlotView[]
}

export interface RecommendedView extends SlotView {
  /** It comes in a later part of the answer. */
  later?: true
  providerId: number
  providerName: string
  locationId: number
  locationName: string
  timezone: string
}

/** A location that the visitor may come to. */
export interface LocationView {
  id: number
  name: string
  /** In one line; null when the company has not given one. */
  address: string | null
  city: string | null
  timezone: string
}

/** A provider whom the visitor may choose, and the locations where they work. */
export interface ProviderView {
  id: number
  name: string
  locationIds: number[]
  /** Left out where the company gives none. */
  about?: string
  imageUrl?: string
}

/** A visitor's choices besides the time. */
export interface ChoicesView {
  /** Empty unless the appointment is at the company's location. */
  locations: LocationView[]
  /** Empty when the visitor does not choose the provider. */
  providers: ProviderView[]
}

/** Local dates on which a provider works at a location but has no time left. */
export interface FullDatesView {
  providerId: number
  locationId: number
  dates: string[]
}

/**
 * The clocks of zones: from each instant on, so many minutes ahead of UTC; the first also before. Pages show every time by
 * these.
 */
export type ClocksView = Record<string, { from: string; offsetMinutes: number }[]>

export interface SlotsView {
  /** Local dates, the end exclusive. */
  range: { startDate: string; endDate: string }
  providers: ProviderLocationSlotsView[]
  recommended: RecommendedView[]
  /** The best of each location, each provider and both, where there are several; null leaves the choice open. */
  recommendedFor: { locationId: number | null; providerId: number | null; times: RecommendedView[] }[]
  full: FullDatesView[]
  nextAvailable: RecommendedView | null
  reason: string | null
  /** The clocks of every zone in the answer. */
  clocks: ClocksView
  /** Not null when these are the first dates only: the rest is asked for with it. */
  moreFrom: string | null
}

/** A type's face beside its name; each part is left out where the company gives none. */
export interface FaceView {
  /** The price in the company's own words. */
  priceText?: string
  imageUrl?: string
}

export interface TypeView extends FaceView {
  name: string
  description: string | null
  durationMinutes: number
  durationLabel: string | null
  blockMinutes: number[]
  place: "at_location" | "at_customer" | "remote"
  /** Staff say yes or no first: it is asked for, and not booked at once. Left out for all others. */
  isAsked?: true
}

/** A question before a booking. */
export interface QuestionView {
  key: string
  label: string
  kind: "text" | "long_text" | "number" | "date" | "choice" | "choices" | "consent" | "file"
  options?: string[]
  required: boolean
  /** Asked only where the earlier question was answered so. */
  shown_if?: { key: string; is: string | boolean }
}

export type AnswerValue = string | number | boolean | string[]

export interface AppointmentView extends SlotView {
  id: number
  version: number
  timezone: string
  /** Empty while a plan may still send somebody else. */
  providerName: string
  /** Both null unless the appointment is at the company's location. */
  locationName: string | null
  locationAddress: string | null
  /** The customer's answer to a reminder. */
  attendance: "unknown" | "coming" | "not_coming"
  canReschedule: boolean
  canCancel: boolean
  /** The number of a class's seats that it takes. Left out for all other types. */
  seats?: number
  /** It is asked for, and not booked yet; left out for all others. */
  pending?: PendingView
  /** `blocks` is the hour to which the window from `startTime` to `endTime` was narrowed; left out before. */
  isNarrowed?: true
  /** Somebody is on the way, and arrives about `expected` where that was said; left out before. */
  onTheWay?: { expected: string | null }
}

/** The channels by which a customer hears of an appointment, as settings, consents and addresses stand now. */
export interface MessagesView {
  /** The message that it is booked, or asked for. */
  confirmation: ReachView[]
  /** The message that it is moved or cancelled. */
  changes: ReachView[]
  reminders: ReachView[]
  /** The company's answer to a pending one; empty for all others, and where no way reaches the customer. */
  answer: ReachView[]
}

export type ReachView = "sms" | "mail"

/** A pending appointment's state, for its customer. */
export interface PendingView {
  /** The deadline of the company's answer or, where times are proposed, of the customer's. */
  answerBy: string
  /** The times that the company proposes instead; empty while it has not answered. */
  proposals: ProposalView[]
}

export interface ProposalView {
  id: number
  startTime: string
  endTime: string
  providerName: string
  /** Null unless the appointment is at the company's location. */
  locationName: string | null
}

/** A browser's request before it uploads a file. */
export interface UploadInput {
  name: string
}

/** The address to which it then sends the bytes, and the id by which the file answers. */
export interface UploadView {
  id: string
  uploadUrl: string
}
