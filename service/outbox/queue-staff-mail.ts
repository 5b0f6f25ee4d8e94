/**
 * Queues mails to a company's own people, in the transaction of what they are about. What a mail is about is sealed with it and
 * forgotten when it has ended: a link that chooses a password stands nowhere else.
 */
import { associatedData, type Sealer } from "../../domain/model/sealing.ts"
import type { AdminNotice, PasswordLink } from "../../domain/rules/mails/staff-mail.ts"
import { msPerDay } from "../../domain/time/units.ts"
import type { Tx } from "../platform/pg/database.ts"
import type { MailSender } from "../platform/ports/mails.ts"
import { currentTrace } from "../platform/trace.ts"
import { dropWaitingStaffMails, insertStaffMail, listAdminsToTell } from "./staff-mails.sql.ts"
import { nextTextId } from "./texts.sql.ts"

export interface PasswordMail extends PasswordLink {
  purpose: "password_reset" | "user_invitation"
  userId: number
}

/**
 * Mails the user the link by which they choose a password. False on a host that sends no mail: then the link is shown to the
 * one who invites. It needs the host's mail alone; the company's own setting is about mails to customers.
 */
export async function mailPasswordLink(
  tx: Tx,
  { mails, sealer }: { mails: MailSender | null; sealer: Sealer },
  companyId: number,
  { purpose, userId, url, expiresAt }: PasswordMail,
  now: number,
): Promise<boolean> {
  if (mails === null) return false
  // A newer link has ended the one before.
  await dropWaitingStaffMails(tx, companyId, { userId, purpose })
  const id = await nextTextId(tx)
  const link: PasswordLink = { url, expiresAt }
  const factsSealed = sealer.seal(JSON.stringify(link), associatedData.text(companyId, id))
  const mail = { id, purpose, userId, onceKey: null, factsSealed, goodUntil: expiresAt }
  return insertStaffMail(tx, companyId, { ...mail, traceparent: currentTrace() }, now)
}

export interface TellingContext {
  mails: MailSender | null
  sealer: Sealer
}

/** Nothing older is worth a mail. */
const noticeGoodMs = msPerDay

/** Tells the company's admins once what they have to mend. `once` distinguishes it from the next time. */
export async function tellAdmins(
  tx: Tx,
  { mails, sealer }: TellingContext,
  companyId: number,
  { notice, once }: { notice: AdminNotice; once: string },
  now: number,
): Promise<void> {
  if (mails === null) return
  for (const userId of await listAdminsToTell(tx, companyId)) {
    const id = await nextTextId(tx)
    const factsSealed = sealer.seal(JSON.stringify(notice), associatedData.text(companyId, id))
    const onceKey = `${notice.purpose}:${once}:${userId}`
    const mail = { id, purpose: notice.purpose, userId, onceKey, factsSealed, goodUntil: now + noticeGoodMs }
    await insertStaffMail(tx, companyId, { ...mail, traceparent: currentTrace() }, now)
  }
}
