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
  providerId: number
  providerName: string
  locationId: number
  locationName: string
  timezone: string
}

export interface SlotsView {
  /** Local dates, the end exclusive. */
  range: { startDate: string; endDate: string }
  providers: ProviderLocationSlotsView[]
  recommended: RecommendedView[]
  nextAvailable: RecommendedView | null
  reason: string | null
}

export interface TypeView {
  name: string
  description: string | null
  durationMinutes: number
  durationLabel: string | null
  blockMinutes: number[]
  place: "at_location" | "at_customer" | "remote"
}

export interface AppointmentView extends SlotView {
  id: number
  version: number
  timezone: string
  providerName: string
  locationName: string
  /** Null unless the appointment is at the company's location. */
  locationAddress: string | null
  canReschedule: boolean
  canCancel: boolean
}
