/** A company's public page: what it shows and what it needs to know. */
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
  location_ids: number[]
}

/** A type that the page offers, with where and by whom. */
export interface PublicType
  extends Pick<
    AppointmentType,
    "id" | "name" | "description" | "block_minutes" | "duration_options" | "place" | "provider_choice"
  > {
  locations: OfferingLocation[]
  providers: OfferingProvider[]
}

/** The number to call: the voice channel, else the company's phone. */
export const phoneToCall = (company: Pick<ScheduleCompany, "voice_phone" | "phone">): string | null =>
  company.voice_phone ?? company.phone
