/** API keys of a company's systems. The text is shown once, at creation; only its hash is stored. */
import { z } from "zod"
import type { EventSource } from "./actor.ts"
import { isNetwork } from "./allowed-address.ts"
import { bounded, instant, name, timestamp } from "./fields.ts"
import { type Grant, grants, scopes } from "./scopes.ts"
import type { CompanyMode } from "./test-company.ts"
import { iso, isoOrNull } from "./views.ts"

export const roles = ["admin", "member", "agent"] as const
export const role = z.enum(roles, { error: "expected one of admin, member, agent" })

/** The beginnings of keys' texts, by kind. */
export const keyPrefixes = { secret: "sk_", publishable: "pk_" } as const
export type KeyKind = keyof typeof keyPrefixes
export const keyKinds = ["secret", "publishable"] as const satisfies readonly KeyKind[]
const keyKind = z.enum(keyKinds, { error: "expected secret or publishable" }).meta({ id: "KeyKind" })

export const isKeyText = (text: string): boolean =>
  Object.values(keyPrefixes).some((prefix) => text.startsWith(prefix))

/** The role in the rows of publishable keys: it is none of those that an operation of the company takes. */
export const visitorRole = "visitor"
export const kindOf = ({ role }: { role: ApiKey["role"] }): KeyKind =>
  role === visitorRole ? "publishable" : "secret"

const grant = z.enum(grants, { error: "expected scopes as appointments:read, or read, schedule, settings" })

const network = bounded(49, "expected an address or a network, as 203.0.113.0/24").refine(isNetwork, {
  error: "expected an address or a network, as 203.0.113.0/24",
})

export const apiKeyInput = z.strictObject({
  name: name(100),
  kind: keyKind.default("secret").meta({
    description:
      "`publishable` for pages of a website of your own: it opens the operations under `/visitor` and nothing else, and may be " +
      "read by anybody.",
  }),
  role: role.optional().meta({ description: "Required of a secret key, and none of a publishable one." }),
  allowed_origins: z
    .array(bounded(300, "expected an origin, as https://www.example.com"))
    .min(1, { error: "expected at least one origin" })
    .max(10, { error: "expected at most 10 origins" })
    .nullable()
    .optional()
    .meta({
      description:
        "Required of a publishable key: the origins of the websites whose pages may use it. None of a secret one.",
      examples: [["https://www.example.com"]],
    }),
  scopes: z
    .array(grant)
    .min(1, { error: "expected at least one scope" })
    .max(scopes.length)
    .nullable()
    .optional()
    .meta({
      description:
        "What the key may do of what its role may: parts, each to `:read` or to `:write`, and the sets `read`, `schedule` and " +
        "`settings`. To write is not to read. Null or left out: all that the role may.",
      examples: [["appointments:read", "customers:read"]],
    }),
  expires_at: instant
    .nullable()
    .optional()
    .meta({ description: "From then on the key is refused with 401. Null or left out: never." }),
  allowed_addresses: z
    .array(network)
    .min(1, { error: "expected at least one address" })
    .max(50, { error: "expected at most 50 addresses" })
    .nullable()
    .optional()
    .meta({
      description:
        "Where the key may be used: addresses, and networks as `203.0.113.0/24`. Null or left out: anywhere.",
      examples: [["203.0.113.0/24"]],
    }),
})

export const apiKeyView = z.object({
  id: z.int(),
  name: z.string(),
  kind: keyKind,
  role: z
    .enum([...roles, visitorRole])
    .meta({ description: "`visitor` of a publishable key, and only of those." }),
  allowed_origins: z
    .array(z.string())
    .nullable()
    .meta({ description: "The websites whose pages may use it. Null of a secret key." }),
  scopes: z.array(grant).nullable().meta({ description: "Null: all that the role may." }),
  expires_at: timestamp.nullable(),
  allowed_addresses: z.array(z.string()).nullable(),
  last_four: z.string().meta({ description: "The last four characters of the key, to tell keys apart." }),
  created_at: timestamp,
  created_by: z
    .object({
      kind: z.enum(["api_key", "admin_user", "system"]),
      api_key_id: z.int().nullable(),
      user_id: z.int().nullable(),
    })
    .meta({
      description: "`system` for a key that the host's operator made, and for the first of a test company.",
    }),
  last_used_at: timestamp.nullable().meta({ description: "May lag a minute behind." }),
})

export const apiKeyWithSecret = apiKeyView.extend({
  key: z.string().meta({
    description:
      "The key itself: `sk_…`, of a publishable one `pk_…`, in a test company `sk_test_…` or `pk_test_…`. Shown only now.",
  }),
})

export interface ApiKey {
  id: number
  name: string
  role: (typeof roles)[number] | typeof visitorRole
  allowed_origins: string[] | null
  scopes: Grant[] | null
  expires_at: Date | null
  allowed_addresses: string[] | null
  last_four: string
  created_at: Date
  created_by: EventSource
  last_used_at: Date | null
}

/** The key that every company begins with. */
export const firstKey = { name: "First key", role: "admin", createdBy: { kind: "system" } } as const

/** A new key's text out of 32 random bytes. One of a test company says so, for all who read or find it. */
export const apiKeyText = (bytes: Uint8Array, mode: CompanyMode, kind: KeyKind = "secret") =>
  keyPrefixes[kind] + (mode === "test" ? "test_" : "") + Buffer.from(bytes).toString("base64url")

/** The end of a key's text, which is kept beside its hash. */
export const lastFourOf = (key: string): string => key.slice(-4)

export function showApiKey(key: ApiKey): z.input<typeof apiKeyView> {
  return {
    ...key,
    kind: kindOf(key),
    expires_at: isoOrNull(key.expires_at),
    created_at: iso(key.created_at),
    created_by: showMaker(key.created_by),
    last_used_at: isoOrNull(key.last_used_at),
  }
}

const showMaker = (source: EventSource): z.input<typeof apiKeyView>["created_by"] => ({
  kind: source.kind === "api_key" || source.kind === "admin_user" ? source.kind : "system",
  api_key_id: source.kind === "api_key" ? source.api_key_id : null,
  user_id: source.kind === "admin_user" ? source.user_id : null,
})
