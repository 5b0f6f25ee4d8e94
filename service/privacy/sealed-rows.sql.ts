/** Every column that is encrypted under the host's SECRET_KEY, so that a rotation finds each row. */
import { associatedData } from "../../domain/model/sealing.ts"
import type { Db } from "../platform/pg/database.ts"

/** A row's columns by name: its key, what is sealed, and the hash of its number. */
export type SealedRow = Readonly<Record<string, string | number | null>>

export interface SealedKind {
  table: string
  /** The columns that find a row within its company. */
  key: readonly { column: string; type: "bigint" | "text" }[]
  sealed: readonly string[]
  /** The column with the hash of the number that its first sealed column holds. */
  hash?: "phone_hash"
  boundTo(companyId: number, row: SealedRow): string
}

const byId = [{ column: "id", type: "bigint" }] as const
const byTextId = [{ column: "id", type: "text" }] as const

export const sealedKinds: readonly SealedKind[] = [
  {
    table: "app_user",
    key: byId,
    sealed: ["totp_sealed"],
    boundTo: (companyId, { id }) => associatedData.secondFactor(companyId, Number(id)),
  },
  {
    table: "identity_provider",
    key: [{ column: "issuer", type: "text" }],
    sealed: ["client_secret_sealed"],
    boundTo: (companyId, { issuer }) => associatedData.identityProvider(companyId, String(issuer)),
  },
  {
    table: "retell_account",
    key: [{ column: "path_token", type: "text" }],
    sealed: ["api_key_sealed"],
    boundTo: (companyId) => associatedData.retell(companyId),
  },
  {
    table: "mail_server",
    key: [{ column: "host", type: "text" }],
    sealed: ["password_sealed"],
    boundTo: (companyId, { host }) => associatedData.mailServer(companyId, String(host)),
  },
  {
    table: "consent",
    key: byId,
    sealed: ["phone_sealed"],
    hash: "phone_hash",
    boundTo: (companyId, { phone_hash }) => associatedData.consent(companyId, String(phone_hash)),
  },
  {
    table: "webhook_endpoint",
    key: byId,
    sealed: ["secret", "headers_sealed"],
    boundTo: (companyId, { id }) => associatedData.webhook(companyId, Number(id)),
  },
  {
    table: "provider_calendar",
    key: byId,
    sealed: ["settings"],
    boundTo: (companyId, { id }) => associatedData.calendar(companyId, Number(id)),
  },
  {
    table: "text_message",
    key: byId,
    sealed: ["phone_sealed", "email_sealed", "body_sealed", "facts_sealed"],
    hash: "phone_hash",
    boundTo: (companyId, { id }) => associatedData.text(companyId, Number(id)),
  },
  {
    table: "agent_session",
    key: byId,
    sealed: ["phone_sealed"],
    hash: "phone_hash",
    boundTo: (companyId, { id }) => associatedData.agentSession(companyId, Number(id)),
  },
  {
    table: "callback",
    key: byId,
    sealed: ["phone_sealed"],
    hash: "phone_hash",
    boundTo: (companyId, { id }) => associatedData.callback(companyId, Number(id)),
  },
  {
    table: "agent_contact_code",
    key: byTextId,
    sealed: ["contact_sealed"],
    boundTo: (companyId, { id }) => associatedData.contactCode(companyId, String(id)),
  },
  {
    table: "verification_code",
    key: byTextId,
    sealed: ["phone_sealed"],
    hash: "phone_hash",
    boundTo: (companyId, { id }) => associatedData.code(companyId, String(id)),
  },
  {
    table: "verified_visit",
    key: byId,
    sealed: ["phone_sealed"],
    hash: "phone_hash",
    boundTo: (companyId, { id }) => associatedData.visit(companyId, Number(id)),
  },
  {
    table: "idempotency",
    key: [
      { column: "credential", type: "text" },
      { column: "key", type: "text" },
    ],
    sealed: ["answer"],
    boundTo: (companyId, { credential, key }) =>
      associatedData.answer(companyId, String(credential), String(key)),
  },
]

/** Rows of the company that another key than `keyId` has sealed, in the order of their keys, after the row `after`. */
export async function listSealedOtherwise(
  db: Db,
  companyId: number,
  kind: SealedKind,
  { keyId, after, limit }: { keyId: string; after: SealedRow | null; limit: number },
): Promise<SealedRow[]> {
  const keyValues = kind.key.map(({ column }) => after?.[column] ?? null)
  return db.query<Record<string, string | number | null>>(statementsOf(kind).list, [
    companyId,
    keyId,
    limit,
    ...keyValues,
  ])
}

/**
 * Writes rows that were sealed anew. A row that has changed since it was read stays as it is now. Returns how many were
 * written.
 */
export async function replaceSealed(
  db: Db,
  companyId: number,
  kind: SealedKind,
  rows: readonly { old: SealedRow; new: SealedRow }[],
): Promise<number> {
  const columns = [
    ...kind.key.map(({ column }) => rows.map((row) => row.old[column] ?? null)),
    ...kind.sealed.map((column) => rows.map((row) => row.old[column] ?? null)),
    ...writtenIn(kind).map((column) => rows.map((row) => row.new[column] ?? null)),
  ]
  const written = await db.query(statementsOf(kind).replace, [companyId, ...columns])
  return written.length
}

/** How many rows of the company each other key than `keyId` has sealed. */
export async function countSealedOtherwise(
  db: Db,
  companyId: number,
  kind: SealedKind,
  keyId: string,
): Promise<{ keyId: string; rows: number }[]> {
  return db.query<{ keyId: string; rows: number }>(statementsOf(kind).count, [companyId, keyId])
}

const writtenIn = ({ sealed, hash }: SealedKind) => (hash === undefined ? sealed : [...sealed, hash])

interface Statements {
  list: string
  replace: string
  count: string
}

const statements = new Map(sealedKinds.map((kind) => [kind, makeStatements(kind)]))
const statementsOf = (kind: SealedKind): Statements => statements.get(kind)!

function makeStatements(kind: SealedKind): Statements {
  const { table, key, sealed } = kind
  const keys = key.map(({ column }) => column)
  const written = writtenIn(kind)
  const keyOf = [
    ...sealed.map((column) => `CASE WHEN ${column} LIKE 'v1.%' THEN split_part(${column}, '.', 2) END`),
    ...(kind.hash === undefined ? [] : [`split_part(${kind.hash}, ':', 1)`]),
  ]
  const isSealedOtherwise = keyOf.map((keyId) => `${keyId} <> $2`).join(" OR ")
  const after = key.map(({ type }, index) => `$${index + 4}::${type}`)
  const names = [
    ...keys,
    ...sealed.map((column) => `old_${column}`),
    ...written.map((column) => `new_${column}`),
  ]
  const arrays = names.map((_, index) => `$${index + 2}::${key[index]?.type ?? "text"}[]`)
  return {
    list: `SELECT ${[...keys, ...written].join(", ")} FROM ${table}
      WHERE company_id = $1 AND (${isSealedOtherwise})
        AND (${after[0]} IS NULL OR (${keys.join(", ")}) > (${after.join(", ")}))
      ORDER BY ${keys.join(", ")} LIMIT $3`,
    replace: `UPDATE ${table} AS kept SET ${written.map((column) => `${column} = given.new_${column}`).join(", ")}
      FROM unnest(${arrays.join(", ")}) AS given (${names.join(", ")})
      WHERE kept.company_id = $1 AND ${keys.map((column) => `kept.${column} = given.${column}`).join(" AND ")}
        AND ${sealed.map((column) => `kept.${column} IS NOT DISTINCT FROM given.old_${column}`).join(" AND ")}
      RETURNING 1`,
    count: `SELECT held.key_id AS "keyId", count(*)::int AS rows
      FROM ${table} CROSS JOIN LATERAL (SELECT DISTINCT unnest(ARRAY[${keyOf.join(", ")}]) AS key_id) AS held
      WHERE company_id = $1 AND held.key_id <> $2 GROUP BY held.key_id ORDER BY held.key_id`,
  }
}
