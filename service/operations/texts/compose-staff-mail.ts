/** A mail to one of the company's own people, by what holds at a moment. */
import { associatedData } from "../../../domain/model/sealing.ts"
import type { StaffMailPurpose, TextRow } from "../../../domain/model/text-message.ts"
import { withoutLinks } from "../../../domain/model/written-by-people.ts"
import { mailHtml, mailText } from "../../../domain/rules/mails/draw-mail.ts"
import type { MailContent } from "../../../domain/rules/mails/mail-content.ts"
import {
  type PasswordLink,
  passwordMail,
  type StaffMailWords,
} from "../../../domain/rules/mails/staff-mail.ts"
import type { AppContext } from "../../context.ts"
import { findStaffRecipient } from "../../store/staff-mails.ts"
import { mayWriteFirst } from "../shared/email-proofs.ts"
import { type ComposedStaffMail, messageIdOf, skip } from "./composed.ts"

export async function composeStaffMail(
  context: AppContext,
  companyId: number,
  row: TextRow & { purpose: StaffMailPurpose },
): Promise<ComposedStaffMail> {
  if (context.mails === null) return skip("no_mail")
  const recipient = await findStaffRecipient(context.db, companyId, row.user_id!)
  if (!recipient?.active) return { kind: "skip", reason: "no_user" }
  const { company, name, locale } = recipient
  const words = {
    locale,
    name,
    companyName: company.name,
    accentColor: company.accent_color,
    timezone: company.timezone,
  }
  const facts = JSON.parse(context.sealer.open(row.facts_sealed!, associatedData.text(companyId, row.id)))
  const content = contentOf(row.purpose, facts, words)
  // An address that nobody has answered from may be a stranger's.
  if (!recipient.accepted && row.attempts === 0 && !(await mayWriteFirst(context, recipient.email)))
    return skip("too_many")
  const mail = {
    from: { name: content.companyName, address: context.mails.from },
    to: { name: withoutLinks(name), address: recipient.email },
    replyTo: null,
    messageId: messageIdOf(context, companyId, row.id),
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content),
    calendar: null,
  }
  return { kind: "mail", mail }
}

function contentOf(purpose: StaffMailPurpose, facts: unknown, words: StaffMailWords): MailContent {
  switch (purpose) {
    case "password_reset":
    case "user_invitation":
      return passwordMail(purpose, facts as PasswordLink, words)
    default:
      throw new Error(`no mail of the purpose ${purpose}`)
  }
}
