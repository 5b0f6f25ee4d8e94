import type { Db, Tx } from "./database.ts"

export async function insertCompany(
  tx: Tx,
  company: { name: string; timezone: string; slug: string | null; phone: string | null },
  now: number,
): Promise<number> {
  const [row] = await tx.query<{ company_id: number }>(
    `INSERT INTO company (name, timezone, public_slug, phone, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $5) RETURNING company_id`,
    [company.name, company.timezone, company.slug, company.phone, new Date(now)],
  )
  return row!.company_id
}

/** Whether the company wants booking links. */
export async function findLinkSettings(db: Db, companyId: number): Promise<boolean> {
  const [row] = await db.query<{ enabled: boolean }>(
    "SELECT booking_links_enabled AS enabled FROM company WHERE company_id = $1",
    [companyId],
  )
  return row?.enabled ?? false
}
