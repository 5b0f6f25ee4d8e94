/** The company's account at Retell among its settings: the key that signs Retell's posts, sealed, and where they go. */
import { associatedData } from "../../domain/model/sealing.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import {
  deleteRetellAccount,
  findRetellAccount,
  type RetellAccount,
  saveRetellAccount,
} from "./retell.sql.ts"

/** The last part of the address. The company's id is in it, so that the account is found without a search over all companies. */
export const retellToken = (companyId: number, { pathToken }: Pick<RetellAccount, "pathToken">): string =>
  `${companyId}-${pathToken}`

/** Connects the account, changes its key, or ends it by null. */
export async function setRetellAccount(
  tx: Tx,
  { sealer, random }: AppContext,
  { companyId, now }: Call,
  account: { api_key: string } | null,
): Promise<void> {
  if (account === null) return deleteRetellAccount(tx, companyId)
  const apiKeySealed = sealer.seal(account.api_key, associatedData.retell(companyId))
  const pathToken = Buffer.from(random.bytes(18)).toString("base64url")
  await saveRetellAccount(tx, companyId, { pathToken, apiKeySealed }, now)
}

/** The path that Retell posts to; null without an account. */
export async function retellPathOf(db: Db, companyId: number): Promise<string | null> {
  const account = await findRetellAccount(db, companyId)
  return account && `/carriers/retell/${retellToken(companyId, account)}`
}
