/** A mail that came to the address that mails are sent from, taken apart: no more of it than answers are read from. */

export interface ReceivedMail {
  /** The one address of its From, in lower case; null for none, and for several. */
  from: string | null
  /** `no`: a person wrote it. `replied`: a program answered by itself. `generated`: a program wrote it, perhaps at a press. */
  automatic: "no" | "generated" | "replied"
  /** In-Reply-To and References. */
  references: string
  /** Its plain text; null for a mail without. */
  text: string | null
  /** Its calendar parts. */
  calendars: readonly string[]
}

export const receivedMailLimits = {
  bytes: 1_048_576,
  parts: 50,
  depth: 10,
  /** Of the text, and of each calendar; what is longer is no answer. */
  characters: 65_536,
  calendars: 3,
} as const
