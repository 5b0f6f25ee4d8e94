/** An appointment type: what can be booked, how long it takes, where, and with which providers. */
import { z } from "zod"
import { minutesPerDay } from "../time/units.ts"
import { type DurationOption, durationOptionView } from "./appointment.ts"
import {
  noSeats,
  type SeatsOfType,
  seatsOfTypeFields,
  seatsOfTypeViews,
  showSeatsOfType,
} from "./class-seats.ts"
import {
  type ExternalData,
  externalDataFields,
  externalDataViews,
  noExternalData,
  showMetadata,
} from "./external-data.ts"
import { flag, id, ifVersion, name, recordVersion, text, whole } from "./fields.ts"
import { imageUrlView, pictureUrl } from "./picture.ts"
import { type Question, questions, questionView } from "./question.ts"
import { type RecordTimes, recordTimesView, showTimes } from "./record-times.ts"
import {
  confirmationFields,
  confirmationViewFields,
  shownConfirmation,
  type TypeConfirmation,
  unconfirmed,
} from "./type-confirmation.ts"
import { type NeedsOfType, needsFields, needsViews, noNeeds, showNeeds } from "./type-needs.ts"
import { type PromiseOfType, promiseFields, promiseViews, showPromise, startPromise } from "./type-promise.ts"

export const typeKind = z.enum(["open", "by_request"], { error: "expected one of open, by_request" })
export const place = z.enum(["at_location", "at_customer", "remote"], {
  error: "expected one of at_location, at_customer, remote",
})

const starts = z.enum(["grid", "packed", "packed_only"], {
  error: "expected one of grid, packed, packed_only",
})

const blockMinutes = whole(5, minutesPerDay)
const yearOfMinutes = 525_600

const durationOption = z.strictObject({
  id: id.optional().meta({ description: "Of an option that is kept; a new one gets its own." }),
  label: name(100),
  minutes: blockMinutes,
})

/** The fields that create and change share. A change leaves out the fields that stay. */
const fields = {
  name: name(),
  description: text(2_000).nullable(),
  category: name(60).nullable().meta({
    description:
      "The heading under which pages list the type, with all others of the same words. Null: above every heading.",
  }),
  price_text: name(60).nullable().meta({
    description: "The price in the company's own words, as `from $60`. It is shown and never charged.",
  }),
  active: flag,
  kind: typeKind.meta({ description: "`by_request` types are booked through a scheduling request only." }),
  duration_minutes: blockMinutes,
  blocks: z
    .array(blockMinutes)
    .min(1, { error: "expected at least one block" })
    .max(30, { error: "expected at most 30 blocks" })
    .meta({ description: "Minutes of each working day, instead of `duration_minutes`." }),
  duration_options: z.array(durationOption).max(20, { error: "expected at most 20 options" }),
  buffer_before_minutes: whole(0, minutesPerDay),
  buffer_after_minutes: whole(0, minutesPerDay),
  slot_interval_minutes: whole(5, 240),
  starts: starts.meta({
    description:
      "`grid`: starts step by `slot_interval_minutes`. `packed`: besides these, a start right after busy time and one that " +
      "ends right before it, buffers kept, on whole 5 minutes, so that no time is left over. `packed_only`: searches show these " +
      "alone, and those where the hours begin and end; on a date without any, the grid. The others can still be booked.",
  }),
  min_notice_minutes: whole(0, yearOfMinutes),
  booking_window_days: whole(1, 730),
  cancel_notice_minutes: whole(0, yearOfMinutes),
  daily_limit: whole(1, 1_000).nullable().meta({ description: "At most so many a day for each provider." }),
  place,
  public_booking: flag,
  provider_choice: flag,
  skip_short_days: flag.meta({
    description:
      "For jobs of several days: a working day whose hours do not hold the job's block at its time of day is passed over. " +
      "False: such a day rules the start out.",
  }),
  customer_overlap: flag.meta({
    description:
      "Appointments of the type may be at the same time as others of the same customer, as when something is only handed " +
      "in. False: no two at once, unless staff override.",
  }),
  location_ids: z
    .array(id)
    .max(500, { error: "expected at most 500 locations" })
    .nullable()
    .meta({ description: "Null means every location." }),
  questions,
  ...needsFields,
  ...confirmationFields,
  ...promiseFields,
  ...seatsOfTypeFields,
  ...externalDataFields,
}

const oneLength = {
  error: "expected either duration_minutes or blocks, not both",
  path: ["blocks"],
}
type Lengths = { duration_minutes?: number | undefined; blocks?: number[] | undefined }
const hasOneLengthAtMost = (type: Lengths) => type.duration_minutes === undefined || type.blocks === undefined

export const appointmentTypePatch = z
  .strictObject({ ...z.strictObject(fields).partial().shape, if_version: ifVersion })
  .refine(hasOneLengthAtMost, oneLength)
export type AppointmentTypePatch = Omit<z.output<typeof appointmentTypePatch>, "if_version">

export const appointmentTypeInput = z
  .strictObject({ ...z.strictObject(fields).partial().shape, name: fields.name })
  .refine(hasOneLengthAtMost, oneLength)
  .refine(
    (type) => type.duration_minutes !== undefined || type.blocks !== undefined || !!type.steps?.length,
    {
      error: "is required, unless blocks or steps are sent",
      path: ["duration_minutes"],
    },
  )
  .meta({ examples: [{ name: "Boiler service", duration_minutes: 60 }] })

export const appointmentTypeView = z.object({
  id: z.int(),
  version: recordVersion,
  name: z.string(),
  description: z.string().nullable(),
  category: z.string().nullable(),
  price_text: z.string().nullable(),
  image_url: imageUrlView,
  active: z.boolean(),
  kind: typeKind,
  duration_minutes: z.int().meta({ description: "All blocks together." }),
  blocks: z.array(z.int()).meta({ description: "Minutes of each working day." }),
  duration_options: z.array(durationOptionView),
  buffer_before_minutes: z.int(),
  buffer_after_minutes: z.int(),
  slot_interval_minutes: z.int(),
  starts,
  min_notice_minutes: z.int(),
  booking_window_days: z.int(),
  cancel_notice_minutes: z.int(),
  daily_limit: z.int().nullable(),
  place,
  needs_address: z.boolean(),
  public_booking: z.boolean(),
  provider_choice: z.boolean(),
  skip_short_days: z.boolean(),
  customer_overlap: z.boolean(),
  location_ids: z.array(z.int()).nullable(),
  questions: z
    .array(questionView)
    .optional()
    .meta({ description: "What is asked at booking. Absent where nothing is asked." }),
  questions_version: z
    .int()
    .optional()
    .meta({ description: "Raised by every change of the questions; beside `questions`." }),
  ...needsViews,
  ...confirmationViewFields,
  ...promiseViews,
  ...seatsOfTypeViews,
  ...externalDataViews,
  ...recordTimesView,
})

/** After a change of what those to come were booked with. */
export const changedTypeView = appointmentTypeView.extend({
  kept: z
    .object({ appointments: z.int(), sessions: z.int(), message: z.string() })
    .optional()
    .meta({
      description:
        "After a change of `promise`, `needs`, `steps` or `seats` under appointments or sessions to come: how many there are, " +
        "and what becomes of them.",
    }),
})

export interface AppointmentType
  extends NeedsOfType,
    TypeConfirmation,
    PromiseOfType,
    SeatsOfType,
    ExternalData {
  id: number
  version: number
  name: string
  description: string | null
  category: string | null
  price_text: string | null
  image_hash: string | null
  active: boolean
  kind: z.infer<typeof typeKind>
  block_minutes: number[]
  duration_options: DurationOption[]
  buffer_before_minutes: number
  buffer_after_minutes: number
  slot_interval_minutes: number
  starts: z.infer<typeof starts>
  min_notice_minutes: number
  booking_window_days: number
  cancel_notice_minutes: number
  daily_limit: number | null
  place: z.infer<typeof place>
  public_booking: boolean
  provider_choice: boolean
  skip_short_days: boolean
  customer_overlap: boolean
  location_ids: number[] | null
  questions: Question[]
  questions_version: number
}

/** As the store keeps it. */
export type StoredType = AppointmentType & RecordTimes

/** The defaults of a type that gives only its name and length. */
export const plainType: Omit<AppointmentType, "id" | "version" | "name"> = {
  description: null,
  category: null,
  price_text: null,
  image_hash: null,
  active: true,
  kind: "open",
  block_minutes: [],
  duration_options: [],
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  slot_interval_minutes: 30,
  starts: "grid",
  min_notice_minutes: 120,
  booking_window_days: 60,
  cancel_notice_minutes: 0,
  daily_limit: null,
  place: "at_location",
  public_booking: false,
  provider_choice: true,
  skip_short_days: false,
  customer_overlap: false,
  location_ids: null,
  questions: [],
  questions_version: 1,
  ...noNeeds,
  ...unconfirmed,
  ...startPromise,
  ...noSeats,
  ...noExternalData,
}

export function showAppointmentType(
  type: StoredType,
  bookUrl: string | null,
): z.input<typeof appointmentTypeView> {
  const { block_minutes: blocks, questions: asked, questions_version, needs, steps, ...rest } = type
  const { confirmation, answer_within_minutes, unanswered, window_minutes, seats, image_hash, ...plain } =
    rest
  return {
    ...plain,
    image_url: pictureUrl(image_hash, bookUrl),
    ...showMetadata(type),
    ...showTimes(type),
    ...shownConfirmation({ confirmation, answer_within_minutes, unanswered }),
    ...(asked.length > 0 ? { questions: asked, questions_version } : {}),
    ...showNeeds({ needs, steps }),
    ...showPromise({ window_minutes }),
    ...showSeatsOfType({ seats }),
    blocks,
    duration_minutes: blocks.reduce((sum, minutes) => sum + minutes, 0),
    needs_address: type.place === "at_customer",
  }
}
