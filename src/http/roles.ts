/** Who may call an operation: one reading of its description, for the interface that decides and the document that tells. */
import type { Role } from "../model/actor.ts"
import { Refusal } from "../model/errors.ts"
import type { AnyOperation } from "../operations/operation.ts"
import type { Caller } from "./mount.ts"

export interface Permitted {
  keys: readonly Role[]
  /** Of people who sign in. */
  users: readonly Role[]
}

/** None at all for an operation that needs no credential. */
export function permittedRoles({ roles, userRoles }: Pick<AnyOperation, "roles" | "userRoles">): Permitted {
  return { keys: roles, users: (userRoles ?? roles).filter((role) => role !== "agent") }
}

/** Refuses a role that the operation is not for. */
export function permit(operation: AnyOperation, caller: Caller): Caller {
  const { keys, users } = permittedRoles(operation)
  const { actor } = caller
  const isPermitted =
    (actor.kind === "api_key" && keys.includes(actor.role)) ||
    (actor.kind === "admin_user" && users.includes(actor.role))
  if (!isPermitted) throw new Refusal("forbidden")
  return caller
}
