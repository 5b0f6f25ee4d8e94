/** Members see and end what acts for themselves, admins what acts for anybody. */
import { adminOnly, type Call } from "../platform/operation.ts"

export const ofApps = {
  byHostTime: true,
  noun: "Connected apps",
  roles: adminOnly,
  userRoles: ["admin", "member"],
} as const

/** Null for callers who see those of all users. */
export const ownerOf = ({ actor }: Call): number | null =>
  actor.kind === "admin_user" && actor.role !== "admin" ? actor.userId : null
