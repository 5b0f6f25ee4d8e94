import type {
  AnswerValue,
  AppointmentView,
  ChoicesView,
  ClocksView,
  CompanyView,
  FaceView,
  FullDatesView,
  LocationView,
  MessagesView,
  ProviderLocationSlotsView,
  ProviderView,
  QuestionView,
  RecommendedView,
  SlotsView,
  TypeView,
} from "./customer-pages.ts"

/** The customer host's data for the public page's first render. */
export interface PageStart {
  view: PageView
  /** The host's time, ISO 8601 UTC. */
  openedAt: string
}

/**
 * The JSON of the public page's endpoints, under `/api/pages/:slug`. Types only. The verified visit's token is sent in
 * the header `X-Visit-Token`; registrations and bookings carry an `Idempotency-Key`.
 */
export interface PageView {
  company: CompanyView
  newCustomersAllowed: boolean
  /** True where codes can be texted. Without them nothing can be booked here, and the page asks to call. */
  canSendCodes: boolean
  /** True where a verified visitor can have the links of their appointments texted. */
  canTextLinks: boolean
  types: PageType[]
  /** The locations that the types are offered at. */
  locations: LocationView[]
  botCheck: BotCheckView
}

export interface BotCheckView {
  kind: "altcha" | "turnstile"
  /** The site key of the check's own script; null when it has none. */
  siteKey: string | null
  /** The path that serves a challenge; null when the check needs none. */
  challengePath: string | null
}

export interface DurationOptionView {
  id: number
  label: string
  minutes: number
}

export interface PageType extends FaceView {
  id: number
  name: string
  description: string | null
  /** The heading that it stands under; left out for none. Types come in the order of their headings. */
  category?: string
  durationMinutes: number
  blockMinutes: number[]
  durationOptions: DurationOptionView[]
  place: TypeView["place"]
  needsAddress: boolean
  /** Empty unless the appointment is at the company's location. */
  locationIds: number[]
  /** Empty when visitors do not choose the provider. */
  providers: ProviderView[]
  questions: QuestionView[]
  /** It can be booked together with others in one visit. */
  isLinkable: boolean
  /** Staff say yes or no first: it is asked for, and not booked at once. Left out for all others. */
  isAsked?: true
}

export interface AddressInput {
  line1: string
  line2?: string | null
  city: string
  state: string
  postalCode: string
  country?: "US" | "CA"
}

/** Types that follow `typeId` at the same coming, in their order; left out for one type alone. */
export interface FollowingTypes {
  thenTypeIds?: number[]
  /** One person for all. */
  sameProvider?: boolean
}

/** `POST …/slots`. Local dates, the end exclusive. */
export interface PageSlotsInput extends FollowingTypes {
  typeId: number
  startDate: string
  endDate: string
  locationId?: number
  providerId?: number
  durationOptionId?: number
  schedulingRequestId?: number
  address?: AddressInput
  moreFrom?: string
  /** The seats that a class's session must have left. */
  seats?: number
}

export interface PublicSlotsView {
  /** False for an address outside all served areas; true where no address is judged. */
  in_area: boolean
  range: SlotsView["range"]
  providers: ProviderLocationSlotsView[]
  recommended: RecommendedView[]
  recommendedFor: SlotsView["recommendedFor"]
  full: FullDatesView[]
  nextAvailable: RecommendedView | null
  reason: string | null
  clocks: ClocksView
  moreFrom: string | null
}

/**
 * `POST …/holds`, with the header `X-Draft-Token`: a text of 22 to 64 letters, digits, - or _ that the browser has drawn. A
 * visitor has one hold, by the code or the verified number. Searches and the booking that carry the same header, or come of the same verified
 * number, see the time as free.
 */
export interface HoldInput extends FollowingTypes {
  typeId: number
  providerId: number
  keepProvider?: true
  locationId: number
  startTime: string
  durationOptionId?: number
  schedulingRequestId?: number
  address?: AddressInput
  /** The id of the texted code; without a verified visit it is needed. */
  verificationId?: string
  /** As `parts` of the time has them, with `thenTypeIds`. */
  parts?: { providerId: number; startTime: string }[]
}

export interface HeldView {
  expiresAt: string
  /** Until then, so that the device's clock need not be right. */
  seconds: number
}

/** `POST …/codes`. */
export interface CodeInput {
  phone: string
  /** The solved bot check. */
  botCheck: string
}

export interface CodeSentView {
  verificationId: string
  expiresAt: string
  resendAfterSeconds: number
}

/** `POST …/codes/verify`. */
export interface VerifyInput {
  verificationId: string
  code: string
}

export interface VerifiedVisitView {
  /** Only in the answer to a verified code. */
  visitToken?: string
  expiresAt: string
  /** Null while no customer has the number. */
  customer: { firstName: string } | null
  canRegister: boolean
  /** True where an address is on file. The address itself is never sent. */
  hasAddress: boolean
  textUpdates: boolean
  /** The one provider whom the company has assigned to the customer; null when it assigns none. */
  assignedProvider: { id: number; name: string } | null
  requests: SchedulingRequestView[]
}

export interface SchedulingRequestView extends ChoicesView {
  id: number
  typeId: number
  typeName: string
  description: string | null
  place: TypeView["place"]
  durationMinutes: number
  durationLabel: string | null
  blockMinutes: number[]
  /** Local dates, both inclusive. */
  earliestDate: string | null
  latestDate: string | null
  questions: QuestionView[]
  /** Staff say yes or no first: it is asked for, and not booked at once. Left out for all others. */
  isAsked?: true
}

/** `POST …/customers`. */
export interface RegisterInput {
  firstName: string
  lastName: string
  email?: string
  address?: AddressInput
  textUpdates?: boolean
}

export interface RegisteredView extends VerifiedVisitView {
  warnings: "email_taken"[]
}

/** `POST …/appointments`. */
export interface BookInput extends FollowingTypes {
  typeId: number
  providerId: number
  /** The visitor has chosen the person of a promised window, who is never planned away. */
  keepProvider?: true
  locationId: number
  startTime: string
  durationOptionId?: number
  schedulingRequestId?: number
  address?: AddressInput
  textUpdates?: boolean
  answers?: Record<string, AnswerValue>
  /** The seats of a class, 1 when left out. */
  seats?: number
  /** As `parts` of the time has them, with `thenTypeIds`. */
  parts?: { providerId: number; startTime: string }[]
}

export interface BookedView {
  appointment: AppointmentView
  typeName: string
  /** The link by which this appointment can be moved and cancelled until it starts; null when links are not set up. */
  manageUrl: string | null
  clocks: ClocksView
  messages: MessagesView
}

/** `POST …/appointment-links`: says nothing of whether there are appointments, whose links go to the number by text. */
export type LinksTextedView = Record<string, never>

/** The proof of work's challenge: find the number up to `maxnumber` whose hash with the salt is `challenge`. */
export interface ProofChallenge {
  algorithm: "SHA-256"
  challenge: string
  maxnumber: number
  salt: string
  signature: string
}
