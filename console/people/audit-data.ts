/** The audit trail as the console asks for it, and the names of those who appear in it. */
import { addDays } from "../../ui/dates.ts"
import { api, type Row } from "../api/client.ts"
import { instantAt } from "../formats.ts"

export type Entry = Row<"readAudit">
export type Filter = NonNullable<Parameters<typeof api.readAudit>[0]>

/** The actor in the address: `user:7` or `key:3`. */
const actorForm = /^(user|key):(\d+)$/

/** @param zone by which the dates `from` and `to` (`YYYY-MM-DD`, `to` inclusive) are meant */
export function filterOf(query: URLSearchParams, zone: string): Filter {
  const [, kind, id] = actorForm.exec(query.get("actor") ?? "") ?? []
  const [operation, target, from, to] = ["operation", "target", "from", "to"].map((name) => query.get(name))
  return {
    ...(kind === "user" && { user_id: Number(id) }),
    ...(kind === "key" && { api_key_id: Number(id) }),
    ...(operation && { operation }),
    ...(target && /^\d+$/.test(target) && { target_id: Number(target) }),
    ...(from && { from: instantAt(zone, from, "00:00") }),
    ...(to && { to: instantAt(zone, addDays(to, 1), "00:00") }),
  }
}

const atOnce = 50

export const entriesIn = (filter: Filter, cursor: string | null) => ({
  queryKey: ["audit", filter, cursor] as const,
  queryFn: () => api.readAudit({ ...filter, limit: atOnce, ...(cursor !== null && { cursor }) }),
})

export const entryOf = (id: number) => ({
  queryKey: ["audit", id] as const,
  queryFn: () => api.readAuditEntry({ id }),
})

/** The screen of the record that an operation has written; null where the console shows none. */
export function recordPath({ operation, target_id: id, actor }: Entry): string | null {
  if (id === null) return null
  if (/_customer(_|$)/.test(operation)) return `/customers/${id}`
  if (/_(scheduling_)?request(_|$)/.test(operation)) return `/requests/${id}`
  const isAboutUser = /_user(s_|_sessions)?$|^(create_reset_link|reset_password|refuse_sign_in)$/.test(
    operation,
  )
  if (isAboutUser || /second_factor$/.test(operation)) return `/people/${id}`
  return actor.user_id === id && /password$/.test(operation) ? `/people/${id}` : null
}
