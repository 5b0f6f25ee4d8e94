/**
 * The shape of a scripted conversation. In all values a text that begins with `$` stands for what was kept under that
 * name (`$found.recommended.0.start_time`), and in what is expected one that begins with `~` for any text holding the rest.
 */
export interface Scripted {
  /** Begins with the ids of the checklist's lines that it shows. */
  name: string
  /** Who calls; Sam, a customer without an address, unless told otherwise. */
  caller?: "sam" | "stranger" | "hidden"
  by?: Medium
  /** What the company has set or done before the call. */
  given?: readonly CompanyStep[]
  /** Some of the variables, as the conversation begins with them. */
  begins?: Fields
  steps: readonly Step[]
  /** What there is in the end. */
  ends?: Ending
}

export type Medium = "voice" | "text"
export type Fields = Readonly<Record<string, unknown>>

/** Of one tool: what it gives, or why it refuses. The answer's data, or the error, is kept as `as`. */
export interface ToolStep {
  tool: string
  inputs?: Fields
  /** So many of the same, sent at once; every answer has to be as expected. */
  atOnce?: number
  status?: number
  gives?: Fields
  refuses?: Fields
  as?: string
}

/** The company's own system calls its API; the answer's data is kept as `as`. */
export interface CompanyStep {
  company: `${"GET" | "POST" | "PUT"} /${string}`
  body?: Fields
  gives?: Fields
  as?: string
}

export type Step =
  | ToolStep
  | CompanyStep
  /** The call before is sent again, and gets the same answer. */
  | { again: "same" }
  | { waitMinutes: number }
  /** The code of the last text to the caller is kept under this name. */
  | { readsCode: string }
  /** Another conversation begins. */
  | { calls: "sam" | "stranger" | "hidden"; by?: Medium; begins?: Fields }

export interface Ending {
  /** All of the company's, in the order in which they were made. */
  appointments?: readonly Fields[]
  /** All of the company's, in their order. */
  events?: readonly string[]
  /** How many confirmations the carrier got. */
  confirmations?: number
}
