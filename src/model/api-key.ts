/** API keys of a company's systems. The text is shown once, at creation; only its hash is stored. */
import { z } from "zod"
import { name, timestamp } from "./fields.ts"
import type { CompanyMode } from "./test-company.ts"
import { iso, isoOrNull } from "./views.ts"

export const roles = ["admin", "member", "agent"] as const
export const role = z.enum(roles, { error: "expected one of admin, member, agent" })

export const apiKeyPrefix = "sk_"

export const apiKeyInput = z.strictObject({
  name: name(100),
  role,
})

export const apiKeyView = z.object({
  id: z.int(),
  name: z.string(),
  role,
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
})

export const apiKeyWithSecret = apiKeyView.extend({
  key: z
    .string()
    .meta({ description: "The key itself, `sk_…`, in a test company `sk_test_…`. Shown only now." }),
})

export interface ApiKey {
  id: number
  name: string
  role: (typeof roles)[number]
  created_at: Date
  last_used_at: Date | null
}

/** A new key's text out of 32 random bytes. One of a test company says so, for whoever reads or finds it. */
export const apiKeyText = (bytes: Uint8Array, mode: CompanyMode) =>
  apiKeyPrefix + (mode === "test" ? "test_" : "") + Buffer.from(bytes).toString("base64url")

export function showApiKey(key: ApiKey): z.input<typeof apiKeyView> {
  return { ...key, created_at: iso(key.created_at), last_used_at: isoOrNull(key.last_used_at) }
}
