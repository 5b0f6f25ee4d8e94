/** Verification on the public page: the codes that prove a number, and the 30 minutes after one was typed. */

/** A visitor of the public page after their number was verified. */
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
