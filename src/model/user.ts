/** People who work for a company and sign in with an email and a password. */
import { z } from "zod"
import { email, flag, name, text, timestamp } from "./fields.ts"
import { iso } from "./views.ts"

export const userRole = z.enum(["admin", "member"], { error: "expected one of admin, member" })

/** One mailbox is one user: the case of letters does not count. */
export const userEmail = email.toLowerCase()

export const password = text(200).min(10, { error: "expected a password of 10 to 200 characters" })

export const userInput = z.strictObject({ email: userEmail, name: name(), role: userRole, password })
export type UserInput = z.output<typeof userInput>

/** Fields sent are changed, the others stay. */
export const userPatch = z.strictObject({
  email: userEmail.optional(),
  name: name().optional(),
  role: userRole.optional(),
  password: password.optional(),
  active: flag.optional(),
})

export const userView = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  role: userRole,
  active: z.boolean(),
  created_at: timestamp,
})

export interface User {
  id: number
  email: string
  name: string
  role: z.infer<typeof userRole>
  active: boolean
  created_at: Date
}

export function showUser(user: User): z.input<typeof userView> {
  return { ...user, created_at: iso(user.created_at) }
}

/** Sign-in does not check the password's shape: a malformed one is simply wrong. */
export const signInInput = z.strictObject({ email: userEmail, password: text(200) })

export const sessionView = z.object({
  token: z.string().meta({ description: "Send it as `Authorization: Bearer`. Shown only now." }),
  expires_at: timestamp,
  user: userView,
})
