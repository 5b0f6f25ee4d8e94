/** Records that a request does not name: a condition that is lost in a statement changes them too. */
import type { Database } from "../../service/platform/pg/database.ts"
import { tablesOf } from "./checksum.ts"
import type { Sending } from "./wire.ts"

/** A sum of each row that has an id, by its table, id and company. */
export type Records = ReadonlyMap<string, string>

/** When a key was last used changes with each call; a provider's or a room's `version` is a lock that bookings raise. */
const ignored = { everywhere: ["last_used_at"], ofLocked: ["last_used_at", "version"] }
const locked = ["provider", "resource"]

/** Reads the tables' names once; the function it gives reads their rows. */
export async function recordsOf(db: Database): Promise<() => Promise<Records>> {
  const tables = (await tablesOf(db)).filter(({ hasId }) => hasId)
  const rows = tables.map(
    ({ name }) =>
      `SELECT '${name} ' || id || ' of ' || coalesce(to_jsonb(t) ->> 'company_id', 'none') AS record,
         md5((to_jsonb(t) - $${locked.includes(name) ? 2 : 1}::text[])::text) AS sum FROM ${name} t`,
  )
  const text = rows.join(" UNION ALL ")
  const values = [ignored.everywhere, ignored.ofLocked]
  // As with the checksum, a statement with values is planned once.
  return async () => {
    const all = await db.query<{ record: string; sum: string }>(text, values)
    return new Map(all.map(({ record, sum }) => [record, sum]))
  }
}

/** The tables whose records have changed, or are gone, though the request names neither them nor their test company. */
export function tablesChangedBeside(
  sending: Pick<Sending, "path" | "body">,
  before: Records,
  after: Records,
): string[] {
  const named = idsIn(sending)
  const madeFor = /\/test-companies\/(\d+)/.exec(sending.path)?.[1]
  const tables = [...before].flatMap(([record, sum]) => {
    const [table, id, , companyId] = record.split(" ")
    return after.get(record) === sum || named.has(id!) || companyId === madeFor ? [] : [table!]
  })
  return [...new Set(tables)]
}

/** The numbers between the path's slashes, and those that are values of the body. */
function idsIn({ path, body }: Pick<Sending, "path" | "body">): Set<string> {
  const inPath = path.replace("/api/v1", "").match(/(?<=\/)\d+/g) ?? []
  const inBody = String(body ?? "").match(/(?<=[:[,])\d+(?=[,\]}])/g) ?? []
  return new Set([...inPath, ...inBody])
}
