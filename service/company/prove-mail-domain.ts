/** The proof of a company's domain: how it is found and how it ends. */
import type { MailDomain } from "../../domain/model/mail-domain.ts"
import { type DomainTexts, maySendFrom, proofAfter } from "../../domain/rules/mails/own-sender.ts"
import type { Tx } from "../platform/pg/database.ts"
import type { Random } from "../platform/ports.ts"
import { endOwnSender, findCompany } from "./companies.sql.ts"
import { listAllMailDomains, updateMailDomain } from "./mail-domains.sql.ts"
import { deleteMailServer } from "./mail-servers.sql.ts"

const tokenBytes = 18

export const newDomainToken = ({ random }: { random: Random }): string =>
  Buffer.from(random.bytes(tokenBytes)).toString("base64url")

/**
 * Writes down what DNS said, under the company's lock. Where a proof has ended, mails come from the host's address and by its
 * server again.
 */
export async function writeProof(
  tx: Tx,
  companyId: number,
  row: MailDomain,
  texts: DomainTexts,
  now: number,
): Promise<MailDomain> {
  const checked = { ...proofAfter(row, texts, now), checked_at: new Date(now) }
  await updateMailDomain(tx, companyId, checked)
  const hasEnded = row.proven_by !== null && checked.proven_by === null
  const company = hasEnded ? await findCompany(tx, companyId) : null
  if (
    company?.mail_from != null &&
    !maySendFrom(company.mail_from, await listAllMailDomains(tx, companyId))
  ) {
    await endOwnSender(tx, companyId, now)
    await deleteMailServer(tx, companyId)
  }
  return checked
}
