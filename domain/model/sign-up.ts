/** How people come in without being let in by others: a company that signs up by itself, and a password that is forgotten. */
import { z } from "zod"
import { publicSlug } from "./company-settings.ts"
import { name } from "./fields.ts"
import { timezone } from "./location.ts"
import { password, userEmail } from "./user.ts"

export const signUpInput = z.strictObject({
  company: name(),
  timezone,
  slug: publicSlug.nullable().default(null),
  name: name(),
  email: userEmail,
  /** The link in the mail asks for it instead where mails go out: the person who typed the address here may not own it. */
  password: password.optional(),
  botCheck: name(4_000),
})
export type SignUpInput = z.output<typeof signUpInput>

/** `proof`: what the person does next. Without mails the company is usable at once. */
export const signedUp = z.object({ company_id: z.int().nullable(), proof: z.enum(["mail", "none"]) })

export const forgottenInput = z.strictObject({ email: userEmail })

/** The console's document describes the host, so that the sign-in offers what there is. */
export interface HostEntry {
  /** Null where companies are made by the operator alone. */
  signUp: { proof: "mail" | "none" } | null
  mailsResets: boolean
}
