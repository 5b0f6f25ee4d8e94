/** Outreach on requests that are not booked yet: plans, and their runs. */
import { z } from "zod"
import { id, ifVersion, line, name, recordVersion, text, timestamp, whole } from "./fields.ts"
import type { SchedulingRequest } from "./scheduling-request.ts"
import { mailSkipReasons, skipReasons, type TextChannel, textLengthView } from "./text-message.ts"
import { iso, isoOrNull } from "./views.ts"

const channel = z.enum(["sms", "voice", "mail"], { error: "expected one of sms, voice, mail" }).meta({
  description: "`mail` goes only to an address whose consent channel `email` is `granted`.",
})

/** A year. */
const mostMinutes = 525_600
const mostSteps = 20

/** Its words are judged by `rules/texts/outreach.ts`. */
const stepInput = z.strictObject({
  after_minutes: whole(0, mostMinutes).meta({
    description: "From the end of the step before; for the first, from the start of the run.",
  }),
  channel,
  sms_text: text(2_000)
    .trim()
    .nullable()
    .optional()
    .meta({
      description:
        "For sms. At most 320 characters, {booking_link} counted as 100. Placeholders: {booking_link}, {first_name}, " +
        "{appointment_type}, {phone}.",
    }),
  mail_subject: line(200).nullable().optional().meta({
    description: "For mail. The same placeholders but {booking_link}.",
  }),
  mail_text: text(4_000)
    .trim()
    .nullable()
    .optional()
    .meta({ description: "For mail. An empty line begins a paragraph. The same placeholders." }),
})

const steps = z
  .array(stepInput)
  .min(1, { error: "expected at least one step" })
  .max(mostSteps, { error: `expected at most ${mostSteps} steps` })

export const planInput = z.strictObject({ name: name(200), steps }).meta({
  examples: [
    {
      name: "Two nudges",
      steps: [
        { after_minutes: 0, channel: "sms", sms_text: "Hi {first_name}, pick a time here: {booking_link}" },
        { after_minutes: 2880, channel: "sms", sms_text: "Still needed? {booking_link} or call {phone}." },
      ],
    },
  ],
})
export type PlanStepInput = z.output<typeof stepInput>

const previewedSteps = z
  .array(stepInput.pick({ channel: true, sms_text: true, mail_subject: true, mail_text: true }))
  .min(1, { error: "expected at least one step" })
  .max(mostSteps, { error: `expected at most ${mostSteps} steps` })

export const planPreviewInput = z
  .strictObject({
    steps: previewedSteps,
    customer_id: id
      .optional()
      .meta({ description: "Whose name and language it shows; a sample's when left out." }),
    appointment_type_id: id.optional(),
  })
  .meta({ examples: [{ steps: [{ channel: "sms", sms_text: "Hi {first_name}: {booking_link}" }] }] })

const textAsSent = z.object({
  text: z.string(),
  length: textLengthView,
  lacking: z.array(z.string()).meta({ description: "The characters that the alphabet lacks." }),
})

export const planPreviewView = z
  .object({
    from: z.string().nullable().meta({ description: "The number that texts go from; null without one." }),
    most_characters: z.int(),
    link_characters: z.int().meta({ description: "What {booking_link} counts as." }),
    steps: z.array(
      z.object({
        counted: z.int().meta({ description: "Characters as they count towards `most_characters`." }),
        problem: z.string().nullable().meta({ description: "Why the step could not be saved." }),
        sent: textAsSent.nullable().meta({ description: "Of a text." }),
        mail: z
          .object({ subject: z.string(), text: z.string(), html: z.string() })
          .nullable()
          .meta({ description: "Of a mail." }),
        sent_first: textAsSent.nullable().meta({
          description:
            "The same as the first text to a number in a month: it names the company and says how to stop.",
        }),
      }),
    ),
  })
  .meta({ id: "OutreachPlanPreview" })

/** Fields sent are changed; the steps, when sent, are replaced as a whole. */
export const planPatch = z.strictObject({
  if_version: ifVersion,
  name: name(200).optional(),
  steps: steps.optional(),
})

const stepView = z.object({
  after_minutes: z.int(),
  channel,
  sms_text: z.string().nullable(),
  mail_subject: z.string().optional().meta({ description: "Of a mail." }),
  mail_text: z.string().optional().meta({ description: "Of a mail." }),
})

export const planView = z
  .object({
    id: z.int(),
    version: recordVersion,
    name: z.string(),
    steps: z.array(stepView),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "OutreachPlan" })

export interface PlanStep {
  after_minutes: number
  channel: TextChannel
  sms_text: string | null
  /** Absent from plans that were made before there were mails. */
  mail_subject?: string | null | undefined
  mail_text?: string | null | undefined
}

const stepShown = <Step extends PlanStep>({ mail_subject, mail_text, ...step }: Step) => ({
  ...step,
  ...(step.channel === "mail" && { mail_subject: mail_subject ?? "", mail_text: mail_text ?? "" }),
})

export interface OutreachPlan {
  id: number
  version: number
  name: string
  steps: PlanStep[]
  created_at: Date
  updated_at: Date
}

export function planShown({ created_at, updated_at, ...plan }: OutreachPlan): z.input<typeof planView> {
  return {
    ...plan,
    steps: plan.steps.map(stepShown),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  }
}

export const runStatus = z.enum(["running", "finished", "ended"], {
  error: "expected one of running, finished, ended",
})
export type RunStatus = z.infer<typeof runStatus>

export const endReasons = ["booked", "cancelled", "expired", "stopped"] as const
export type EndReason = (typeof endReasons)[number]

export const runStart = z.strictObject({ outreach_plan_id: id })

export const runView = z
  .object({
    id: z.int(),
    scheduling_request_id: z.int(),
    outreach_plan_id: z.int(),
    status: runStatus.meta({ description: "`finished` after the last step, `ended` before it." }),
    end_reason: z.enum(endReasons).nullable(),
    started_at: timestamp,
    ended_at: timestamp.nullable(),
    steps: z.array(
      stepView.extend({
        position: z.int(),
        status: z.enum(["pending", "sent", "skipped", "failed"]),
        reason: z
          .string()
          .nullable()
          .meta({
            description: `Why it was skipped (${[...new Set([...skipReasons, ...mailSkipReasons])].join(", ")}) or failed (the carrier's reason).`,
          }),
        due_at: timestamp
          .nullable()
          .meta({ description: "Not before this time; null until the step before has ended." }),
        ended_at: timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: "OutreachRun" })

export interface RunStep extends PlanStep {
  position: number
  status: "pending" | "sent" | "skipped" | "failed"
  reason: string | null
  due_at: Date | null
  ended_at: Date | null
}

export interface OutreachRun {
  id: number
  scheduling_request_id: number
  outreach_plan_id: number
  status: RunStatus
  end_reason: EndReason | null
  started_at: Date
  ended_at: Date | null
  steps: RunStep[]
}

export function runShown(run: OutreachRun): z.input<typeof runView> {
  return {
    ...run,
    started_at: iso(run.started_at),
    ended_at: isoOrNull(run.ended_at),
    steps: run.steps.map((step) => ({
      ...stepShown(step),
      due_at: isoOrNull(step.due_at),
      ended_at: isoOrNull(step.ended_at),
    })),
  }
}

/** The facts by which a step is judged when it is due. */
export interface StepAtHand extends Pick<RunStep, "channel" | "sms_text" | "mail_subject" | "mail_text"> {
  run_status: RunStatus
  end_reason: EndReason | null
  request: Pick<
    SchedulingRequest,
    | "id"
    | "status"
    | "latest_date"
    | "location_id"
    | "provider_id"
    | "appointment_type_id"
    | "link_version"
    | "link_key_id"
    | "link_random"
  >
  type_name: string
}
