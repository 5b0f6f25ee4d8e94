/** The slot search as agents ask and hear it. */
import { z } from "zod"
import { emptyReasons } from "../availability.ts"
import { wantedSeats } from "../class-seats.ts"
import { date, rewritten, timestamp } from "../fields.ts"
import { type ShownSlot, slotsPerProvider, slotTimesView, slotView } from "../slot-search.ts"
import { spokenName } from "../written-by-people.ts"
import { anyClock, anyFlag, anyIds, anyWeekdays, optionalId, say, todayView } from "./fields.ts"
import { sayAt, sayList, sayOption, sayTimes, sayWindow, type Wording } from "./say.ts"
import { wordsIn } from "./speech.ts"

/** The most slots in one answer, and the most bytes of it: so many more do not help a model that reads them all. */
export const mostSlots = 26
export const mostSlotBytes = 7_000

export const partsOfDay = ["morning", "afternoon", "evening"] as const
export const searchOrders = ["best", "earliest"] as const
export type TimeOfDay = (typeof partsOfDay)[number]

/** Inputs with which a search finds what an answer left out. `end_date` stands for fewer days. */
export const narrowingInputs = [
  ...["end_date", "time_of_day", "around", "weekdays", "after", "before", "sooner"],
  ...["provider_id", "location_id"],
] as const

/** Several types in one visit, as every tool for a time takes them. */
export const comingFields = {
  then_type_ids: anyIds.nullable().optional().meta({
    description: "Several types in one visit: those that follow appointment_type_id, in order, as `4, 7`.",
  }),
  same_provider: anyFlag.nullable().optional().meta({
    description: "With then_type_ids: one person does all of it.",
  }),
}

export const agentSlotQuestion = z.strictObject({
  appointment_type_id: optionalId.meta({
    description: "Required unless appointment_id is given.",
  }),
  appointment_id: optionalId.meta({
    description: "Only to reschedule: the appointment to move. Add only dates and times of day.",
  }),
  whole_group: anyFlag.nullable().optional().meta({
    description:
      "With an appointment_id that has a group_id: true to move all of the group, false for it alone.",
  }),
  start_date: date.nullable().optional().meta({
    description: "The first date, YYYY-MM-DD.",
  }),
  end_date: date.nullable().optional().meta({
    description: "The day after the last date, at most 31 days after start_date.",
  }),
  time_of_day: rewritten(
    40,
    (text) => text.trim().toLowerCase(),
    z.enum(partsOfDay, { error: `expected one of ${partsOfDay.join(", ")}` }),
  )
    .nullable()
    .optional()
    .meta({
      description: "Before noon, until five, or later.",
    }),
  around: anyClock.nullable().optional().meta({
    description: "The time of day asked for, HH:MM: the nearest times come first.",
  }),
  weekdays: anyWeekdays.nullable().optional().meta({
    description: "As `monday, wednesday`, `tuesday to friday` or `not monday`.",
  }),
  after: anyClock.nullable().optional().meta({
    description: "Only starts at or after HH:MM.",
  }),
  before: anyClock.nullable().optional().meta({
    description: "Only starts before HH:MM. Earlier than `after`, it means either.",
  }),
  sooner: anyFlag.nullable().optional().meta({
    description: "With an appointment_id and no dates: the caller wants an earlier time than it has.",
  }),
  order: rewritten(
    40,
    (text) => text.trim().toLowerCase(),
    z.enum(searchOrders, { error: `expected one of ${searchOrders.join(", ")}` }),
  )
    .nullable()
    .optional()
    .meta({
      description: "`earliest` when the caller wants the very first times; `best` when left out.",
    }),
  scheduling_request_id: optionalId.meta({
    description: "The type's scheduling_request, whenever it has one.",
  }),
  location_id: optionalId.meta({ description: "Only when the caller asks for one." }),
  provider_id: optionalId.meta({
    description: "Only when the caller asks for one, and provider_choice is true.",
  }),
  duration_option_id: optionalId.meta({
    description: "The chosen entry of the type's duration_options.",
  }),
  seats: wantedSeats.nullable().meta({
    description: "Only for a class: for how many people.",
  }),
  ...comingFields,
})

/** A model has no use for the end of an ordinary appointment, and every field of a slot is read as often as there are slots. */
const forSeveralDays = {
  end_time: timestamp.optional().meta({ description: "Only of a job over several days, and of a window." }),
  blocks: slotTimesView.shape.blocks
    .optional()
    .meta({ description: "Only of a job over several days: each of its days." }),
}

const spoken = {
  start_time: timestamp,
  provider_id: z.int(),
  timezone: z.string().meta({ description: "The zone in which the time is said." }),
  say: z.string().meta({ description: "The time as it is said aloud, with its weekday." }),
  ...forSeveralDays,
  kind: slotTimesView.shape.kind,
  seats_left: slotTimesView.shape.seats_left,
}

export const spokenSlotTimesView = z.object(spoken)
export const spokenSlotView = slotView.omit({ parts: true, session_id: true }).extend({
  ...spoken,
  then_say: z.string().optional().meta({
    description:
      "Only of several that are booked or moved together: the others, and when. Say it with the time.",
  }),
})

export type SpokenSlot = z.input<typeof spokenSlotView>
export type SpokenSlotTimes = z.input<typeof spokenSlotTimesView>

/** A slot as it stands in a list under its provider and location. */
export function spokenSlotTimes(slot: ShownSlot, wording: Wording): SpokenSlotTimes {
  const { start_time, end_time, provider_id, timezone, kind, parts } = slot
  // Several services are booked by their first start; only the days of one job are said as days.
  const blocks = parts ? [{ start_time, end_time }] : slot.blocks
  const when = kind ? sayWindow(slot, timezone, wording) : sayOption(blocks, timezone, wording)
  const location_name = spokenName(slot.location_name)
  return {
    start_time,
    provider_id,
    timezone,
    say: sayAt(when, location_name, wording),
    ...(blocks.length > 1 ? { end_time, blocks } : {}),
    ...(kind ? { end_time, kind } : {}),
    ...(slot.seats_left === undefined ? {} : { seats_left: slot.seats_left }),
  }
}

/** A slot that stands by itself. */
export function spokenSlot(slot: ShownSlot, wording: Wording): SpokenSlot {
  return {
    ...spokenSlotTimes(slot, wording),
    provider_name: spokenName(slot.provider_name),
    location_id: slot.location_id,
    location_name: spokenName(slot.location_name),
  }
}

/** Options in the order of time. When all of them are at one location, the caller hears it once, from `location`. */
export function sayOptions(
  slots: readonly SpokenSlot[],
  wording: Wording,
): { times: string; location: string | null } {
  const inOrder = slots.toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time))
  const isOneLocation = wording.namesLocation && new Set(slots.map((slot) => slot.location_id)).size === 1
  const namesEach = wording.namesLocation && !isOneLocation
  const isPlain = ({ kind, blocks }: SpokenSlot) => kind === undefined && blocks === undefined
  const alikeBy = (slot: SpokenSlot) =>
    isPlain(slot) ? `${slot.timezone} ${namesEach ? slot.location_id : ""}` : slot
  const said = runsBy(inOrder, alikeBy).flatMap((alike) => {
    const [first] = alike as [SpokenSlot, ...SpokenSlot[]]
    if (isPlain(first))
      return sayTimes(alike, first.timezone, wording, namesEach ? first.location_name : null)
    const { kind, blocks = [first], timezone } = first
    return isOneLocation && !kind ? sayOption(blocks, timezone, wording) : first.say
  })
  const or = wordsIn(wording.language).list.or
  const isList = said.some((each) => each.includes(` ${or} `) || each.includes(";"))
  return {
    times: isList ? said.join(`; ${or} `) : sayList(wording.language, said, "or", "; "),
    location: isOneLocation ? slots[0]!.location_name : null,
  }
}

/** Neighbours with the same key, together. */
function runsBy<Each>(all: readonly Each[], keyOf: (each: Each) => unknown): Each[][] {
  const runs: Each[][] = []
  for (const each of all) {
    const run = runs.at(-1)
    if (run && keyOf(run[0]!) === keyOf(each)) run.push(each)
    else runs.push([each])
  }
  return runs
}

export const agentSlotAnswer = z
  .object({
    ...todayView,
    say,
    recommended: z
      .array(spokenSlotView)
      .meta({ description: "Up to five, best first. Offer up to three of them." }),
    providers: z
      .array(slotsPerProvider(spokenSlotTimesView))
      .meta({ description: "Who has which times. Empty when nothing can be offered: `say` tells why." }),
    more: z.boolean().meta({
      description:
        "There are more free times than were listed: search again with one of narrow_by when the caller wants another time.",
    }),
    narrow_by: z.array(z.enum(narrowingInputs)).meta({
      description:
        "The inputs that find what was left out, when `more` is true: send another value than before, or leave out one that " +
        "was sent. end_date: search fewer days.",
    }),
    reason: z.enum(emptyReasons).nullable().meta({
      description: "Why nothing can be offered whatever the dates; null when other dates may do.",
    }),
    next_available: spokenSlotView
      .nullable()
      .meta({ description: "The first time after a range without any." }),
  })
  .meta({ id: "AgentSlots" })
