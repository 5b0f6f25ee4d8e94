/**
 * How every kind of queued work is shared out among workers. A kind has a small table of due rows, all of the same shape:
 *
 *     company_id, <key columns>, due_at, failures, lease_token, lease_until
 *
 * A worker leases rows whose time has come, does the work outside any transaction, and then finishes each row (the work
 * is done, the row goes) or puts it back (due again later). A lease is a token with an end. Only its token may write what
 * came of the work, and after its end another worker may lease the row: so a worker may die, freeze or be slow at any
 * moment, and the work is still done. A row that is leased again after a lost lease counts the loss as a failure.
 *
 * Statements are built once, when a kind is declared, so each kind has its own constant texts. The tables have no foreign
 * keys, and only their rows are locked with SKIP LOCKED, so that a distributed database may keep them on one node.
 */

import { firstTestCompanyId } from "../../../domain/model/test-company.ts"
import type { Db, Tx } from "../pg/database.ts"

/** Times in epoch milliseconds. */
export interface Lease {
  token: string
  now: number
  until: number
}

/** A row under a lease. */
export type Leased<Key> = Key & {
  companyId: number
  token: string
  /** Tries that have failed so far; one whose worker died counts. */
  failures: number
}

/** A row that was leased just now. `lostAt` is when an earlier lease ended without a result; null as a rule. */
export type JustLeased<Key, Facts = unknown> = Leased<Key> & Facts & { lostAt: Date | null }

export interface PutBack<Work> {
  work: Work
  /** Epoch milliseconds. */
  dueAt: number
  failures: number
}

/** Field names and their columns. */
type Columns<Fields> = { readonly [Field in keyof Fields]: string }

interface Kind<Key, Facts> {
  table:
    | "text_due"
    | "delivery_due"
    | "calendar_push_due"
    | "calendar_read_due"
    | "cancel_due"
    | "answer_due"
    | "hold_due"
    | "undo_due"
    | "freed_due"
  /** The columns that name a row within its company. */
  key: Columns<Key>
  /** Other columns that a worker needs. */
  facts?: Columns<Facts>
}

/** A condition: the row is a live company's. Test companies' rows are due by clocks of their own. */
export const isLive = `company_id < ${firstTestCompanyId}`

/** A condition: due and under no lease at `$3`, the lease's `now`. */
export const isFree = "due_at <= $3 AND (lease_until IS NULL OR lease_until <= $3)"

export interface Queue<Key, Facts> {
  /**
   * Makes a function that leases the rows which `chosen` describes. `chosen` follows WHERE: a condition that contains
   * `isFree` and, where needed, ORDER BY and LIMIT. `$1` to `$3` belong to the lease; `values` begin at `$4`.
   */
  leasing(
    chosen: string,
  ): (db: Db, lease: Lease, values: readonly unknown[]) => Promise<JustLeased<Key, Facts>[]>
  /** Leases up to `most` rows of one company, those that have been due longest first. */
  leaseOf(db: Db, lease: Lease, companyId: number, most: number): Promise<JustLeased<Key, Facts>[]>
  /** True while the lease stands; no other worker can then lease the row before this transaction ends. */
  lock(tx: Tx, work: Leased<Key>): Promise<boolean>
  /** Removes rows whose work is done. Returns those of `works` whose lease still stood. */
  finish<Work extends Leased<Key>>(db: Db, works: readonly Work[]): Promise<Work[]>
  /** Ends leases and sets when the rows are due. Returns those of `again` whose lease still stood. */
  putBack<Work extends Leased<Key>>(db: Db, again: readonly PutBack<Work>[]): Promise<PutBack<Work>[]>
  /** Ends leases as if the rows had not been leased. */
  release(db: Db, works: readonly Leased<Key>[]): Promise<void>
  /** Removes rows under any lease or none: there is nothing left to do. Does not wait for the answer. */
  drop(tx: Tx, works: readonly (Key & { companyId: number })[]): void
}

export function createQueue<Key extends Record<string, number>, Facts = unknown>(
  kind: Kind<Key, Facts>,
): Queue<Key, Facts> {
  const { table } = kind
  const key = Object.entries({ companyId: "company_id", ...kind.key }) as [string, string][]
  const given = [...key, ...(Object.entries(kind.facts ?? {}) as [string, string][])]
  const returned = given.map(([field, column]) => `d.${column} AS "${field}"`).join(", ")
  const columns = key.map(([, column]) => column)
  const named = columns.map((column) => `d.${column} = k.${column}`).join(" AND ")
  const underLease = `${named} AND d.lease_token = k.lease_token`

  type Named = Key & { companyId: number }
  const arraysOf = (works: readonly Named[]) =>
    key.map(([field]) => works.map((work) => work[field as keyof Named]))
  const leasedArraysOf = (works: readonly Leased<Key>[]) => [
    ...arraysOf(works),
    works.map(({ token }) => token),
  ]
  /** The rows' names as a table k, with `more` columns of these types and their ordinal in the list. */
  const namesWith = (more: Readonly<Record<string, string>>) => {
    const types = [...columns.map(() => "bigint"), ...Object.values(more)]
    const arrays = types.map((type, i) => `$${i + 1}::${type}[]`)
    return `unnest(${arrays}) WITH ORDINALITY AS k (${[...columns, ...Object.keys(more)]}, ordinal)`
  }

  const lockText = `SELECT FROM ${table} d JOIN ${namesWith({ lease_token: "text" })} ON ${underLease} FOR UPDATE OF d`
  const finishText = `DELETE FROM ${table} d USING ${namesWith({ lease_token: "text" })} WHERE ${underLease} RETURNING k.ordinal`
  const putBackText = `UPDATE ${table} d
    SET due_at = k.due_at, failures = k.failures, lease_token = NULL, lease_until = NULL
    FROM ${namesWith({ lease_token: "text", due_at: "timestamptz", failures: "integer" })}
    WHERE ${underLease} RETURNING k.ordinal`
  const releaseText = `UPDATE ${table} d SET lease_token = NULL, lease_until = NULL
    FROM ${namesWith({ lease_token: "text" })} WHERE ${underLease}`
  const dropText = `DELETE FROM ${table} d USING ${namesWith({})} WHERE ${named}`

  function leasing(chosen: string) {
    const text = `WITH free AS (
        SELECT ctid, lease_until FROM ${table} WHERE ${chosen} FOR UPDATE SKIP LOCKED
      )
      UPDATE ${table} d
      SET lease_token = $1, lease_until = $2, failures = d.failures + (f.lease_until IS NOT NULL)::integer
      FROM free f WHERE d.ctid = f.ctid
      RETURNING ${returned}, d.failures, d.lease_token AS token, f.lease_until AS "lostAt"`
    return (db: Db, { token, now, until }: Lease, values: readonly unknown[]) =>
      db.query<JustLeased<Key, Facts>>(text, [token, new Date(until), new Date(now), ...values])
  }
  const leaseOfCompany = leasing(
    `${isFree} AND company_id = $4 ORDER BY due_at, ${columns.slice(1).join(", ")} LIMIT $5`,
  )

  return {
    leasing,
    leaseOf: (db, lease, companyId, most) => leaseOfCompany(db, lease, [companyId, most]),
    async lock(tx, work) {
      return (await tx.query(lockText, leasedArraysOf([work]))).length > 0
    },
    async finish(db, works) {
      if (works.length === 0) return []
      return itemsOf(works, await db.query<Numbered>(finishText, leasedArraysOf(works)))
    },
    async putBack(db, again) {
      if (again.length === 0) return []
      const rows = await db.query<Numbered>(putBackText, [
        ...leasedArraysOf(again.map(({ work }) => work)),
        again.map(({ dueAt }) => new Date(dueAt)),
        again.map(({ failures }) => failures),
      ])
      return itemsOf(again, rows)
    },
    async release(db, works) {
      await db.query(releaseText, leasedArraysOf(works))
    },
    drop(tx, works) {
      if (works.length > 0) tx.write(dropText, arraysOf(works))
    },
  }
}

interface Numbered {
  ordinal: number
}

const itemsOf = <Item>(items: readonly Item[], rows: readonly Numbered[]): Item[] =>
  rows.map(({ ordinal }) => items[ordinal - 1]!)

/** The clock and the randomness of the context. */
interface LeaseSource {
  clock: { now(): number }
  random: { bytes(length: number): Uint8Array }
}

/** A lease from now on. Each has its own token, so that a worker writes nothing under a lease that it has lost. */
export function newLease(source: LeaseSource, leaseMs: number): Lease {
  const now = source.clock.now()
  return { token: Buffer.from(source.random.bytes(12)).toString("base64url"), now, until: now + leaseMs }
}
