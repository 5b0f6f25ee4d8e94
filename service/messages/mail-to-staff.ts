/** A composed mail to one of the company's own people: from the host's address, under the company's name, without a reply address. */
import { withoutLinks } from "../../domain/model/written-by-people.ts"
import { mailHtml, mailText } from "../../domain/rules/mails/draw-mail.ts"
import type { MailContent } from "../../domain/rules/mails/mail-content.ts"
import type { AppContext } from "../platform/context.ts"
import type { OutgoingMail } from "../platform/ports/mails.ts"
import { messageIdOf } from "./composed.ts"

interface Addressee {
  name: string
  email: string
}

/** `id` is that of the message's row. The host sends mails. */
export function mailToStaff(
  context: AppContext,
  companyId: number,
  id: number,
  { name, email }: Addressee,
  content: MailContent,
): { kind: "mail"; mail: OutgoingMail } {
  const mail = {
    from: { name: content.companyName, address: context.mails!.from },
    to: { name: withoutLinks(name), address: email },
    replyTo: null,
    messageId: messageIdOf(context, companyId, id),
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content),
    calendar: null,
  }
  return { kind: "mail", mail }
}
