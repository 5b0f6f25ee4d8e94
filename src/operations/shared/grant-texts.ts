/** Consent to texts, as ticked on the public page: it belongs to the number. */
import type { Sealer } from "../../model/sealing.ts"
import { findNewestConsent } from "../../store/consents.ts"
import type { Db, Tx } from "../../store/pg/database.ts"
import { recordConsentOnce } from "./record-consent-once.ts"

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
  const said = { channel: "sms", event: "granted", source: "public_page" } as const
  await recordConsentOnce(tx, sealer, companyId, { phone, ...said }, now)
}
