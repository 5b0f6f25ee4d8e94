/** What the reader of calendars' files is asked, and what it says. Plain data: the files are read on other threads. */
import type { CalendarAccount, MinuteRange } from "../../../platform/ports/calendars.ts"

/** Whose busy times, and when. */
export type BusyQuestion = Pick<CalendarAccount, "timezone" | "ownerEmail" | "mark"> & MinuteRange

/** The credentials of the account stay where they are. */
export const busyQuestion = (
  { timezone, ownerEmail, mark }: CalendarAccount,
  { startMinute, endMinute }: MinuteRange,
): BusyQuestion => ({ timezone, ownerEmail, mark, startMinute, endMinute })

/** What a WebDAV server says of a collection. */
export interface DavCollection {
  /** Local names: `collection`, `calendar`. */
  types: readonly string[]
  /** The names of the account's rights; null where the server says nothing of them. */
  rights: readonly string[] | null
  /** Changes with every change of the calendar; null where the server has none. */
  version: string | null
}
