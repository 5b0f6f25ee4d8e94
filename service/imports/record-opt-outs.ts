/** Opt-outs out of rows: what numbers and addresses have said before, and how they are recorded. */
import type { Consent } from "../../domain/model/contact.ts"
import type { Sealer } from "../../domain/model/sealing.ts"
import {
  consentKey,
  optOutsIn,
  optOutsToRecord,
  type SaidEvents,
} from "../../domain/rules/imports/opt-outs.ts"
import type { ImportedCustomer } from "../../domain/rules/imports/read-customer.ts"
import { insertConsent, listConsents } from "../customers/contacts.sql.ts"
import { keyedPhone } from "../customers/record-consents.ts"
import type { Call } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

/** The newest events about the numbers and addresses whose rows opt out. */
export async function eventsSaid(
  db: Db,
  sealer: Sealer,
  companyId: number,
  customers: readonly ImportedCustomer[],
): Promise<SaidEvents> {
  const keyOfHash = new Map<string, string>()
  for (const wanted of customers.flatMap(optOutsIn)) {
    const hashes = sealer.phoneHashes(companyId, wanted.address)
    for (const hash of hashes) keyOfHash.set(`${wanted.channel}:${hash}`, consentKey(wanted))
  }
  const said = new Map<string, Consent["event"]>()
  if (keyOfHash.size === 0) return said
  const hashes = [...keyOfHash.keys()].map((key) => key.slice(key.indexOf(":") + 1))
  // Oldest first, so that the newest of each is left.
  for (const { phone_hash, channel, event } of await listConsents(db, companyId, hashes)) {
    const key = keyOfHash.get(`${channel}:${phone_hash}`)
    if (key !== undefined) said.set(key, event)
  }
  return said
}

export async function recordOptOuts(
  tx: Tx,
  sealer: Sealer,
  { companyId, now }: Call,
  customers: readonly ImportedCustomer[],
  said: SaidEvents,
): Promise<void> {
  for (const { channel, address, source } of optOutsToRecord(customers, said)) {
    const keyed = keyedPhone(sealer, companyId, address)
    await insertConsent(tx, companyId, { ...keyed, channel, event: "revoked", source, at: new Date(now) })
  }
}
