import type { FailureCodes } from "../../shared/api.ts"
import type { Field } from "../draft.ts"

/** The failures that have words of their own on the public page only. */
type PublicPageFailure = FailureCodes<
  | "code_expired"
  | "phone_not_supported"
  | "bot_check_failed"
  | "bot_check_not_configured"
  | "codes_stopped"
  | "texts_unavailable"
  | "visit_expired"
  | "invalid_input"
  | "no_longer_offered"
  | "address_on_file"
  | "out_of_service_area"
  | "address_not_found"
>

/** The words of the public page alone, in one language. */
export interface PublicPageMessages {
  bookWith(company: string): string
  chooseWhat: string
  findRequests: string
  findRequestsAbout: string
  haveAppointment: string
  haveAppointmentAbout: string
  nothingOffered: string

  whereToCome: string
  addressUse: string
  fields: Record<Exclude<Field, "country" | "code">, string>
  country: string
  countries: { US: string; CA: string }
  showTimes: string

  yourNumber: string
  numberUse: string
  numberForRequests: string
  numberForLinks: string
  numberBookedWith: string
  numberHint: string
  existingOnly: string
  sendCode: string
  sendingCode: string

  enterCode: string
  /** To the number that ends in these digits. */
  codeSent(lastDigits: string): string
  codeLabel: string
  goOn: string
  checkingCode: string
  resendIn(wait: string): string
  resend: string
  otherNumber: string

  yourRequests: string
  noRequests: string
  requestDates(first: string | null, last: string | null): string
  bookOther: string

  findAppointment: string
  linksTexted: string
  linksTextedAbout: string
  linksPrivate: string
  backToBooking: string

  almostDone: string
  textUpdates: string
  consent(company: string): string
  onFile: string
  emailTaken: string
  confirmationTexted: string
  bookedHere: string
  notMe: string
  wayBack: string
  privateLink: string
  copyLink: string
  textLink: string
  shareLink: string
  linkCopied: string
  linkNotCopied: string
  linkTexted: string
  linkNotTexted: string
  aReminder: string
  anyChange: string
  noTexts: string
  /** Such as "a reminder". */
  willText(what: string): string

  assignedTo(provider: string): string

  cannotSendCodes(company: string): string
  registrationClosed(company: string): string
  pageClosed: string
  pageClosedText(company: string): string

  wrong: Record<Exclude<Field, "country" | "line2">, string>
  failures: Record<PublicPageFailure, string>
}
