/** A customer's number, and the consent to be called or texted on it. */
import { z } from "zod"
import { flag, ifVersion, line, name, phone, recordVersion, timestamp } from "./fields.ts"
import { iso, isoOrNull } from "./views.ts"

const label = line(100).nullable().optional().meta({ description: "As home, work, partner." })

/** Sent along with a number. */
export const sharedPhone = flag.optional().meta({
  description:
    "True keeps a number that identifies another customer, as of a family that shares one. It gets this customer's texts, as " +
    "the number's consents allow, and calls and codes from it are never taken as this customer's.",
})

export const contactInput = z.strictObject({
  phone,
  shared_phone: sharedPhone,
  label,
  primary: flag.optional().meta({
    description: "Makes it the customer's phone; true for the first number when left out.",
  }),
})

/** Fields sent are changed, the others stay. */
export const contactPatch = z.strictObject({
  if_version: ifVersion,
  phone: phone.optional(),
  shared_phone: sharedPhone,
  label,
  primary: flag.optional(),
})

export const consentChannel = z.enum(["voice", "sms"], { error: "expected voice or sms" })
const consentEvent = z.enum(["granted", "revoked"], { error: "expected granted or revoked" })

export const consentInput = z.strictObject({
  channel: consentChannel,
  event: consentEvent,
  source: name(200).meta({ description: "How it was given, as “customer replied START”." }),
})

/** To mails: it belongs to the customer's email address. */
export const emailConsentInput = z.strictObject({
  event: consentEvent,
  source: name(200).meta({ description: "How it was given, as “signed the form at the desk”." }),
})

export const consentView = z.object({
  channel: consentChannel,
  event: consentEvent,
  source: z.string(),
  at: timestamp,
})

export const emailConsentView = consentView.omit({ channel: true })

export const contactView = z
  .object({
    id: z.int(),
    version: recordVersion,
    phone: z.string(),
    label: z.string().nullable(),
    primary: z.boolean(),
    identifies: z.boolean().meta({
      description:
        "Whether calls and codes from this number are taken as this customer's. False for a shared number, for one that an " +
        "agent added, and once the customer is archived.",
    }),
    verified_at: timestamp.nullable().meta({
      description:
        "When somebody proved that they have this number, by a call from it or a code texted to it. Null for a number that the company " +
        "or an agent wrote down: the code of an agent goes to the number that the caller is known by.",
    }),
    consents: z.array(consentView).meta({ description: "Oldest first; the newest of a channel counts." }),
    updated_at: timestamp.meta({
      description: "When the number, its label or its standing was last changed.",
    }),
  })
  .meta({ id: "Contact" })

/** As it is stored. */
export interface ContactRow {
  id: number
  version: number
  customer_id: number
  phone: string
  label: string | null
  is_primary: boolean
  /** True when the company set the number as no shared one, when it has called, or when a code texted to it was typed. */
  identifies: boolean
  verified_at: Date | null
  updated_at: Date
}

/** A number, and whether it identifies its customer. */
export type OwnedNumber = Pick<ContactRow, "customer_id" | "phone" | "is_primary" | "identifies">

/** The sources of opt-outs that came over the carrier. Nothing but a later grant outranks these. */
export const stopSource = "customer replied STOP"
export const carrierSource = "carrier"
export const startSource = "customer replied START"
/** Ticked on the public page. */
export const pageSource = "public_page"
/** The source of an opt-out by the agent, which is meant for all numbers of the customer. */
export const agentSource = "agent"
/** Said by the link in an offer, or by a mail program's own button. It is meant for offers, not for what a booking needs. */
export const unsubscribeSource = "unsubscribed by a mail's link"
/** Said to the system that a company's customers were brought along from. */
export const importedSource = "opted out in another system"
/** The same of offers alone: who agreed to no marketing mails still hears what a booking needs. */
export const importedOffersSource = "agreed to no marketing mails in another system"
/** Stands for the company's own words about a consent that the database has lost and the journal has kept. */
export const journalSource = "kept when the database was restored"
/** Sources in words of the service's own. All others are the company's words, and may name a customer. */
export const ownSources: readonly string[] = [
  stopSource,
  carrierSource,
  startSource,
  pageSource,
  agentSource,
  unsubscribeSource,
  importedSource,
  importedOffersSource,
  journalSource,
]

export interface Consent {
  channel: "voice" | "sms" | "email"
  event: "granted" | "revoked"
  source: string
  at: Date
}

export interface ConsentOfNumber extends Consent {
  channel: "voice" | "sms"
}

export function contactShown(contact: ContactRow, consents: readonly Consent[]): z.input<typeof contactView> {
  return {
    id: contact.id,
    version: contact.version,
    phone: contact.phone,
    label: contact.label,
    primary: contact.is_primary,
    identifies: contact.identifies,
    verified_at: isoOrNull(contact.verified_at),
    consents: consents.filter(isOfNumber).map((consent) => ({ ...consent, at: iso(consent.at) })),
    updated_at: iso(contact.updated_at),
  }
}

export const isOfNumber = (consent: Consent): consent is ConsentOfNumber => consent.channel !== "email"

export const emailConsentsShown = (consents: readonly Consent[]) =>
  consents.map(({ event, source, at }) => ({ event, source, at: iso(at) }))

const needsStart = z.boolean().meta({
  description:
    "True for an opt-out that came over the carrier, which goes on refusing texts until the number itself replies START. " +
    "Record a grant only when it has.",
})

export const optOutView = z
  .object({
    id: z.int(),
    channel: consentChannel,
    source: z.string(),
    at: timestamp,
    needs_start: needsStart,
    phone: z.string().nullable().meta({
      description: "Null when the number is no customer's, or no longer: opt-outs outlive an erasure.",
    }),
    customers: z.array(z.object({ id: z.int(), name: z.string(), contact_id: z.int() })).meta({
      description: "Whose number it is.",
    }),
  })
  .meta({ id: "OptOut" })

export const consentLogView = consentView
  .extend({ id: z.int(), needs_start: needsStart })
  .meta({ id: "ConsentEntry" })
