/** Field shapes of the agent's tools. A model fills them in, so a number may come as text and an unknown value as null. */
import { z } from "zod"
import { clock, flag, id, line, rewritten } from "../fields.ts"
import { weekdayNames, weekdaysAsWritten } from "./weekdays.ts"

const digits = /^[1-9]\d{0,15}$/

/** An id, as a number or as its digits. */
export const anyId = rewritten(16, (text) => (digits.test(text) ? Number(text) : text), id).meta({
  type: "integer",
  minimum: 1,
})

/** The same where it may be left out. */
export const optionalId = anyId.nullable().optional()

/** True or false, also as words. */
export const anyFlag = rewritten(
  5,
  (text) => (text === "true" ? true : text === "false" ? false : text),
  flag,
).meta({ type: "boolean" })

/** Wall-clock `HH:MM`, also as people write it: `9:00`, `3 PM`, `15:00:00`, `noon`. */
export const anyClock = rewritten(20, clockOf, clock)

const namedClocks: Record<string, string> = { noon: "12:00", midday: "12:00", midnight: "00:00" }

function clockOf(written: string): string {
  const named = namedClocks[written.trim().toLowerCase()]
  if (named) return named
  const match = /^(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*(?:([ap])\.?m\.?)?$/i.exec(written.trim())
  if (!match) return written
  const [, hours, minutes = "00", half] = match
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hours)
  return `${String(hour).padStart(2, "0")}:${minutes}`
}

const expectedWeekdays = `expected days of the week out of ${weekdayNames.join(", ")}`

/** Days of the week, as `monday, wednesday`: also in short, in the plural, as `weekdays`, `tuesday to friday` or `not monday`. */
export const anyWeekdays = rewritten(200, weekdaysAsWritten, line(200)).refine(
  (names) => names !== "" && names.split(", ").every((name) => weekdayNames.includes(name)),
  { error: expectedWeekdays },
)

const idList = /^[1-9]\d{0,15}(, [1-9]\d{0,15}){0,3}$/

/** Up to four ids in their order, as `4, 7`; a model may write `[4,7]` or `4 7`. */
export const anyIds = rewritten(
  100,
  (text) =>
    text
      .split(/[\s,[\]]+/)
      .filter((part) => part !== "")
      .join(", "),
  line(100).refine((ids) => idList.test(ids), { error: "expected up to four ids, as 4, 7" }),
)

export const idsIn = (list: string): number[] => list.split(", ").map(Number)

/** A line of text that may be left out, be null, or be empty. */
export const optionalText = (most: number) =>
  line(most)
    .nullable()
    .optional()
    .transform((value) => (value ? value : null))

/** The fields of every answer that names times. */
export const todayView = {
  today: z.string().meta({ format: "date", description: "Today's date at the company, as YYYY-MM-DD." }),
  today_say: z.string().meta({ description: "The same to be said aloud, with the weekday." }),
  timezone: z.string().meta({ description: "The company's time zone, in which `today` is today." }),
}

/** A sentence for the caller. */
export const say = z.string().meta({ description: "What to say to the caller." })
