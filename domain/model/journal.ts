/**
 * The records that must not come back when the database goes back in time, by a restore or by a failover that lost commits.
 * They are kept outside the database, as hashes and ids: no names, no numbers in the clear.
 */
import type { MessagePurpose, TextChannel } from "./text-message.ts"

/** The key of a link, an API key or a feed, which is a hash, that ended. */
export interface EndedKey {
  kind: "ended"
  of: "link" | "manage_link" | "waiting_link" | "api_key" | "calendar_feed"
  hash: string
}

/** The hash of the stored hash of a password that was changed, or whose user was disabled. */
export interface EndedPassword {
  kind: "password"
  company: number
  user: number
  hash: string
}

/** As a row of consent; the company's own words about how it was given are left out. */
export interface SaidConsent {
  kind: "consent"
  company: number
  phoneHash: string
  phoneSealed: string
  channel: "voice" | "sms" | "email"
  event: "granted" | "revoked"
  source: string
  /** Epoch milliseconds. */
  said: number
}

/** A text or call that was about to go to its carrier. */
export interface SentText {
  kind: "text"
  company: number
  id: number
  purpose: MessagePurpose
  channel: TextChannel
  onceKey: string | null
  customer: number | null
  appointment: number | null
  version: number | null
  run: number | null
  position: number | null
}

/** The carrier did not take it: it may go again. */
export interface UnsentText {
  kind: "unsent"
  company: number
  id: number
}

export interface ErasedCustomer {
  kind: "erased"
  company: number
  customer: number
}

export type JournalEntry = EndedKey | EndedPassword | SaidConsent | SentText | UnsentText | ErasedCustomer

/** An entry with the time at which it was kept, epoch milliseconds. */
export type KeptEntry = JournalEntry & { at: number }

/** How far a database has come, as the journal last saw it. */
export interface JournalMark {
  era: number
  mark: number
  /** The time of the mark; epoch milliseconds. */
  at: number
  /** The server that gave it: PostgreSQL's system identifier, and its timeline. */
  system: string
  timeline: string
  /** Every commit waited for a standby, so that a failover loses none. */
  isSynchronous: boolean
  /** By sequence: no id above this was given out. */
  ids: Readonly<Record<string, number>>
}

/** Takes entries once their transaction has committed. */
export interface Journal {
  /** Ends when they are on the disk. Never throws: what it could not keep it logs. */
  append(entries: readonly JournalEntry[]): Promise<void>
}

/** A journal of one database, that is read when the database went back in time. */
export interface KeptJournal extends Journal {
  /** Names the database; entries of before wait for it. False where nothing is kept. */
  open(databaseId: string): Promise<boolean>
  /** How far the database had come by all that is kept; null when nothing is. */
  latest(): Promise<JournalMark | null>
  keepMark(mark: JournalMark): Promise<void>
  /** Entries that were kept at or after this time, in their order. */
  since(at: number): Promise<KeptEntry[]>
  close(): Promise<void>
}

/** True where the one has come less far than the other. */
export const isBehind = (
  one: Pick<JournalMark, "era" | "mark">,
  other: Pick<JournalMark, "era" | "mark">,
): boolean => one.era < other.era || (one.era === other.era && one.mark < other.mark)
