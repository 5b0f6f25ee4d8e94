/** Makes a request's present link findable by the hash of its token; the one before is known and dead. */
import { type LinkKeys, linkToken, tokenHash } from "../../model/link-token.ts"
import type { SchedulingRequest } from "../../model/scheduling-request.ts"
import { claimEntry, retireEntries } from "../../store/directory.ts"
import type { Tx } from "../../store/pg/database.ts"

export async function issueLink(
  tx: Tx,
  companyId: number,
  request: Pick<SchedulingRequest, "id" | "link_version" | "link_key_id">,
  keys: LinkKeys,
): Promise<void> {
  await retireEntries(tx, "link", companyId, request.id)
  const token = linkToken(keys, {
    requestId: request.id,
    linkVersion: request.link_version,
    linkKeyId: request.link_key_id,
  })
  await claimEntry(tx, "link", tokenHash(token), companyId, request.id)
}
