/** The plan's data about an appointment that was promised a window. */
import { z } from "zod"
import { flag, timestamp } from "./fields.ts"
import { idAndName, iso, isoOrNull } from "./views.ts"

interface Block {
  start_time: string
  end_time: string
}

/** As they are sent with a booking. */
export const plannedFields = {
  keep_provider: flag.optional().meta({
    description:
      "Of a type that promises a window: the provider was chosen and is never planned away. Else `provider_id` only names the " +
      "slot, and who comes is planned. An assigned or requested provider always stays.",
  }),
}

/** Absent for a promised start. */
export const plannedViews = {
  window: z.object({ start_time: timestamp, end_time: timestamp }).optional().meta({
    description:
      "What the customer was promised; `start_time` and `end_time` are the same. Absent for a start.",
  }),
  narrowed_window: z.object({ start_time: timestamp, end_time: timestamp }).optional().meta({
    description:
      "The hour of the window that the customer was told once the plan of the day was fixed. Absent before.",
  }),
  planned_start: timestamp
    .optional()
    .meta({ description: "When the work is planned to start, for staff. It may change." }),
  planned_provider: idAndName
    .optional()
    .meta({ description: "Who is planned to come, for staff. May change." }),
  keeps_provider: z.boolean().optional().meta({
    description:
      "The plan may send no other provider: this one was chosen with `keep_provider`, is assigned to the customer, or is named by the request.",
  }),
  work_minutes: z.int().optional().meta({ description: "How long the work takes." }),
  pinned: z.boolean().optional().meta({ description: "Staff fixed the planned start and provider." }),
  on_the_way: z.object({ since: timestamp, expected: timestamp.nullable() }).optional().meta({
    description:
      "The provider is on the way, and arrives about `expected`; null where that was not said. Absent before.",
  }),
  arrived_at: timestamp.optional().meta({
    description: "When the provider came to the customer. Absent before, and for visits elsewhere.",
  }),
}

/** As they are stored. `work_minutes` is null for a promised start, and then the rest says nothing. */
export interface PlannedFields {
  work_minutes: number | null
  planned_start_at: Date | null
  pinned: boolean
  keeps_provider: boolean
  /** Once the plan of its day is fixed; both null before. */
  narrowed_start_at: Date | null
  narrowed_end_at: Date | null
  /** Set for a promised start too, as is `expected_at`. */
  on_the_way_at: Date | null
  expected_at: Date | null
  /** Set for a visit at the customer's; null before its provider has come. */
  arrived_at: Date | null
}

export const notPlanned: PlannedFields = {
  work_minutes: null,
  planned_start_at: null,
  pinned: false,
  keeps_provider: false,
  narrowed_start_at: null,
  narrowed_end_at: null,
  on_the_way_at: null,
  expected_at: null,
  arrived_at: null,
}

/** The time as the customer reads it: the hour that the window was narrowed to, else the window, else the start with its end. */
export function toldTime({
  start_at,
  end_at,
  narrowed_start_at: from = null,
  narrowed_end_at: until = null,
}: { start_at: Date; end_at: Date } & Partial<Pick<PlannedFields, "narrowed_start_at" | "narrowed_end_at">>) {
  return from && until ? { start_at: from, end_at: until } : { start_at, end_at }
}

/** The same as blocks: what customers' pages, mails and calendars show. */
export function toldBlocks({
  blocks,
  narrowed_start_at: from = null,
  narrowed_end_at: until = null,
}: { blocks: readonly Block[] } & Partial<
  Pick<PlannedFields, "narrowed_start_at" | "narrowed_end_at">
>): readonly Block[] {
  return from && until ? [{ start_time: iso(from), end_time: iso(until) }] : blocks
}

/**
 * The SEQUENCE of an appointment in its customer's calendar: it grows whenever the time that the customer knows changes.
 * Narrowing a window changes no version, so a version of a promised window has two.
 */
export function calendarSequence({
  version,
  work_minutes,
  narrowed_start_at,
}: { version: number } & Pick<PlannedFields, "work_minutes" | "narrowed_start_at">): number {
  const earlier = version - 1
  return work_minutes === null ? earlier : 2 * earlier + (narrowed_start_at === null ? 0 : 1)
}

/** The version that an answer from a calendar is about. */
export const versionOfSequence = (
  sequence: number,
  { work_minutes }: Pick<PlannedFields, "work_minutes">,
): number => (work_minutes === null ? sequence : Math.floor(sequence / 2)) + 1

interface Planned extends PlannedFields {
  start_at: Date
  end_at: Date
  provider_id: number
  provider_name: string
}

/** How an appointment shows its plan. */
interface ShownPlan {
  window?: object | undefined
  narrowed_window?: object | undefined
  on_the_way?: object | undefined
  keeps_provider?: boolean | undefined
  pinned?: boolean | undefined
}

/** Until the plan of its day is fixed it may send another provider to a promised window, so the customer learns no name. */
export const mayAnotherCome = (shown: ShownPlan): boolean =>
  shown.window !== undefined &&
  !shown.keeps_provider &&
  !shown.pinned &&
  !shown.narrowed_window &&
  !shown.on_the_way

/** The provider, as the customer reads it; empty while another may come. */
export const toldProvider = (appointment: Planned): string =>
  mayAnotherCome(showPlanned(appointment)) ? "" : appointment.provider_name

export function showPlanned(appointment: Planned) {
  const { work_minutes, planned_start_at: start, keeps_provider, pinned, start_at, end_at } = appointment
  const {
    on_the_way_at: since,
    expected_at: expected,
    narrowed_start_at: from,
    narrowed_end_at: until,
  } = appointment
  const onTheWay = {
    ...(since && { on_the_way: { since: iso(since), expected: isoOrNull(expected) } }),
    ...(appointment.arrived_at && { arrived_at: iso(appointment.arrived_at) }),
  }
  if (work_minutes === null || start === null) return { ...onTheWay }
  return {
    ...onTheWay,
    window: { start_time: iso(start_at), end_time: iso(end_at) },
    ...(from && until ? { narrowed_window: { start_time: iso(from), end_time: iso(until) } } : {}),
    planned_start: iso(start),
    planned_provider: { id: appointment.provider_id, name: appointment.provider_name },
    keeps_provider,
    work_minutes,
    pinned,
  }
}
