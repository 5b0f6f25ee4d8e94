/** Consents to calls and texts. They belong to a number, with or without a contact. */

import { type Consent, carrierSource, pageSource } from "../../domain/model/contact.ts"
import { associatedData, type Sealer } from "../../domain/model/sealing.ts"
import { isFinal } from "../../domain/rules/texts/consent.ts"
import { hasChannelWith } from "../company/channels.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { findNewestConsent, insertConsent } from "./contacts.sql.ts"

export async function hasGrantedTexts(
  db: Db,
  sealer: Sealer,
  companyId: number,
  phone: string,
): Promise<boolean> {
  const hashes = sealer.phoneHashes(companyId, phone)
  return (await findNewestConsent(db, companyId, hashes, "sms"))?.event === "granted"
}

/** Records the consent to texts that was ticked on the public page. */
export async function grantTexts(
  tx: Tx,
  sealer: Sealer,
  companyId: number,
  phone: string,
  now: number,
): Promise<void> {
  const said = { channel: "sms", event: "granted", source: pageSource } as const
  await recordConsentOnce(tx, sealer, companyId, { phone, ...said }, now)
}

/** Records that a carrier reported an opt-out of the number `to` from texts of `from`, when `from` is the company's own. */
export async function recordOptOut(
  tx: Tx,
  sealer: Sealer,
  companyId: number,
  { from, to }: { from: string; to: string },
  now: number,
): Promise<void> {
  if (!(await hasChannelWith(tx, companyId, from))) return
  const said = { channel: "sms", event: "revoked", source: carrierSource } as const
  await recordConsentOnce(tx, sealer, companyId, { phone: to, ...said }, now)
}

/**
 * Records a consent or its revocation unless the number's newest one says the same: carriers repeat it at every text. An
 * opt-out by STOP or by the carrier is recorded behind a milder one.
 */
export async function recordConsentOnce(
  tx: Tx,
  sealer: Sealer,
  companyId: number,
  { phone, channel, event, source }: Omit<Consent, "at"> & { phone: string },
  now: number,
): Promise<void> {
  const hashes = sealer.phoneHashes(companyId, phone)
  const newest = await findNewestConsent(tx, companyId, hashes, channel)
  if (newest?.event === event && (isFinal(newest) || !isFinal({ event, source }))) return
  await insertConsent(tx, companyId, {
    ...keyedPhone(sealer, companyId, phone),
    channel,
    event,
    source,
    at: new Date(now),
  })
}

/** The number as a consent holds it, which no other record of the number is needed for. */
export function keyedPhone(sealer: Sealer, companyId: number, phone: string) {
  const phone_hash = sealer.phoneHash(companyId, phone)
  return { phone_hash, phone_sealed: sealer.seal(phone, associatedData.consent(companyId, phone_hash)) }
}
