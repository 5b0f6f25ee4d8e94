/** What callers may change about themselves: name, address, another number, which texts or calls they refuse; and what they leave. */
import { z } from "zod"
import { email, name, text, timestamp } from "../fields.ts"
import { optionalText, say } from "./fields.ts"

export const callerInput = z
  .strictObject({
    name: optionalText(200).meta({ description: "The whole name, when it is not known in parts." }),
    first_name: optionalText(200).meta({ description: "First name." }),
    last_name: optionalText(200).meta({ description: "Last name." }),
    email: email.nullable().optional().meta({ description: "Only if the caller wants to give one." }),
  })
  .refine((sent) => sent.name !== null || sent.first_name !== null, {
    path: ["name"],
    error: "is required (expected name, or first_name and last_name)",
  })

export const callerView = z.object({
  customer_first_name: z.string(),
  customer_last_name: z.string(),
  customer_full_name: z.string(),
  has_address: z.boolean(),
  warnings: z
    .array(z.enum(["email_taken"]))
    .meta({ description: "Always empty: whether an email is another customer's is never told." }),
  say,
})

export const agentAddress = z
  .strictObject({
    line1: name(200).meta({ description: "House number and street." }),
    line2: optionalText(200).meta({ description: "Apartment or suite, if there is one." }),
    city: optionalText(120).meta({ description: "Needed, with the state, unless the postal code is known." }),
    state: optionalText(120).meta({ description: "State or province, as TX." }),
    postal_code: optionalText(20).meta({ description: "ZIP or postal code; enough without city and state." }),
    country: z
      .enum(["US", "CA"], { error: "expected US or CA" })
      .nullable()
      .optional()
      .meta({ description: "Told by the postal code or the province when left out." }),
  })
  .refine((sent) => sent.postal_code !== null || (sent.city !== null && sent.state !== null), {
    path: ["postal_code"],
    error: "is required, unless both city and state are sent",
  })

export const areaView = z.object({
  in_service_area: z.boolean().meta({
    description: "Whether the company comes to this address, as a search with it will say.",
  }),
  say,
})

export const contactInput = z.strictObject({
  contact_number: name(40).meta({ description: "The other number that is to be added, as +15125550123." }),
  label: optionalText(100).meta({ description: "Whose or what number it is, as work or partner." }),
})

export const contactStartedView = z.object({
  verification_id: z.string().meta({ description: "Pass it with the code that the caller reads to you." }),
  expires_at: timestamp,
  say,
})

export const contactConfirmation = z.strictObject({
  verification_id: name(100).meta({ description: "As the start of adding the number gave it." }),
  code: text(20)
    .transform((said) => said.replace(/[\s-]/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, { error: "expected the six digits of the code" }))
    .meta({ description: "The six digits that the caller got by text." }),
})

export const contactAddedView = z.object({ added: z.literal(true), say })

export const optOutInput = z.strictObject({
  channel: z.enum(["voice", "sms"], { error: "expected voice or sms" }).nullable().optional().meta({
    description: "Calls (voice) or texts (sms); this conversation's own when left out. For both, call twice.",
  }),
})

export const optOutView = z.object({
  channel: z.enum(["voice", "sms"]),
  opted_out: z.literal(true),
  say,
})

export const callbackInput = z.strictObject({
  message: name(500).meta({
    description:
      "What the caller wants, in one or two sentences that a colleague understands without the call.",
  }),
  name: optionalText(200).meta({ description: "Who is to be called, when the caller is no customer yet." }),
  best_time: optionalText(200).meta({
    description: "When it suits them, as they say it: Tuesday after three.",
  }),
  contact_number: optionalText(40).meta({
    description: "Another number to call, as +15125550123; the one they are calling from when left out.",
  }),
})

export const callbackLeft = z.object({ recorded: z.literal(true), say })
