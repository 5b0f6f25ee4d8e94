/**
 * What the booking host and its pages say to each other. Types only, so that page and server share one
 * vocabulary. Instants are ISO 8601 UTC with milliseconds and `Z`; dates are local `YYYY-MM-DD`.
 */
export type Locale = "en" | "fr" | "es"

export interface CompanyView {
  name: string
  phone: string | null
  locale: Locale
  accentColor: string
  logoUrl: string | null
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
  /** Only for visits at the company's place. */
  locationAddress: string | null
  canReschedule: boolean
  canCancel: boolean
}

export interface LinkView {
  company: CompanyView
  customer: { firstName: string }
  appointmentType: TypeView
  /** `call`: an address is needed and none is on file; `closed`: nothing more can be booked. */
  state: "open" | "scheduled" | "call" | "closed"
  closedReason: "cancelled" | "dates_over" | null
  /** Local dates, both inclusive, within which times can exist. */
  bookable: { firstDate: string; lastDate: string } | null
  appointment: AppointmentView | null
  /** The first month's times, when something can be booked. */
  slots: SlotsView | null
}
