/** The record that keeps codes from being abused: when codes were sent, and which solutions of bot checks were used. */

import type { CodesSent } from "../../domain/model/public-page.ts"
import { msPerDay, msPerHour } from "../../domain/time/units.ts"
import type { Db, Tx } from "./pg/database.ts"

/** The codes of one number, network and company. Hashes under every key of the host, the newest key first. */
export interface LedgerKeys {
  companyId: number
  /** Codes of different interfaces are counted apart. */
  interface: "public_page"
  phone: readonly string[]
  network: readonly string[]
}

/** Serialises counting for the same number, network or company until the transaction ends. */
export async function lockLedger(tx: Tx, keys: LedgerKeys): Promise<void> {
  const locked = [`phone:${keys.phone[0]}`, `network:${keys.network[0]}`, `company:${keys.companyId}`].sort()
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest($1::text[]) AS key", [
    locked,
  ])
}

/** `dailyCap` is the company's cap, at least 1. */
export async function codesSent(db: Db, keys: LedgerKeys, dailyCap: number, now: number): Promise<CodesSent> {
  const [row] = await db.query<{ number: Date[]; network: Date[]; blocked_by: Date | null }>(
    `SELECT
       ARRAY(SELECT at FROM code_ledger WHERE interface = $1 AND phone_key = ANY ($2) AND at > $5 ORDER BY at DESC LIMIT 10) AS number,
       ARRAY(SELECT at FROM code_ledger WHERE interface = $1 AND network_key = ANY ($3) AND at > $6 ORDER BY at DESC LIMIT 10) AS network,
       (SELECT at FROM code_ledger WHERE interface = $1 AND company_id = $4 AND at > $5
        ORDER BY at DESC OFFSET $7::int - 1 LIMIT 1) AS blocked_by`,
    [
      keys.interface,
      keys.phone,
      keys.network,
      keys.companyId,
      new Date(now - msPerDay),
      new Date(now - msPerHour),
      dailyCap,
    ],
  )
  const { number, network, blocked_by } = row!
  return {
    toNumber: number.map((at) => at.getTime()),
    fromNetwork: network.map((at) => at.getTime()),
    companyBlockedBy: blocked_by?.getTime() ?? null,
  }
}

export async function enterCode(tx: Tx, keys: LedgerKeys, now: number): Promise<void> {
  await tx.query(
    "INSERT INTO code_ledger (company_id, interface, phone_key, network_key, at) VALUES ($1, $2, $3, $4, $5)",
    [keys.companyId, keys.interface, keys.phone[0], keys.network[0], new Date(now)],
  )
}

export async function dropOldLedger(db: Db, now: number): Promise<void> {
  await db.query("DELETE FROM code_ledger WHERE at < $1", [new Date(now - 2 * msPerDay)])
}

/** Marks a bot check's solution as used; false when it was used before. */
export async function useSolution(db: Db, key: string, expiresAt: number): Promise<boolean> {
  return db.some(
    "INSERT INTO used_solution (key, expires_at) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING RETURNING 1",
    [key, new Date(expiresAt)],
  )
}

export async function dropOldSolutions(db: Db, now: number): Promise<void> {
  await db.query("DELETE FROM used_solution WHERE expires_at < $1", [new Date(now)])
}
