import type { TypeView } from "../../../domain/contracts/customer-pages.ts"
import type { FailureCode, FailureCodes } from "../api.ts"
import type { PartOfDay } from "../times/openings.ts"

/** The failures that have words of their own. Every other failure reads as `unknown`. */
type SharedFailure = FailureCodes<
  | "slot_taken"
  | "time_not_offered"
  | "customer_busy"
  | "out_of_service_area"
  | "address_not_found"
  | "rate_limited"
  | "calendar_unavailable"
  | "busy"
  | "offline"
  | "timeout"
  | "unknown"
>

/** The words that both pages share, in one language. */
export interface Messages {
  language: string
  hello(firstName: string): string
  place: Record<TypeView["place"], string>
  questions: string
  call: string

  chooseTime: string
  suggested: string
  calendar: string
  earlierDays: string
  laterDays: string
  today: string
  past: string
  full: string
  timesFree: string
  timesCount(count: number): string
  /** How many times another location has on the same day. */
  timesAt(count: string, location: string): string
  weeksSummary(weeks: string, days: number): string
  partOfDay: Record<PartOfDay, string>
  location: string
  chooseLocation: string
  chooseWhere: string
  length: string
  provider: string
  anyProvider: string
  loadingTimes: string
  noTimesInWeeks: string
  noTimesAtAll: string
  nextAvailable(day: string): string

  zoneDiffers(zone: string): string
  zoneOfVisitor(zone: string): string
  zoneChosen(zone: string): string
  changeZone: string
  timeZone: string
  otherZones: string

  yourChoice: string
  change: string
  confirmTime: string
  book(day: string, time: string): string
  booking: string
  dayOf(day: number, days: number): string
  where: string
  directions: string
  who: string

  booked(firstName: string | null): string
  addToCalendar: string
  calendarFile: string
  calendarFileFailed: string
  opensNewTab: string
  needChange: string
  move: string
  cancel: string

  addressNeeded: string

  failures: Record<SharedFailure, string> & Partial<Record<FailureCode, string>>
  takenAlternatives: string
  pleaseWait(wait: string): string
  retry: string
  checkAgain: string
}
