/** A mail to one of the company's own people, by what holds at a moment. */
import { associatedData } from "../../domain/model/sealing.ts"
import type { StaffMailPurpose, TextRow } from "../../domain/model/text-message.ts"
import type { MailContent } from "../../domain/rules/mails/mail-content.ts"
import {
  type AdminNotice,
  adminMail,
  type PasswordLink,
  passwordMail,
  type StaffMailWords,
  signUpMail,
} from "../../domain/rules/mails/staff-mail.ts"
import { mayWriteFirst } from "../customers/email-proofs.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { isFailing } from "../ledger/provider-calendars.sql.ts"
import { findStaffRecipient } from "../outbox/staff-mails.sql.ts"
import { findEndpoint } from "../outbox/webhook-endpoints.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { type ComposedStaffMail, skip } from "./composed.ts"
import { mailToStaff } from "./mail-to-staff.ts"

type UserMailPurpose = Exclude<StaffMailPurpose, "day_digest">

export async function composeStaffMail(
  context: AppContext,
  companyId: number,
  row: TextRow & { purpose: UserMailPurpose },
): Promise<ComposedStaffMail> {
  if (context.mails === null) return skip("no_mail")
  const recipient = await findStaffRecipient(context.db, companyId, row.user_id!)
  if (!recipient?.active) return { kind: "skip", reason: "no_user" }
  const { company, locale, is_unproven: isUnproven } = recipient
  const name = isUnproven ? "" : recipient.name
  const words = {
    locale,
    name,
    companyName: company.name,
    accentColor: company.accent_color,
    timezone: company.timezone,
  }
  const facts = JSON.parse(context.sealer.open(row.facts_sealed!, associatedData.text(companyId, row.id)))
  if (await isMended(context, companyId, row.purpose, facts)) return skip("superseded")
  const content =
    isUnproven && isPasswordMail(row.purpose)
      ? signUpMail(facts, words)
      : contentOf(row.purpose, facts, words, context.baseUrl && `${context.baseUrl}/console`)
  // An address that has never answered may be a stranger's.
  if (!recipient.accepted && row.attempts === 0 && !(await mayWriteFirst(context, recipient.email)))
    return skip("too_many")
  return mailToStaff(context, companyId, row.id, { name, email: recipient.email }, content)
}

const isPasswordMail = (purpose: UserMailPurpose) =>
  purpose === "user_invitation" || purpose === "password_reset"

/** True where the admins have mended or answered it, or it is gone. */
async function isMended(
  { db }: AppContext,
  companyId: number,
  purpose: UserMailPurpose,
  facts: unknown,
): Promise<boolean> {
  const notice = facts as Partial<AdminNotice> & Record<string, unknown>
  if (purpose === "endpoint_disabled") {
    const endpoint = await findEndpoint(db, companyId, Number(notice.endpointId))
    return endpoint === null || endpoint.enabled
  }
  if (purpose === "calendar_lost") return !(await isFailing(db, companyId, Number(notice.calendarId)))
  if (purpose === "booking_asked") {
    const asked = await findAppointment(db, companyId, Number(notice.appointmentId))
    return asked?.status !== "pending"
  }
  return false
}

function contentOf(
  purpose: UserMailPurpose,
  facts: unknown,
  words: StaffMailWords,
  consoleUrl: string | null,
): MailContent {
  switch (purpose) {
    case "password_reset":
    case "user_invitation":
      return passwordMail(purpose, facts as PasswordLink, words)
    case "endpoint_disabled":
    case "calendar_lost":
    case "booking_asked":
      return adminMail(facts as AdminNotice, words, consoleUrl)
  }
}
