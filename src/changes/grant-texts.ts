/** Consent to texts, as ticked on the public page: it belongs to the number, and is recorded once while it holds. */
import type { Sealer } from "../model/sealing.ts"
import { findNewestConsent, insertConsent } from "../store/consents.ts"
import type { Db, Tx } from "../store/database.ts"

export async function hasGrantedTexts(
  db: Db,
  sealer: Sealer,
  companyId: number,
  phone: string,
): Promise<boolean> {
  const hashes = sealer.phoneHashes(companyId, phone)
  return (await findNewestConsent(db, companyId, hashes, "sms")) === "granted"
}

export async function grantTexts(
  tx: Tx,
  sealer: Sealer,
  companyId: number,
  phone: string,
  now: number,
): Promise<void> {
  if (await hasGrantedTexts(tx, sealer, companyId, phone)) return
  await insertConsent(tx, companyId, {
    phone_hash: sealer.phoneHash(companyId, phone),
    channel: "sms",
    event: "granted",
    source: "public_page",
    at: new Date(now),
  })
}
