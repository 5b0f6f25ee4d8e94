/** The plan of a date at a location: who drives where in which order, and what another plan would change. */
import { z } from "zod"
import { planners } from "./company-settings.ts"
import { date, id, minuteInstant, timestamp } from "./fields.ts"
import { mostProviders } from "./type-needs.ts"
import { idAndName } from "./views.ts"

const spanView = z.object({ start_time: timestamp, end_time: timestamp })

const stopView = z.object({
  appointment_id: z.int(),
  customer: idAndName,
  appointment_type: idAndName,
  window: spanView.nullable().meta({ description: "What was promised; null for a promised start." }),
  start_time: timestamp.meta({ description: "When the work is planned to start." }),
  end_time: timestamp,
  drive_minutes: z.int().meta({ description: "From the stop before, or from where the day begins." }),
  crew: z
    .array(idAndName)
    .optional()
    .meta({ description: "Who else comes to it at the same minute. Absent for a visit of one provider." }),
  slack_minutes: z.int().nullable().meta({
    description:
      "By how much the work may start later and still keep the promise; null for a promised start.",
  }),
  pinned: z.boolean(),
  locked: z.boolean().meta({
    description:
      "No plan moves it: it is pinned, on its way, of a fixed day, not scheduled, or promised a start.",
  }),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})

const routeView = z.object({
  provider: idAndName,
  start_point: z
    .object({ latitude: z.number(), longitude: z.number() })
    .nullable()
    .meta({ description: "Where the day begins: the provider's own start, else the location." }),
  driving_minutes: z.int().meta({ description: "With the way home." }),
  waiting_minutes: z.int(),
  ends_at: timestamp.nullable().meta({ description: "Back where the day began; null without a stop." }),
  stops: z.array(stopView),
})

export const dayPlanView = z
  .object({
    date: z.string(),
    location: idAndName,
    timezone: z.string(),
    frozen_at: timestamp.meta({ description: "From then on the plan of the date stays as it is." }),
    is_frozen: z.boolean(),
    driving_minutes: z.int().meta({
      description: "Of all routes, estimated as the search estimates it. Without setting up.",
    }),
    routes: z.array(routeView),
  })
  .meta({ id: "DayPlan" })

export type DayPlanShown = z.input<typeof dayPlanView>

/** The name of a stop. */
export interface NamedVisit {
  id: number
  customer_id: number
  customer_name: string
  appointment_type_id: number
  type_name: string
  pinned: boolean
}

const plannedAtView = z.object({
  provider: idAndName,
  crew: z
    .array(idAndName)
    .optional()
    .meta({ description: "Who comes beside. Absent for a visit of one provider." }),
  planned_start: timestamp,
})

export const planPreviewView = z
  .object({
    plan: dayPlanView.meta({ description: "As it would be." }),
    planner: z.enum(planners).meta({
      description: "Which planner it is by: `own` also where the company chose another that did not answer.",
    }),
    driving_minutes_before: z.int(),
    visits: z.int().meta({ description: "How many the plan holds; all promises are kept." }),
    changes: z.array(
      z.object({
        appointment_id: z.int(),
        customer: idAndName,
        window: spanView.nullable(),
        from: plannedAtView,
        to: plannedAtView,
      }),
    ),
  })
  .meta({ id: "PlanPreview" })

export const mostPlanned = 500

export const planDate = { date }

export const planPreviewInput = z
  .strictObject({
    location_id: id,
    keep: z
      .array(id)
      .max(mostPlanned)
      .optional()
      .meta({ description: "Appointments that stay where they are; the rest is planned around them." }),
  })
  .meta({ examples: [{ location_id: 1 }] })

export const planApplyInput = z
  .strictObject({
    location_id: id,
    changes: z
      .array(
        z.strictObject({
          ...{ appointment_id: id, provider_id: id, planned_start: minuteInstant },
          crew_ids: z
            .array(id)
            .max(mostProviders - 1)
            .optional()
            .meta({ description: "Who comes beside, for a visit of several providers." }),
        }),
      )
      .min(1)
      .max(mostPlanned)
      .meta({ description: "As a preview told them: each with where it goes." }),
  })
  .meta({
    examples: [
      {
        location_id: 1,
        changes: [{ appointment_id: 7, provider_id: 2, planned_start: "2026-11-25T15:20:00.000Z" }],
      },
    ],
  })
