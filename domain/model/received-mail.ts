/** A mail that came to the address that mails are sent from: what of it answers are read from, and what it reports or answers. */

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

export type MailAnswer =
  /** `marks`: of the mails that it answers. */
  | { kind: "coming"; from: string; marks: readonly string[] }
  | {
      kind: "invitation"
      from: string
      mark: string
      /** The invitation's own. */
      sequence: number
      said: "accepted" | "declined"
      place: AnsweredDate | null
    }
  | ({ kind: "proposal"; from: string; mark: string; sequence: number; startMs: number; endMs: number } & {
      place: AnsweredDate | null
    })

/**
 * One date of a repeating event: what the clock shows there, as minutes since 1970-01-01T00:00 local, or, where the calendar
 * writes it so, the UTC minute.
 */
export type AnsweredDate = { wall: number } | { minute: number }

export type MailReport =
  /** `status`: as RFC 3463 has it, `5.1.1`. */
  { kind: "bounced"; mark: string; status: string } | { kind: "complained"; mark: string }

export const receivedMailLimits = {
  bytes: 1_048_576,
  /** Shorter than those of an encoded attachment. A mail of more costs the parser seconds, and is no answer. */
  shortLines: 4_096,
  parts: 50,
  depth: 10,
  /** The limit of the text, and of each calendar; a longer one is no answer. */
  characters: 65_536,
  calendars: 3,
} as const
