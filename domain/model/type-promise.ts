/** A type's promise to its customers: a start, or a window in which the work begins. */
import { z } from "zod"

export const windowLengths = [60, 120, 240] as const
export type WindowMinutes = (typeof windowLengths)[number]

const windowMinutes = z.literal(windowLengths, { error: "expected 60, 120 or 240" })

const promise = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("start") }),
    z.strictObject({ kind: z.literal("window"), minutes: windowMinutes }),
  ],
  { error: "expected kind start, or kind window with minutes" },
)

/** As it is sent. */
export const promiseFields = {
  promise: promise.meta({
    description:
      "`start`: customers are told when the work begins. `window`, for work of one day at the customer's address: they are told " +
      "between when; who comes and when exactly is planned, and may change until then. It may take a crew and equipment. " +
      "The last window of a day ends at closing time, and may be shorter.",
  }),
}

export const promiseViews = {
  promise: z
    .object({ kind: z.literal("window"), minutes: windowMinutes })
    .optional()
    .meta({ description: "Absent for a type that promises a start." }),
}

/** As it is stored: null for a promised start. */
export interface PromiseOfType {
  window_minutes: WindowMinutes | null
}

export const startPromise: PromiseOfType = { window_minutes: null }

export const showPromise = ({ window_minutes: minutes }: PromiseOfType) =>
  minutes === null ? {} : { promise: { kind: "window" as const, minutes } }

/** The stored form of what was sent; what was there where nothing was. */
export const promiseOf = (
  sent: z.output<typeof promise> | undefined,
  { window_minutes }: PromiseOfType,
): PromiseOfType => {
  if (sent === undefined) return { window_minutes }
  return { window_minutes: sent.kind === "window" ? sent.minutes : null }
}
