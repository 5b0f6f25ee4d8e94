import { createSession, endSession } from "../../operations/sign-in/sessions.ts"
import { createUser, deleteUser, listUsers, readUser, updateUser } from "../../operations/users.ts"
import type { Mount } from "../mount.ts"

export const userMounts: readonly Mount[] = [
  { method: "GET", path: "/users", operation: listUsers },
  { method: "POST", path: "/users", operation: createUser },
  { method: "GET", path: "/users/:id", operation: readUser },
  { method: "PUT", path: "/users/:id", operation: updateUser },
  { method: "DELETE", path: "/users/:id", operation: deleteUser },
  { method: "POST", path: "/sessions", operation: createSession },
  { method: "DELETE", path: "/sessions", operation: endSession },
]
