/** How a number becomes a company's. */
import type { Channel } from "../../model/company.ts"
import { Refusal } from "../../model/errors.ts"
import { insertChannel } from "../../store/channels.ts"
import { claimOrKeepEntry } from "../../store/directory.ts"
import type { Tx } from "../../store/pg/database.ts"

/**
 * The caller holds the company's lock and has the proof that the number may be the company's. Throws `channel_taken` when
 * another company has the number, and, by law, when the company has it for this kind already.
 */
export async function claimChannel(
  tx: Tx,
  companyId: number,
  channel: Pick<Channel, "kind" | "phone">,
  now: number,
): Promise<Channel> {
  const isOurs = await claimOrKeepEntry(tx, "channel_phone", channel.phone, companyId)
  if (!isOurs) throw new Refusal("channel_taken", { field: "phone" })
  return insertChannel(tx, companyId, channel, now)
}
