/** Keyset paging: a cursor is the sort key of the last row, encoded so that callers treat it as opaque. */
import { z } from "zod"
import { invalid } from "./errors.ts"

export type CursorKey = readonly (string | number)[]

/** The type of a part of a key; an instant is epoch milliseconds that a database's timestamp can hold. */
export type CursorPart = "string" | "number" | "instant"

export const defaultLimit = 25

export function encodeCursor(key: CursorKey): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url")
}

/** The key in a cursor, or null without one. Throws `invalid_input` for a cursor of another list. */
export function decodeCursor(
  cursor: string | undefined,
  kinds: readonly CursorPart[],
  field: "cursor" | "more_from" = "cursor",
): CursorKey | null {
  if (cursor === undefined) return null
  const key = parsed(cursor)
  const fits =
    Array.isArray(key) &&
    key.length === kinds.length &&
    key.every((part, index) => isPart(part, kinds[index]!))
  if (!fits) throw invalid(field, `expected ${shownAs[field]}`)
  return key as CursorKey
}

const shownAs = { cursor: "next_cursor of the page before", more_from: "more_from of the part before" }

const latestInstant = Date.UTC(2300)

function isPart(part: unknown, kind: CursorPart): boolean {
  if (kind === "string") return typeof part === "string"
  if (!Number.isSafeInteger(part)) return false
  return kind === "number" || ((part as number) >= 0 && (part as number) <= latestInstant)
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"))
  } catch {
    return null
  }
}

/** The id to begin after, for lists in the order of ids. */
function afterId(cursor: string | undefined, newest: boolean): number {
  const first = newest ? Number.MAX_SAFE_INTEGER : 0
  return (decodeCursor(cursor, ["number"])?.[0] as number | undefined) ?? first
}

/** Cuts `limit + 1` read rows to a page, with the cursor to the next one when a row is left over. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => CursorKey,
): { rows: Row[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next_cursor: rows.length > limit && last ? encodeCursor(keyOf(last)) : null }
}

/** The request for a list in the order of ids. */
export interface PageAsked {
  limit?: number | undefined
  cursor?: string | undefined
  /** `oldest` when left out. */
  order?: IdOrder | undefined
}

export const idOrders = ["oldest", "newest"] as const
export type IdOrder = (typeof idOrders)[number]

/** In the queries of lists in the order of ids. */
export const orderField = {
  order: z
    .enum(idOrders, { error: "expected one of oldest, newest" })
    .optional()
    .meta({ description: "By when they were made. Left out: `oldest` first." }),
}

/** A page of a list in the order of ids, each row as `show` gives it. `read` is asked for one row more than a page shows. */
export async function pageById<Row extends { id: number }, Shown>(
  asked: PageAsked,
  read: (span: { afterId: number; limit: number; newest: boolean }) => Promise<readonly Row[]>,
  show: (row: Row) => Shown,
): Promise<{ rows: Shown[]; next_cursor: string | null }> {
  const limit = asked.limit ?? defaultLimit
  const newest = asked.order === "newest"
  const rows = await read({ afterId: afterId(asked.cursor, newest), limit: limit + 1, newest })
  const page = pageOf(rows, limit, (row) => [row.id])
  return { ...page, rows: page.rows.map(show) }
}
