import type { FailureCode, FailureCodes } from "../api.ts"
import type { TypeView } from "../contract.ts"
import type { PartOfDay } from "../times/openings.ts"

/** The failures that have words of their own. Every other failure reads as `unknown`. */
type SharedFailure = FailureCodes<
  | "slot_taken"
  | "time_not_offered"
  | "version_conflict"
  | "appointment_started"
  | "cancel_notice_passed"
  | "out_of_service_area"
  | "rate_limited"
  | "calendar_unavailable"
  | "busy"
  | "offline"
  | "timeout"
  | "unknown"
>

/** The words of the booking link's page, most of which the public page shares, in one language. */
export interface Messages {
  language: string
  hello(firstName: string): string
  place: Record<TypeView["place"], string>
  questions: string
  call: string

  chooseTime: string
  chooseNewTime: string
  suggested: string
  calendar: string
  previousMonth: string
  nextMonth: string
  timesCount(count: number): string
  monthSummary(month: string, days: number): string
  partOfDay: Record<PartOfDay, string>
  anotherDay: string
  provider: string
  anyProvider: string
  loadingTimes: string
  noTimesInMonth(month: string): string
  noTimesAtAll: string
  nextAvailable(day: string): string

  zoneDiffers(zone: string): string
  zoneOfVisitor(zone: string): string
  zoneChosen(zone: string): string
  changeZone: string
  timeZone: string
  otherZones: string

  confirmTime: string
  confirmNewTime: string
  newTime: string
  presentTime: string
  book(day: string, time: string): string
  moveTo(day: string, time: string): string
  booking: string
  moving: string
  anotherTime: string
  keepPresent: string
  dayOf(day: number, days: number): string
  when: string
  where: string
  who: string

  booked: string
  moved: string
  yourAppointment: string
  addToCalendar: string
  calendarFile: string
  calendarFileFailed: string
  opensNewTab: string
  move: string
  cancel: string
  callToChange: string

  cancelQuestion: string
  cancelMeaning(day: string, time: string): string
  confirmCancel: string
  keepAppointment: string
  cancelling: string
  cancelled: string

  addressNeeded: string
  addressNeededText(company: string): string
  closedCancelled: string
  closedDatesOver: string
  closedText(company: string): string
  ended: string
  endedText(company: string | null): string

  failures: Record<SharedFailure, string> & Partial<Record<FailureCode, string>>
  takenAlternatives: string
  changedTime(day: string, time: string): string
  changedCancelled: string
  pleaseWait(wait: string): string
  retry: string
  checkAgain: string
}
