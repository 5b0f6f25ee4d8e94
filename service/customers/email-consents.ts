/** The consent to mails. It belongs to the email address, and is kept beside that of numbers. */
import type { Consent } from "../../domain/model/contact.ts"
import type { Sealer } from "../../domain/model/sealing.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { findNewestConsent, insertConsent } from "./contacts.sql.ts"
import { keyedPhone } from "./record-consents.ts"

/** One mailbox, however its letters are written. */
export const consentKeyOf = (email: string): string => email.toLowerCase()

export function findEmailConsent(
  db: Db,
  sealer: Sealer,
  companyId: number,
  email: string,
): Promise<Consent | null> {
  const hashes = sealer.phoneHashes(companyId, consentKeyOf(email))
  return findNewestConsent(db, companyId, hashes, "email")
}

export async function recordEmailConsent(
  tx: Tx,
  sealer: Sealer,
  companyId: number,
  { email, event, source }: Pick<Consent, "event" | "source"> & { email: string },
  now: number,
): Promise<void> {
  const address = keyedPhone(sealer, companyId, consentKeyOf(email))
  await insertConsent(tx, companyId, { ...address, channel: "email", event, source, at: new Date(now) })
}
