/**
 * The starts on the board to which an appointment can be moved, or at which it can be booked: all of all providers in one
 * answer.
 */
import { z } from "zod"
import { emptyReasons } from "./availability.ts"
import { flag, id, text, timestamp } from "./fields.ts"
import { slotQuestion, slotTimesView, slotView } from "./slot-search.ts"

/** As many as a company's board shows. */
export const mostAskedProviders = 500

export const boardStartsQuestion = slotQuestion
  .omit({ provider_id: true, more_from: true, whole_group: true })
  .extend({
    appointment_id: id.optional().meta({
      description:
        "The appointment to move, to any provider and location: its type and length. The customer's assigned provider and " +
        "the request's wishes for provider and location do not bind a move.",
    }),
    provider_ids: z.array(id).min(1).max(mostAskedProviders).optional().meta({
      description:
        "Only these; all who offer the type when left out. Those who do not offer it have no starts.",
    }),
    override_eligibility: flag.optional().meta({
      description:
        "Also answers the starts that only staff judgement allows, as `offered: false`: notice, window, dates, area and the " +
        "customer's other appointments do not bind these.",
    }),
    with_starts: flag.optional().meta({
      description:
        "False leaves `providers` empty, and answers the best starts and the counts of the dates alone.",
    }),
    more_from: text(200).optional().meta({
      description: "`more_from` of the answer before, with the same question: the next providers.",
    }),
  })
export type BoardStartsQuestion = z.output<typeof boardStartsQuestion>

const startRunView = z.object({
  first_start_time: timestamp,
  last_start_time: timestamp.meta({ description: "Itself a start of the run." }),
  count: z.int().meta({ description: "How many starts, evenly apart." }),
  offered: z.boolean().meta({ description: "False: only staff judgement allows them." }),
  blocks: slotTimesView.shape.blocks.optional().meta({
    description:
      "Of a job over several days its working days, and of a promised window its begin and end. Such starts stand alone.",
  }),
})
export type ShownStartRun = z.input<typeof startRunView>

const startsOfProviderView = z.object({
  provider_id: z.int(),
  location_id: z.int(),
  timezone: z.string(),
  runs: z.array(startRunView).meta({ description: "By their first starts." }),
})
export type ShownStarts = z.input<typeof startsOfProviderView>

export const boardStartsView = z
  .object({
    providers: z.array(startsOfProviderView).meta({
      description: "Per provider and location, by their ids; those without any start are left out.",
    }),
    block_minutes: z.array(z.int()).meta({
      description:
        "The length of each working day of the job; of a promised window, the window's, of which the last of a day may be shorter (its `blocks`).",
    }),
    kind: z.literal("window").optional().meta({
      description:
        "Each start begins a window, within which the work begins. Absent where the work begins at the start.",
    }),
    best: z
      .array(
        slotView.extend({
          drive_minutes: z.int().nullable().meta({
            description: "The estimated drive to the job, where travel is judged.",
          }),
        }),
      )
      .meta({
        description:
          "Up to ten of those that are offered, best first, at most three of a date. Empty in further parts.",
      }),
    dates: z
      .array(z.object({ date: z.string(), offered: z.int() }))
      .meta({ description: "How many starts are offered on each local date that has any." }),
    reason: z.enum(emptyReasons).nullable().meta({ description: "Why nothing is offered on any date." }),
    warnings: z.array(z.string()),
    more_from: z
      .string()
      .nullable()
      .meta({
        description:
          "Not null when the answer would be longer than 4 MB: it then holds the first providers only. Send it with the same " +
          "question for the next ones.",
      }),
  })
  .meta({ id: "BoardStarts" })
export type ShownBoardStarts = z.input<typeof boardStartsView>
