/** A caller's message to the company through an agent that can't help them, with the number to call back. */
import { z } from "zod"
import { flag, timestamp } from "./fields.ts"
import { idAndName } from "./views.ts"

/** A callback waits until staff mark it as done. */
export const callbackStatus = z.enum(["waiting", "done"], { error: "expected waiting or done" })
export type CallbackStatus = z.infer<typeof callbackStatus>

/** A callback is deleted so many days after it was asked for. */
export const callbackDays = 90

/** A call (voice) or a text thread (sms). */
type CallerChannel = "voice" | "sms"

export interface Callback {
  id: number
  /** Null while the caller is no customer. */
  customer_id: number | null
  /** Null without a customer. */
  customer_name: string | null
  channel: CallerChannel
  /** As the caller gave it; null when they gave none. */
  caller_name: string | null
  phone_sealed: string
  message: string
  best_time: string | null
  created_at: Date
  done_at: Date | null
}

export const callbackView = z.object({
  id: z.int(),
  status: callbackStatus,
  customer: idAndName.nullable().meta({ description: "Null while the caller is no customer." }),
  caller_name: z.string().nullable().meta({ description: "As the caller gave it." }),
  phone: z.string().meta({ description: "The number to call." }),
  message: z.string().meta({
    description:
      "What the caller wants, in the words that the agent wrote down, or a reply to a text that was not understood, as it came.",
  }),
  best_time: z.string().nullable().meta({ description: "When it suits the caller, in their own words." }),
  channel: z
    .enum(["voice", "sms"])
    .meta({ description: "Whether the caller called (voice) or wrote (sms)." }),
  created_at: timestamp,
  done_at: timestamp.nullable(),
})

export type ShownCallback = z.input<typeof callbackView>

export const callbackChange = z.strictObject({
  done: flag.meta({
    description: "Whether somebody has called back. False puts it back among those that wait.",
  }),
  if_status: callbackStatus.optional().meta({
    description: "Only while it still is in this state: 409 `version_conflict` when somebody else was first.",
  }),
})

/** A callback as `callback.requested` carries it. */
export interface CallbackInEvent {
  id: number
  caller_name: string | null
  phone: string
  message: string
  best_time: string | null
  channel: CallerChannel
}
