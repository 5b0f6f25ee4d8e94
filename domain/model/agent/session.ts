/** A conversation between an agent and one caller: how it begins, whom it is with, and how long it lives. */

import { z } from "zod"
import { msPerHour } from "../../time/units.ts"
import type { AddressSource } from "../customer.ts"
import { text } from "../fields.ts"
import type { Address } from "../views.ts"
import type { Language } from "./speech.ts"

export type ConversationChannel = "voice" | "sms"

/** How long a session lives after its last call, and at the most. A voice call's is not prolonged. */
export const sessionLife = {
  voice: { idleMs: 2 * msPerHour, mostMs: 2 * msPerHour },
  sms: { idleMs: 24 * msPerHour, mostMs: 7 * 24 * msPerHour },
} as const satisfies Record<ConversationChannel, { idleMs: number; mostMs: number }>

export const mostAddressTries = 3
export const mostCodes = 3
export const mostCodesAnHour = 5
/** Messages that one conversation may leave for the staff. */
export const mostCallbacks = 3

/** The customer whom the calling number identifies. */
export interface SessionCustomer {
  id: number
  first_name: string
  last_name: string
  email: string | null
  address: Address | null
  /** Also true for coordinates without a postal address. */
  hasAddress: boolean
  addressSource: AddressSource | null
  locale: Language | null
}

export interface SessionCompany {
  name: string
  timezone: string
  locale: Language
  /** The languages in which its agent answers a customer who has one of them on file. */
  languages: readonly Language[]
  newCustomers: "allowed" | "not_allowed"
  /** E.164, as `transferPhone`. The number that customers are asked to call. */
  phone: string | null
  /** The number that a caller may be put through to. */
  transferPhone: string | null
  /** The agent answers `phone`, so a caller is not asked to call it. */
  isAgentsLine: boolean
  hasSeveralLocations: boolean
}

/** How a caller is spoken to. */
export interface Listener {
  language: Language
  /** The company's. */
  timezone: string
  /** Its sentences then name the location of a time. */
  hasSeveralLocations: boolean
}

export interface AgentSession {
  id: number
  channel: ConversationChannel
  /** E.164; null when the caller hides it, or when it is no valid number. */
  phone: string | null
  /** Null when the number identifies no customer. */
  customer: SessionCustomer | null
  /** The company keeps the number as one that several people have, so it identifies no customer and makes none. */
  isShared: boolean
  company: SessionCompany
  listener: Listener
}

const maybe = text(200).nullable().optional()

/** Platforms send more fields than these; the others are ignored. */
export const conversationInit = z.looseObject({
  caller_id: maybe.meta({
    description: "The caller's number; anything that is none begins without identity.",
  }),
  called_number: maybe.meta({ description: "One of the company's channels." }),
  call_sid: maybe.meta({ description: "The call's id; empty or absent for a text thread." }),
  language: maybe.meta({
    description:
      "The language of the conversation, as `es` or `fr-CA`. Left out: the customer's own where the agent has it, else the company's.",
  }),
})

/** Scalars only, and all of them: platforms stop a conversation that lacks a variable. */
export const conversationVariables = z.object({
  session_id: z.string(),
  is_new_customer: z.boolean(),
  can_self_register: z.boolean(),
  customer_first_name: z.string(),
  customer_last_name: z.string(),
  customer_full_name: z.string(),
  upcoming_appointments: z.string(),
  open_requests: z.string(),
  bookable_types: z.string(),
  has_address: z.boolean(),
  channel: z.enum(["voice", "sms"]),
  /** On the company's calendar, when the conversation began. */
  today: z.string(),
  weekday: z.string(),
  /** `en`, `es` or `fr`: that of every sentence in what the tools answer. */
  language: z.string(),
  /** The sentence that the caller hears before anything else; mostly empty. */
  say_first: z.string(),
  /** The first words on the phone, `say_first` included; by text, where the customer has written first, the same as `say_first`. */
  greeting: z.string(),
})
export type ConversationVariables = z.infer<typeof conversationVariables>

export const conversationStarted = z.object({
  type: z.literal("conversation_initiation_client_data"),
  dynamic_variables: conversationVariables,
})
