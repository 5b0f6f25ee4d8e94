/** A carrier says that this number wants no more texts from the company's own: it holds with or without a contact. */
import type { Sealer } from "../../model/sealing.ts"
import { hasChannelWith } from "../../store/channels.ts"
import type { Tx } from "../../store/pg/database.ts"
import { recordConsentOnce } from "./record-consent-once.ts"

export async function recordOptOut(
  tx: Tx,
  sealer: Sealer,
  companyId: number,
  { from, to }: { from: string; to: string },
  now: number,
): Promise<void> {
  if (!(await hasChannelWith(tx, companyId, from))) return
  const said = { channel: "sms", event: "revoked", source: "carrier" } as const
  await recordConsentOnce(tx, sealer, companyId, { phone: to, ...said }, now)
}
