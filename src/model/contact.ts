/** A customer's number, and the consent to be called or texted on it. */
import { z } from "zod"
import { flag, line, name, phone, timestamp } from "./fields.ts"
import { iso, isoOrNull } from "./views.ts"

const label = line(100).nullable().optional().meta({ description: "As home, work, partner." })

export const contactInput = z.strictObject({
  phone,
  label,
  primary: flag.optional().meta({
    description: "Makes it the customer's phone; true for the first number when left out.",
  }),
})

/** Fields sent are changed, the others stay. */
export const contactPatch = z.strictObject({ phone: phone.optional(), label, primary: flag.optional() })

const channel = z.enum(["voice", "sms"], { error: "expected voice or sms" })
const consentEvent = z.enum(["granted", "revoked"], { error: "expected granted or revoked" })

export const consentInput = z.strictObject({
  channel,
  event: consentEvent,
  source: name(200).meta({ description: "How it was given, as “customer replied START”." }),
})

export const consentView = z.object({
  channel,
  event: consentEvent,
  source: z.string(),
  at: timestamp,
})

export const contactView = z
  .object({
    id: z.int(),
    phone: z.string(),
    label: z.string().nullable(),
    primary: z.boolean(),
    verified_at: timestamp.nullable(),
    consents: z.array(consentView).meta({ description: "Oldest first; the newest of a channel counts." }),
  })
  .meta({ id: "Contact" })

/** As it is stored. */
export interface ContactRow {
  id: number
  customer_id: number
  phone: string
  label: string | null
  is_primary: boolean
  /** True when the company set the number, when it has called, or when a code texted to it was typed. */
  identifies: boolean
  verified_at: Date | null
}

/** The sources of opt-outs that came over the carrier. Nothing but a later grant outranks these. */
export const stopSource = "customer replied STOP"
export const carrierSource = "carrier"
/** The source of an opt-out that was told to the agent, which is meant for all numbers of the customer. */
export const agentSource = "agent"

export interface Consent {
  channel: "voice" | "sms"
  event: "granted" | "revoked"
  source: string
  at: Date
}

export function contactShown(contact: ContactRow, consents: readonly Consent[]): z.input<typeof contactView> {
  return {
    id: contact.id,
    phone: contact.phone,
    label: contact.label,
    primary: contact.is_primary,
    verified_at: isoOrNull(contact.verified_at),
    consents: consents.map((consent) => ({ ...consent, at: iso(consent.at) })),
  }
}
