/** A company's public page: what it shows and what it needs to know, and its visitors while their number is verified. */
import type { AppointmentType } from "./appointment-type.ts"
import type { ScheduleCompany } from "./schedules.ts"
import type { Address } from "./views.ts"

export interface PublicPage extends ScheduleCompany {
  companyId: number
  /** The first sms channel's number, from which codes are texted; null without one. */
  sms_phone: string | null
  new_customers: "allowed" | "not_allowed"
  public_daily_code_cap: number
}

/** A location that offers a type. */
export interface OfferingLocation {
  id: number
  name: string
  address: Address | null
  timezone: string
}

/** A provider of a type, and the locations where they work. */
export interface OfferingProvider {
  id: number
  name: string
  about: string | null
  image_hash: string | null
  location_ids: number[]
}

/** A type that the page offers, with where and by whom. */
export interface PublicType
  extends Pick<
    AppointmentType,
    | "id"
    | "name"
    | "description"
    | "category"
    | "price_text"
    | "image_hash"
    | "block_minutes"
    | "duration_options"
    | "place"
    | "provider_choice"
    | "questions"
    | "window_minutes"
    | "seats"
    | "confirmation"
  > {
  locations: OfferingLocation[]
  providers: OfferingProvider[]
}

/** The number to call: the voice channel, else the company's phone. */
export const phoneToCall = (company: Pick<ScheduleCompany, "voice_phone" | "phone">): string | null =>
  company.voice_phone ?? company.phone

/** A visitor of the public page in the 30 minutes after their number was verified. */
export interface VerifiedVisit {
  id: number
  /** E.164; proved by a code that was texted to it. */
  phone: string
  /** Null while the number identifies no customer. */
  customer: { id: number; first_name: string; hasAddress: boolean } | null
  expiresAt: Date
}

/** A request that the visit's customer may book now. */
export interface BookableRequest {
  id: number
  appointment_type_id: number
  type_name: string
  block_minutes: number[]
  duration_label: string | null
  location_id: number | null
  provider_id: number | null
  earliest_date: string | null
  latest_date: string
}

export const codeMinutes = 10
export const mostWrongTries = 5
export const visitMinutes = 30
export const resendAfterSeconds = 30

/** When codes were sent, by what is limited. Lists are newest first, in epoch milliseconds. */
export interface CodesSent {
  /** To the number, within a day, on the whole host. */
  toNumber: readonly number[]
  /** From the network address, within an hour, on the whole host. */
  fromNetwork: readonly number[]
  /** When the code was sent that must be a day old before the company may send another; null below its limit. */
  companyBlockedBy: number | null
}
