/** A mail that goes by its company's own mail server: when it waits, and what its outcome says of the server. */
import type { TextLane, TextRow } from "../../domain/model/text-message.ts"
import { isServerFault, nextServerTry } from "../../domain/rules/mails/own-sender.ts"
import {
  findMailServer,
  type MailServerRow,
  noteServerFault,
  noteServerWorks,
} from "../company/mail-servers.sql.ts"
import { openServer } from "../company/own-mail.ts"
import { type LeasedText, moveToOwnMail, putTextBack } from "../outbox/texts-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { OutgoingMail, SentMail } from "../platform/ports/mails.ts"

/** Null for a mail that the host's server takes: one from the host's address, and where mails stay on the host. */
export async function findOwnServer(
  { db, mails }: AppContext,
  companyId: number,
  { from }: OutgoingMail,
): Promise<MailServerRow | null> {
  if (mails === null || mails.staysHere || from.address === mails.from) return null
  return findMailServer(db, companyId)
}

const busyMs = 5_000

/**
 * Puts the mail back where it does not go now: one that the host's lane has found, one whose server has enough in hand, or has
 * failed a while ago. So none of them holds up the mails of other companies. Null when it goes.
 */
export async function holdForOwnServer(
  context: AppContext,
  leased: LeasedText,
  row: TextRow,
  own: MailServerRow,
  lane: TextLane | null,
): Promise<{ kind: "waiting"; reason: string } | { kind: "over"; error: string } | null> {
  const { db, clock, ownMailServers } = context
  if (lane === "mail") {
    await moveToOwnMail(db, leased)
    return { kind: "waiting", reason: "own_server" }
  }
  const retryAt = own.retry_at?.getTime() ?? 0
  const now = clock.now()
  if (retryAt > now && retryAt >= row.good_until.getTime()) return { kind: "over", error: own.last_error! }
  const isBusy = ownMailServers.isBusy(own.host)
  if (retryAt <= now && !isBusy) return null
  await db.transaction((tx) => putTextBack(tx, leased, Math.max(retryAt, now + (isBusy ? busyMs : 0)), null))
  return { kind: "waiting", reason: own.last_error ?? "busy" }
}

/** Writes down where the server fails as such, so that no other mail tries it for a while, and when it works again. */
export async function sendByOwnServer(
  context: AppContext,
  companyId: number,
  own: MailServerRow,
  mail: OutgoingMail,
): Promise<SentMail> {
  const { db, clock, ownMailServers } = context
  const sent = await ownMailServers.send(openServer(context, companyId, own), mail, clock.now())
  if (sent.kind === "later" && isServerFault(sent.error)) {
    const retryAt = nextServerTry(own.failures + 1, clock.now())
    await noteServerFault(db, companyId, own, { error: sent.error, retryAt }, clock.now())
  } else if (own.last_error !== null) await noteServerWorks(db, companyId, own.host)
  return sent
}
