/** A conversation between an agent and one caller. */

import { msPerHour } from "../../time/units.ts"
import type { AddressSource } from "../customer.ts"
import type { Address } from "../views.ts"

export type ConversationChannel = "voice" | "sms"

/** How long a session lives after its last call, and at the most. A voice call's is not prolonged. */
export const sessionLife = {
  voice: { idleMs: 2 * msPerHour, mostMs: 2 * msPerHour },
  sms: { idleMs: 24 * msPerHour, mostMs: 7 * 24 * msPerHour },
} as const satisfies Record<ConversationChannel, { idleMs: number; mostMs: number }>

export const mostAddressTries = 3
export const mostCodes = 3
export const mostCodesAnHour = 5
/** How long after its cancel a booking that is sent again is taken for a late repeat. */
export const lateRepeatMs = 60_000

/** The customer whom the calling number identifies. */
export interface SessionCustomer {
  id: number
  first_name: string
  last_name: string
  email: string | null
  address: Address | null
  /** A point without an address counts too. */
  hasAddress: boolean
  addressSource: AddressSource | null
  locale: "en" | "fr" | "es" | null
}

export interface SessionCompany {
  name: string
  timezone: string
  locale: "en" | "fr" | "es"
  newCustomers: "allowed" | "not_allowed"
}

export interface AgentSession {
  id: number
  channel: ConversationChannel
  /** E.164; null when the caller showed none that can be used. */
  phone: string | null
  /** Null when the number identifies nobody. */
  customer: SessionCustomer | null
  company: SessionCompany
}
