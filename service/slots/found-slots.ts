/** A search's result, before an interface writes it out. */
import type {
  EmptyReason,
  FoundStarts,
  PartBegin,
  SearchInput,
  SearchResult,
  Slot,
} from "../../domain/model/availability.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { FullDays } from "../../domain/rules/availability/page-days.ts"
import type { BestOfChoice } from "../../domain/rules/availability/recommend-choices.ts"
import type { FoundGroups } from "../../domain/rules/groups/find-groups.ts"

/** It may hold thousands of minutes, in typed arrays. */
export interface FoundSlots {
  input: SearchInput
  result: SearchResult
  /** All that can be booked in the range, of which `result` may leave out some. */
  bookable: readonly FoundStarts[]
  /** For pages on which the customer chooses a location or a provider too; of the first part alone. */
  choices: readonly BestOfChoice[]
  /** For pages: the days on which all is taken; of the first part alone. */
  full: readonly FullDays[]
  reason: EmptyReason | null
  warnings: readonly string[]
  /** The first bookable time after a range without any; null otherwise. */
  nextAvailable: Slot | null
  loaded: LoadedSchedules
  /** The point at which the wanted part of a long answer begins; null for the first. */
  partBegin: PartBegin | null
  /** The parts that follow a found start of several types. Left out for one type. */
  partsAt?: FoundGroups["partsAt"]
  /** The least minutes of several types, from the starts of an entry. */
  shortestOf?: FoundGroups["shortestOf"]
  /** The same of `nextAvailable`. */
  nextParts?: ReturnType<FoundGroups["partsAt"]> | undefined
}

export interface SearchOptions {
  /** A customers' page shows more beside the times: the best of each choice, and the days that are full. */
  forPage?: boolean
  /** The searcher's own hold, whose time is free to them. */
  holdId?: number | null
  /** After an empty range the next bookable time is looked for; true when left out. */
  looksAhead?: boolean
}
