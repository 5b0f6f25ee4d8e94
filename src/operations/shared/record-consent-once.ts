/** What was said of being called or texted on a number, once while it holds: people say it twice, and carriers at every text. */
import type { Consent } from "../../model/contact.ts"
import type { Sealer } from "../../model/sealing.ts"
import { findNewestConsent, insertConsent } from "../../store/consents.ts"
import type { Tx } from "../../store/pg/database.ts"

export async function recordConsentOnce(
  tx: Tx,
  sealer: Sealer,
  companyId: number,
  { phone, channel, event, source }: Omit<Consent, "at"> & { phone: string },
  now: number,
): Promise<void> {
  const hashes = sealer.phoneHashes(companyId, phone)
  if ((await findNewestConsent(tx, companyId, hashes, channel)) === event) return
  const phone_hash = sealer.phoneHash(companyId, phone)
  await insertConsent(tx, companyId, { phone_hash, channel, event, source, at: new Date(now) })
}
