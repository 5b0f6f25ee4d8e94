/** The effects of a write, asked before it is made: the customer's texts, word by word, and the company's events. */
import { z } from "zod"
import { eventTypes } from "./event.ts"
import { timestamp } from "./fields.ts"
import { mailSkipReasons, skipReasons, textLengthView, textPurposes } from "./text-message.ts"

/** Why no text goes: its own reasons, and those for which none is planned. */
const reasons = [
  ...new Set([
    ...skipReasons,
    "texts_unavailable",
    "confirmations_off",
    "silenced",
    ...mailSkipReasons,
  ] as const),
]

const previewedText = z.object({
  purpose: z.enum(textPurposes),
  channel: z.enum(["sms", "voice", "mail"]).meta({
    description: "`voice`: a call by the agent. `mail`: only where the company sends mails.",
  }),
  at: timestamp.meta({ description: "When it goes, or would have gone." }),
  reason: z.enum(reasons).nullable().meta({
    description:
      "Why none goes; null for one that goes. `silenced`: its channel is among the `silent_channels`.",
  }),
  from: z.string().nullable(),
  to: z.string().nullable(),
  subject: z.string().nullable().optional().meta({ description: "Of a mail." }),
  body: z
    .string()
    .nullable()
    .meta({
      description:
        "As it is sent; of a mail its plain text. A link that is made with the write stands with x in place of its token. Null " +
        "for a call, and where none goes.",
    }),
  length: textLengthView.nullable().meta({ description: "Of a text." }),
})
export type PreviewedText = z.input<typeof previewedText>

const previewedAppointment = z.object({ id: z.int(), start_time: timestamp, timezone: z.string() })

export const previewView = z
  .object({
    texts: z.array(previewedText).meta({ description: "In the order of their times, as things stand now." }),
    events: z
      .array(z.enum(eventTypes))
      .meta({ description: "What webhook endpoints are told; of a change of several each once." }),
    appointments: z
      .array(previewedAppointment)
      .optional()
      .meta({ description: "Of a change of several: all that it is of, the soonest first." }),
    stay_cancelled: z.array(previewedAppointment).optional().meta({
      description: "Of a reopening of one of a group or a series: the others, which stay cancelled.",
    }),
  })
  .meta({ id: "Preview" })
