/** The provider's lock, and what it protects read under it. */
import { notFound } from "../../model/errors.ts"
import type { Provider } from "../../model/provider.ts"
import type { Tx } from "../../store/pg/database.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { findProvider } from "../../store/providers.ts"

/** Throws the 404 for an unknown provider. */
export async function lockProvider(tx: Tx, companyId: number, id: number): Promise<Provider> {
  lockInOrder(tx, { companyId, providerIds: [id] })
  const provider = await findProvider(tx, companyId, id)
  if (!provider) throw notFound("provider")
  return provider
}
