/** The shapes of fields. Each names in words what it expects, because the caller reads that sentence. */

import { z } from "zod"
import { dayOfDate } from "../time/dates.ts"
import { msPerMinute } from "../time/units.ts"
import { isNobodysNumber } from "./nobodys-number.ts"

/**
 * A text that is refused by its length before any pattern reads it. Every text of an input begins with this: zod runs all
 * checks of a text also after `max` has failed, unless the failure aborts.
 */
export const bounded = (max: number, expected: string, expectedType = expected) =>
  z.string({ error: expectedType }).max(max, { error: expected, abort: true })

/** A text rewritten before its schema reads it. One of more than `max` characters stays as it is, for the schema to refuse. */
export const rewritten = <Schema extends z.ZodType>(
  max: number,
  rewrite: (text: string) => unknown,
  schema: Schema,
) =>
  z.preprocess((value) => (typeof value === "string" && value.length <= max ? rewrite(value) : value), schema)

const unsafeText = (text: string) => !text.isWellFormed() || text.includes("\u0000")

/** Text that PostgreSQL and every reader can hold: no NUL, no lone surrogate. */
export const text = (max: number) =>
  bounded(max, `expected at most ${max} characters`, "expected a text").refine(
    (value) => !unsafeText(value),
    { error: "expected text without NUL or lone surrogates" },
  )

/**
 * Signs that a line of text may not hold: line breaks and other control characters, marks that turn the direction of text,
 * and tags, which people do not see and language models read.
 */
const unfitForLine = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u{e0000}-\u{e007f}]/u
/** A character that leaves something to see. U+2800 is the empty pattern of Braille. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u

/** Text of one line that a person can read; it may be empty. */
export const line = (max: number) =>
  text(max)
    .trim()
    .refine((value) => !unfitForLine.test(value), {
      error: "expected one line without control characters or marks of direction",
    })
    .refine((value) => value === "" || visible.test(value), { error: "expected characters that can be seen" })

/** A line that is not empty. */
export const name = (max = 200) => line(max).min(1, { error: "expected a text that is not empty" })

/** A record's id: a whole number from 1 to 2^53 − 1. */
export const id = z
  .int({ error: "expected an id, a whole number" })
  .min(1, { error: "expected an id of at least 1" })
  .max(Number.MAX_SAFE_INTEGER, { error: "expected an id of at most 9007199254740991" })

/** The same in a path or a query. */
export const idText = bounded(16, "expected an id, a whole number")
  .regex(/^[1-9]\d{0,15}$/, { error: "expected an id, a whole number" })
  .transform(Number)
  .refine((value) => value <= Number.MAX_SAFE_INTEGER, {
    error: "expected an id of at most 9007199254740991",
  })
  .meta({ type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Ids in a query, with commas between: at most 100, each once. */
export const idList = bounded(1_700, "expected at most 100 ids with commas between")
  .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,99}$/, { error: "expected at most 100 ids with commas between" })
  .transform((text) => [...new Set(text.split(",").map(Number))])
  .refine((ids) => ids.every(Number.isSafeInteger), {
    error: "expected ids of at most 9007199254740991",
  })

/** Words in a query, with commas between, each once. */
export const severalOf = <Word extends string>(words: readonly Word[]) =>
  bounded(4_000, "expected words with commas between")
    .transform((text) => [...new Set(text.split(","))] as Word[])
    .refine((given) => given.every((word) => words.includes(word)), {
      error: `expected one of ${words.join(", ")}, or several with commas between`,
    })

/** All that a query asks for by a word and by several; null where it asks for neither. */
export const eitherOf = <Word>(one: Word | undefined, several: readonly Word[] | undefined): Word[] | null =>
  one === undefined && several === undefined
    ? null
    : [...(one === undefined ? [] : [one]), ...(several ?? [])]

export const whole = (min: number, max: number) =>
  z
    .int({ error: `expected a whole number from ${min} to ${max}` })
    .min(min, { error: `expected a whole number from ${min} to ${max}` })
    .max(max, { error: `expected a whole number from ${min} to ${max}` })

export const wholeText = (min: number, max: number) =>
  bounded(9, `expected a whole number from ${min} to ${max}`)
    .regex(/^\d{1,9}$/, { error: `expected a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: `expected a whole number from ${min} to ${max}`,
    })
    .meta({ type: "integer", minimum: min, maximum: max })

export const flag = z.boolean({ error: "expected true or false" })
export const flagText = z
  .enum(["true", "false"], { error: "expected true or false" })
  .transform((value) => value === "true")
  .meta({ type: "boolean" })

/** A date that exists, between 1970 and 2199. */
export const date = bounded(10, "expected a date as YYYY-MM-DD")
  .refine((value) => dayOfDate(value) !== null && value >= "1970-01-01" && value < "2200-01-01", {
    error: "expected an existing date as YYYY-MM-DD",
  })
  .meta({ format: "date" })

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/

function isInstant(value: string): boolean {
  const match = instantPattern.exec(value)
  return match !== null && dayOfDate(match[1]!) !== null && Date.parse(value) >= 0 && value < "2200-01-01"
}

/** An ISO 8601 instant with `Z` or an offset. Answers always carry UTC with milliseconds. */
export const instant = bounded(40, "expected a time as 2027-03-16T15:00:00.000Z")
  .refine(isInstant, { error: "expected an existing time with Z or an offset, as 2027-03-16T15:00:00.000Z" })
  .meta({ format: "date-time" })

/** An instant on a whole minute, as appointments begin and end. */
export const minuteInstant = instant.refine((value) => Date.parse(value) % msPerMinute === 0, {
  error: "expected a time on a whole minute",
})

/** Answers only: UTC, milliseconds, `Z`. */
export const timestamp = z.string().meta({ format: "date-time", example: "2027-03-16T15:00:00.000Z" })

export const phone = bounded(16, "expected a phone number as +15125550123")
  .regex(/^\+[1-9]\d{6,14}$/, { error: "expected a phone number in E.164 form, as +15125550123" })
  .refine((number) => !isNobodysNumber(number), { error: "is a number that nobody can have" })
  .meta({ examples: ["+15125550123"] })

export const email = bounded(
  254,
  "expected an email address of at most 254 characters",
  "expected an email address",
)
  .regex(
    /^[^\s@\p{Cc}"<>(),:;\\[\]]+@[^\s@\p{Cc}"<>(),:;\\[\]][^\s@\p{Cc}"<>(),:;\\[\].]*\.[^\s@\p{Cc}"<>(),:;\\[\]]{2,}$/u,
    {
      error: "expected an email address",
    },
  )
  .refine((value) => !unsafeText(value) && !unfitForLine.test(value), { error: "expected an email address" })
  .meta({ format: "email", examples: ["sam@example.com"] })

export const locale = z.enum(["en", "fr", "es"], { error: "expected one of en, fr, es" })
export const latitude = z
  .number({ error: "expected a latitude from -90 to 90" })
  .min(-90, { error: "expected a latitude from -90 to 90" })
  .max(90, { error: "expected a latitude from -90 to 90" })
export const longitude = z
  .number({ error: "expected a longitude from -180 to 180" })
  .min(-180, { error: "expected a longitude from -180 to 180" })
  .max(180, { error: "expected a longitude from -180 to 180" })

/** Wall-clock "HH:MM". */
export const clock = bounded(5, "expected a time of day as HH:MM")
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "expected a time of day as HH:MM, 00:00 to 23:59" })
  .meta({ examples: ["09:00"] })

export const minuteOfClock = (value: string) => Number(value.slice(0, 2)) * 60 + Number(value.slice(3))
export const clockOfMinute = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`

export const externalRef = name(200)
export const version = whole(1, 2_147_483_647)
/** In every answer about what people set. */
export const recordVersion = z.int().meta({
  description: "Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's.",
})
/** In every input that changes what people set. */
export const ifVersion = version.optional().meta({
  description:
    "The version that was read: 409 `version_conflict` when somebody has changed the record since.",
})

/** `limit` and `cursor`, taken by every list. */
export const page = {
  limit: wholeText(1, 100).optional().meta({ description: "How many at the most; 25 when left out." }),
  cursor: text(500).optional().meta({ description: "`next_cursor` of the page before." }),
}

/** The path of an operation on one record. */
export const byId = z.strictObject({ id: idText })

/** The record with the fields that were sent. A field that is undefined was not sent, and stays. */
export function withPatch<Record extends object>(
  present: Record,
  patch: { [Field in keyof Record]?: NoInfer<Record[Field]> | undefined },
): Record {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined)
  return { ...present, ...Object.fromEntries(sent) }
}
