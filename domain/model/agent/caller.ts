/**
 * Callers may change about themselves their name, address, another number, and which texts or calls they refuse; and they
 * may leave a message.
 */
import { z } from "zod"
import { email, name, text, timestamp } from "../fields.ts"
import { optionalText, say } from "./fields.ts"

export const callerInput = z
  .strictObject({
    name: optionalText(200).meta({ description: "The whole name." }),
    first_name: optionalText(200).meta({ description: "First name." }),
    last_name: optionalText(200).meta({ description: "Last name." }),
    email: email.nullable().optional().meta({ description: "Only if the caller gives one." }),
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
    line2: optionalText(200).meta({ description: "Apartment or suite." }),
    city: optionalText(120).meta({ description: "Required, with state, without a postal code." }),
    state: optionalText(120).meta({ description: "State or province, as TX." }),
    postal_code: optionalText(20).meta({ description: "Enough without city and state." }),
    country: z
      .enum(["US", "CA"], { error: "expected US or CA" })
      .nullable()
      .optional()
      .meta({ description: "Taken from the postal code or province when left out." }),
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
  contact_number: name(40).meta({ description: "The number to add, as +15125550123." }),
  label: optionalText(100).meta({ description: "As work or partner." }),
})

export const contactStartedView = z.object({
  verification_id: z.string().meta({ description: "Pass it with the code that the caller reads to you." }),
  expires_at: timestamp,
  say,
})

export const contactConfirmation = z.strictObject({
  verification_id: name(100).meta({ description: "From start_contact." }),
  code: text(20)
    .transform((said) => said.replace(/[\s-]/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, { error: "expected the six digits of the code" }))
    .meta({ description: "The six digits." }),
})

export const contactAddedView = z.object({ added: z.literal(true), say })

export const optOutInput = z.strictObject({
  channel: z.enum(["voice", "sms"], { error: "expected voice or sms" }).nullable().optional().meta({
    description: "voice: calls; sms: texts. This conversation's own when left out; for both, call twice.",
  }),
})

export const optOutView = z.object({
  channel: z.enum(["voice", "sms"]),
  opted_out: z.literal(true),
  say,
})

export const callbackInput = z.strictObject({
  message: name(500).meta({
    description: "In one or two sentences that a colleague understands without the call.",
  }),
  name: optionalText(200).meta({ description: "Who to call, when the caller is no customer yet." }),
  best_time: optionalText(200).meta({
    description: "As they say it: Tuesday after three.",
  }),
  contact_number: optionalText(40).meta({
    description: "Another number than theirs, as +15125550123.",
  }),
})

export const callbackLeft = z.object({ recorded: z.literal(true), say })
