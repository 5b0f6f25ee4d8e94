import type {
  AppointmentView,
  CompanyView,
  ProviderLocationSlotsView,
  RecommendedView,
  SlotsView,
  TypeView,
} from "../shared/contract.ts"

/**
 * What the booking host and the company's public page say to each other, under `/api/pages/:slug`. Types only.
 * The visit's token travels in the header `X-Visit-Token`, `Idempotency-Key` with registrations and bookings.
 */
export interface PageView {
  company: CompanyView
  newCustomersAllowed: boolean
  types: PageType[]
  botCheck: BotCheckView
}

export interface BotCheckView {
  kind: "altcha" | "turnstile"
  /** What the check's own script needs; null when it has none. */
  siteKey: string | null
  /** Where a challenge is had; null when the check needs none. */
  challengePath: string | null
}

export interface NamedChoice {
  id: number
  name: string
}

export interface DurationOptionView {
  id: number
  label: string
  minutes: number
}

export interface PageType {
  id: number
  name: string
  description: string | null
  durationMinutes: number
  blockMinutes: number[]
  durationOptions: DurationOptionView[]
  place: TypeView["place"]
  needsAddress: boolean
  locations: NamedChoice[]
  /** Empty when visitors do not choose the person. */
  providers: NamedChoice[]
}

export interface AddressInput {
  line1: string
  line2?: string | null
  city: string
  state: string
  postalCode: string
  country?: "US" | "CA"
}

/** `POST …/slots`. Local dates, the end exclusive. */
export interface PageSlotsInput {
  typeId: number
  startDate: string
  endDate: string
  locationId?: number
  providerId?: number
  durationOptionId?: number
  schedulingRequestId?: number
  address?: AddressInput
}

export interface PublicSlotsView {
  /** Whether the address lies in a served area; null when the type goes by no address. */
  in_area: boolean | null
  range: SlotsView["range"]
  providers: ProviderLocationSlotsView[]
  recommended: RecommendedView[]
  nextAvailable: RecommendedView | null
  reason: string | null
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
  /** Told once, in the answer to a verified code. */
  visitToken?: string
  expiresAt: string
  /** Null as long as the number belongs to nobody. */
  customer: { firstName: string } | null
  canRegister: boolean
  /** An address is on file; it is never shown. */
  hasAddress: boolean
  textUpdates: boolean
  requests: OpenRequestView[]
}

export interface OpenRequestView {
  id: number
  typeId: number
  typeName: string
  durationMinutes: number
  durationLabel: string | null
  blockMinutes: number[]
  /** Local dates, both inclusive. */
  earliestDate: string | null
  latestDate: string | null
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
export interface BookInput {
  typeId: number
  providerId: number
  locationId: number
  startTime: string
  durationOptionId?: number
  schedulingRequestId?: number
  address?: AddressInput
  textUpdates?: boolean
}

export interface BookedView {
  appointment: AppointmentView
  typeName: string
}

/** The proof of work's challenge: find the number up to `maxnumber` whose hash with the salt is `challenge`. */
export interface ProofChallenge {
  algorithm: "SHA-256"
  challenge: string
  maxnumber: number
  salt: string
  signature: string
}
