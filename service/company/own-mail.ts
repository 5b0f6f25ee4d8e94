/** The address and the server by which a company's mails go: judged before it is saved, the password sealed. */
import type { CompanyPatch } from "../../domain/model/company-settings.ts"
import { invalid } from "../../domain/model/errors.ts"
import type { MailServerInput, ServerFault } from "../../domain/model/mail.ts"
import { associatedData, type Sealer } from "../../domain/model/sealing.ts"
import { maySendFrom } from "../../domain/rules/mails/own-sender.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import type { MailSender, OwnMailServer, OwnMailServers } from "../platform/ports/mails.ts"
import { listAllMailDomains } from "./mail-domains.sql.ts"
import {
  deleteMailServer,
  findMailServer,
  type MailServerRow,
  replaceMailServer,
} from "./mail-servers.sql.ts"

interface MailContext {
  db: Db
  sealer: Sealer
  mails: MailSender | null
  ownMailServers: OwnMailServers
}

type MailPatch = CompanyPatch["mail"]

/** Throws `invalid_input` for a server that may not be connected to, and for one that takes no mails now. */
export async function refuseMailServer(
  context: MailContext,
  companyId: number,
  mail: MailPatch,
): Promise<void> {
  if (!mail?.smtp) return
  const { ownMailServers, mails } = context
  const present = await findMailServer(context.db, companyId)
  // Other changes do not wait for a server that is away.
  if (present && isSame(present, mail.smtp) && mail.smtp.password === undefined) return
  const server = { ...mail.smtp, password: passwordFor(context, companyId, present, mail.smtp) }
  const reason = await ownMailServers.refuse(server)
  if (reason !== null) throw invalid("mail.smtp.host", reason)
  // Nothing of a test company leaves the host.
  if (mails?.staysHere) return
  const fault = await ownMailServers.examine(server)
  if (fault !== null) throw invalid(...wordsOf[fault])
}

const wordsOf: Record<ServerFault, [field: string, message: string]> = {
  unreachable: ["mail.smtp.host", "expected a mail server that answers now"],
  blocked_address: ["mail.smtp.host", "expected a public address, not a private or local one"],
  smtp_no_encryption: ["mail.smtp.port", "expected a mail server that encrypts by STARTTLS, or port 465"],
  smtp_certificate: ["mail.smtp.host", "expected a mail server whose certificate is for this name and valid"],
  smtp_sign_in: ["mail.smtp.password", "expected a user name and a password that the mail server accepts"],
}

const isSame = (present: MailServerRow, { host, port, username }: MailServerInput): boolean =>
  present.host === host && present.port === port && present.username === username

/** A password is taken over only for the server and the user that it was given for: another host would be sent it. */
function passwordFor(
  context: Pick<MailContext, "sealer">,
  companyId: number,
  present: MailServerRow | null,
  input: MailServerInput,
): string {
  if (input.password !== undefined) return input.password
  if (present && isSame(present, input)) return openServer(context, companyId, present).password
  throw invalid("mail.smtp.password", "expected the password of this host, port and username")
}

export function openServer(
  { sealer }: Pick<MailContext, "sealer">,
  companyId: number,
  { host, port, username, password_sealed }: MailServerRow,
): OwnMailServer {
  return {
    host,
    port,
    username,
    password: sealer.open(password_sealed, associatedData.mailServer(companyId, host)),
  }
}

/** Saves the server, under the company's lock. Throws `invalid_input` for a `from` that nothing proves to be the company's. */
export async function setOwnMail(
  tx: Tx,
  context: Pick<MailContext, "sealer">,
  { companyId, now }: { companyId: number; now: number },
  { patch, from }: { patch: MailPatch; from: string | null },
): Promise<void> {
  if (patch === undefined) return
  if (patch?.from) await refuseForeign(tx, companyId, patch.from)
  if (patch === null || patch.smtp === null) return deleteMailServer(tx, companyId)
  const present = await findMailServer(tx, companyId)
  if ((patch.smtp ?? present) && from === null)
    throw invalid(
      "mail.from",
      "expected an address of your own, since your server does not speak for this host",
    )
  if (patch.smtp === undefined) return
  const { host, port, username } = patch.smtp
  if (present && isSame(present, patch.smtp) && patch.smtp.password === undefined) return
  const password = passwordFor(context, companyId, present, patch.smtp)
  const password_sealed = context.sealer.seal(password, associatedData.mailServer(companyId, host))
  await replaceMailServer(tx, companyId, { host, port, username, password_sealed }, now)
}

async function refuseForeign(db: Db, companyId: number, from: string): Promise<void> {
  if (!maySendFrom(from, await listAllMailDomains(db, companyId)))
    throw invalid(
      "mail.from",
      "expected an address in a domain that is proven to be yours: see GET /mail-domains",
    )
}
