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
>

/** The words of the public page alone, in one language. */
export interface PublicPageMessages {
  bookWith(company: string): string
  chooseWhat: string
  findRequests: string
  nothingOffered: string
  change: string

  whereToCome: string
  addressUse: string
  fields: Record<Exclude<Field, "country" | "code">, string>
  country: string
  countries: { US: string; CA: string }
  showTimes: string
  location: string
  anyLocation: string
  length: string

  yourNumber: string
  numberUse(company: string): string
  numberForRequests: string
  numberHint: string
  existingOnly: string
  sendCode: string
  sendingCode: string

  enterCode: string
  codeSent(phone: string): string
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

  almostDone: string
  textUpdates: string
  consent(company: string): string
  onFile: string
  emailTaken: string

  registrationClosed(company: string): string
  pageClosed: string
  pageClosedText(company: string): string

  wrong: Record<Exclude<Field, "country" | "line2">, string>
  failures: Record<PublicPageFailure, string>
}
