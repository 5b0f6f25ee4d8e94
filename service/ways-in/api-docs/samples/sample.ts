/** How a sample calls an operation: the steps before it, each of which finds a value, and what it sends. */

/** A call whose answer names what a later call needs, kept in a variable. */
export interface Step {
  /** The variable: `slot` is `$SLOT` in a shell. */
  name: string
  operationId: string
  input?: Input
  /** The way from the answer's data to the value, as in `.slots[0]`. */
  pick: string
  /** The value is a text rather than a number or an object. */
  isText?: boolean
}

/**
 * Parameters and the body's fields together. A text may stand for another value: `$slot.start_time` for what a step has found,
 * `$day+14` for the date in 14 days, `$day-30` for that 30 days ago, `$time+2` for the time two days from now, `$hour+2` for the full hour before it.
 */
export type Input = Record<string, unknown>

export interface Sample {
  /** Variables that the reader has: the session of a conversation, which the platform is given when it begins. */
  given?: readonly string[]
  steps?: readonly Step[]
  /** Left out: what the operation's schemas need. */
  input?: Input
}

/** A text that stands for another value. */
export type Meant =
  | { kind: "found"; name: string; way: string }
  | { kind: "day" | "time" | "hour"; days: number }

export function meantBy(value: unknown): Meant | null {
  if (typeof value !== "string") return null
  const [, kind, days] = /^\$(day|time|hour)([+-]\d+)$/.exec(value) ?? []
  if (kind === "day" || kind === "time" || kind === "hour") return { kind, days: Number(days) }
  const found = /^\$(\w+)((?:\.\w+)*)$/.exec(value)
  return found && { kind: "found", name: found[1]!, way: found[2]! }
}

/** All texts in `value` that stand for another value. */
export function meantWithin(value: unknown): Meant[] {
  const own = meantBy(value)
  if (own) return [own]
  if (value === null || typeof value !== "object") return []
  return Object.values(value).flatMap(meantWithin)
}

/** Both languages write objects as JSON does, so values that a text stands for are put in where JSON has the text. */
export function written(value: unknown, name: (meant: Meant) => string, indent?: number): string {
  const text = JSON.stringify(value, null, indent) ?? "null"
  return text.replace(/"(\$[\w.+-]+)"/g, (whole, each: string) => {
    const meant = meantBy(each)
    return meant ? name(meant) : whole
  })
}
