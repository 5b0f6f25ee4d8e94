/** People who work for a company and sign in with an email and a password. */
import { z } from "zod"
import { userRoles } from "./actor.ts"
import { invalid, type Refusal } from "./errors.ts"
import { email, flag, id, ifVersion, locale, name, recordVersion, text, timestamp } from "./fields.ts"
import { iso } from "./views.ts"

export const userRole = z.enum(userRoles, { error: `expected one of ${userRoles.join(", ")}` })

/** One mailbox is one user of a company: the case of letters does not count. */
export const userEmail = email.toLowerCase()

export const password = text(200).min(10, { error: "expected a password of 10 to 200 characters" })

const userLocale = locale.nullable().optional().meta({
  description: "The language of mails to the user; null: the company's.",
})

const ofProvider = id.nullable().optional().meta({
  description: "Whose seat it is: needed for the role `provider`, and null for every other.",
})

export const userInput = z.strictObject({
  email: userEmail,
  name: name(),
  role: userRole,
  provider_id: ofProvider,
  password: password.optional().meta({
    description: "Left out: the user chooses one by a link, `POST /users/{id}/reset-link`.",
  }),
  locale: userLocale,
})
export type UserInput = z.output<typeof userInput>

/** Fields sent are changed, the others stay. */
export const userPatch = z.strictObject({
  if_version: ifVersion,
  email: userEmail.optional(),
  name: name().optional(),
  role: userRole.optional(),
  provider_id: ofProvider,
  password: password.optional(),
  locale: userLocale,
  active: flag.optional(),
})

/** Why that role can't have that seat; null when it can. */
export function whyWrongSeat({ role, provider_id }: Pick<User, "role" | "provider_id">): Refusal | null {
  if ((role === "provider") === (provider_id !== null)) return null
  return role === "provider"
    ? invalid("provider_id", "expected a provider's id for the role provider")
    : invalid("provider_id", "expected null for a role other than provider")
}

export const userView = z.object({
  id: z.int(),
  version: recordVersion,
  email: z.string(),
  name: z.string(),
  role: userRole,
  provider_id: z.int().nullable().meta({
    description: "The provider whose seat it is, of the role `provider`; null for every other.",
  }),
  locale: locale.nullable(),
  active: z.boolean(),
  password_set: z.boolean().meta({ description: "False until the user has chosen a password." }),
  second_factor: z.boolean().meta({ description: "Whether signing in asks for a code beside the password." }),
  created_at: timestamp,
  updated_at: timestamp.meta({ description: "When the record was last changed." }),
})

export interface User {
  id: number
  version: number
  email: string
  name: string
  role: z.infer<typeof userRole>
  provider_id: number | null
  locale: z.infer<typeof locale> | null
  active: boolean
  password_set: boolean
  second_factor: boolean
  created_at: Date
  updated_at: Date
}

export function showUser(user: User): z.input<typeof userView> {
  return { ...user, created_at: iso(user.created_at), updated_at: iso(user.updated_at) }
}

/** The user of the session that asks. */
export const ownUserView = userView.extend({
  company_id: z.int(),
  session_id: z.int(),
  recovery_codes_left: z.int(),
})

/** The form of a password that is only compared: a malformed one is simply wrong. */
export const shownPassword = text(200)

export const passwordChange = z.strictObject({ current_password: shownPassword, new_password: password })

export const resetLinkInput = z.strictObject({
  mail: flag.default(false).meta({
    description: "Mail it to the user too, on a host that sends mails. Left out: it is only answered.",
  }),
})

export const resetLinkView = z.object({
  token: z.string().meta({ description: "For `POST /password-resets`. Shown only now." }),
  mailed: z.boolean().meta({ description: "Whether a mail brings it." }),
  url: z
    .string()
    .nullable()
    .meta({ description: "A page where the user chooses a password; null on a host that serves no API." }),
  expires_at: timestamp,
})

export const passwordResetInput = z.strictObject({ token: text(200), new_password: password })
