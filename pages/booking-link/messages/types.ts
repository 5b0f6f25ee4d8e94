import type { FailureCodes } from "../../shared/api.ts"

/** The failures that have words of their own on the booking link's page only. */
type BookingLinkFailure = FailureCodes<"version_conflict" | "appointment_started" | "cancel_notice_passed">

/** The words of the booking link's page alone, in one language. */
export interface BookingLinkMessages {
  chooseNewTime: string
  confirmNewTime: string
  presentTime: string
  moveTo(day: string, time: string): string
  moving: string
  keepPresent: string
  moved: string
  yourAppointment: string
  callToChange: string
  cancelQuestion: string
  cancelMeaning: string
  confirmCancel: string
  keepAppointment: string
  moveInstead: string
  cancelling: string
  cancelled: string
  addressNeededText(company: string): string
  closedCancelled: string
  closedDatesOver: string
  closedText(company: string): string
  ended: string
  endedText: string
  bookNew: string
  changedTime(day: string, time: string): string
  changedCancelled: string

  failures: Record<BookingLinkFailure, string>
}
