import { notFound } from "../../model/errors.ts"
import type { Tx } from "../../store/pg/database.ts"
import { isOwnProvider } from "../../store/providers.ts"

/** Throws `not_found` when a customer is to be given to a provider that the company does not have. */
export async function refuseForeignProvider(
  tx: Tx,
  companyId: number,
  providerId: number | null | undefined,
): Promise<void> {
  if (providerId === null || providerId === undefined) return
  if (!(await isOwnProvider(tx, companyId, providerId))) throw notFound("provider", "assigned_provider_id")
}
