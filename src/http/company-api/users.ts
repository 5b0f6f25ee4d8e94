import { createSession } from "../../operations/sign-in/create-session.ts"
import { endSession } from "../../operations/sign-in/end-session.ts"
import { createUser } from "../../operations/users/create-user.ts"
import { deleteUser } from "../../operations/users/delete-user.ts"
import { listUsers } from "../../operations/users/list-users.ts"
import { readUser } from "../../operations/users/read-user.ts"
import { updateUser } from "../../operations/users/update-user.ts"
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
