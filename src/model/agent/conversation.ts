/** How a conversation begins: what the agent platform sends, and the variables that it gets for its prompts. */
import { z } from "zod"
import { text } from "../fields.ts"

const maybe = text(200).nullable().optional()

/** Platforms send more than this; it is ignored. */
export const conversationInit = z.looseObject({
  caller_id: maybe.meta({
    description: "The caller's number; anything that is none begins without identity.",
  }),
  called_number: maybe.meta({ description: "One of the company's channels." }),
  call_sid: maybe.meta({ description: "The call's id; empty or absent for a text thread." }),
})

/** Scalars only, and never one missing: platforms stop a conversation that lacks a variable. */
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
})
export type ConversationVariables = z.infer<typeof conversationVariables>

export const conversationStarted = z.object({
  type: z.literal("conversation_initiation_client_data"),
  dynamic_variables: conversationVariables,
})
