/** The 30 minutes after a visitor of the public page has proved a number. */

export interface VerifiedVisit {
  id: number
  /** E.164; proved by a code that was texted to it. */
  phone: string
  /** Null as long as the number identifies no customer. */
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
  earliest_date: string | null
  latest_date: string
}
