/** Companies' registrations at their own identity providers, one at most for each. */
import type { Db, Tx } from "../platform/pg/database.ts"

export interface IdentityProviderRow {
  issuer: string
  clientId: string
  clientSecretSealed: string
}

export async function findIdentityProvider(db: Db, companyId: number): Promise<IdentityProviderRow | null> {
  return db.first<IdentityProviderRow>(
    `SELECT issuer, client_id AS "clientId", client_secret_sealed AS "clientSecretSealed"
     FROM identity_provider WHERE company_id = $1`,
    [companyId],
  )
}

export async function replaceIdentityProvider(
  tx: Tx,
  companyId: number,
  { issuer, clientId, clientSecretSealed }: IdentityProviderRow,
  now: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO identity_provider (company_id, issuer, client_id, client_secret_sealed, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (company_id) DO UPDATE SET issuer = $2, client_id = $3, client_secret_sealed = $4, updated_at = $5`,
    [companyId, issuer, clientId, clientSecretSealed, new Date(now)],
  )
}

export async function deleteIdentityProvider(tx: Tx, companyId: number): Promise<void> {
  await tx.query("DELETE FROM identity_provider WHERE company_id = $1", [companyId])
}
