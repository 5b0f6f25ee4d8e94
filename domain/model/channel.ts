/** A company's channels: the numbers under which it is reached for calls and for texts. */
import { z } from "zod"
import { phone, timestamp } from "./fields.ts"
import { iso } from "./views.ts"

export const channelKind = z.enum(["sms", "voice"], { error: "expected one of sms, voice" })

export const channelInput = z.strictObject({ kind: channelKind, phone })

export const channelView = z.object({
  id: z.int(),
  kind: channelKind,
  phone: z.string(),
  created_at: timestamp,
  updated_at: timestamp.meta({ description: "The same as `created_at`: a channel is never changed." }),
})

export interface Channel {
  id: number
  kind: z.infer<typeof channelKind>
  phone: string
  created_at: Date
}

export function showChannel(channel: Channel): z.input<typeof channelView> {
  return { ...channel, created_at: iso(channel.created_at), updated_at: iso(channel.created_at) }
}
