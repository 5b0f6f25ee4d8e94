/**
 * Programs that act for a user over the company's MCP server, by OAuth 2.1. A program registers by itself (RFC 7591) and holds its
 * registration in its client id, so that nothing is stored for programs that no user ever allowed.
 */
import { z } from "zod"
import { bounded, line, name, timestamp } from "./fields.ts"
import { redirectProblem } from "./redirect-address.ts"
import { type Grant, grants } from "./scopes.ts"
import { iso, isoOrNull } from "./views.ts"

export const tokenMs = {
  /** The program asks for its tokens at once. */
  code: 60_000,
  access: 3_600_000,
  /** Begins anew with each refresh. */
  refresh: 30 * 86_400_000,
} as const
export type TokenKind = keyof typeof tokenMs

const prefixes: Record<TokenKind, string> = { code: "oc", access: "oa", refresh: "or" }

/** A new text out of 32 random bytes. It names its company, so that a look-up needs no directory. */
export const tokenText = (kind: TokenKind, companyId: number, bytes: Uint8Array): string =>
  `${prefixes[kind]}_${companyId}_${Buffer.from(bytes).toString("base64url")}`

/** The company that the text names; null for a text of another form. */
export function companyOfToken(kind: TokenKind, text: string): number | null {
  const parts = /^(o[car])_([1-9]\d{0,15})_[\w-]{43}$/.exec(text)
  if (parts === null || parts[1] !== prefixes[kind]) return null
  const companyId = Number(parts[2])
  return Number.isSafeInteger(companyId) ? companyId : null
}

const grant = z.enum(grants, { error: "expected scopes as appointments:read, or read, schedule, settings" })

/** A program that names no scopes asks for these. */
export const usualGrants: readonly Grant[] = ["read", "schedule"]

/** Scopes as OAuth writes them, with spaces between; null where one is unknown. */
export function grantsIn(scope: string | undefined): Grant[] | null {
  const named = [...new Set((scope ?? "").split(" ").filter((each) => each !== ""))]
  if (named.length === 0) return [...usualGrants]
  const known = named.filter((each): each is Grant => (grants as readonly string[]).includes(each))
  return known.length === named.length ? known : null
}

export const mostRedirects = 5

const redirectAddress = bounded(300, "expected an address of at most 300 characters").superRefine(
  (address, issues) => {
    const problem = redirectProblem(address)
    if (problem !== null) issues.addIssue({ code: "custom", message: problem })
  },
)

/** A program says so much of itself (RFC 7591); all else that it sends is passed over. */
export const registrationInput = z.object({
  client_name: line(80).optional(),
  redirect_uris: z
    .array(redirectAddress, { error: "expected a list of addresses" })
    .min(1, { error: "expected at least one address" })
    .max(mostRedirects, { error: `expected at most ${mostRedirects} addresses` }),
})

export interface Registration {
  name: string
  redirectUris: readonly string[]
}

/** The console passes on so much of the address that the program opened. */
export const authorizationQuery = z.object({
  client_id: bounded(4_000, "expected the program's client id"),
  redirect_uri: bounded(300, "expected an address of at most 300 characters"),
  response_type: bounded(20, "expected code"),
  code_challenge: bounded(128, "expected a challenge (PKCE)").optional(),
  code_challenge_method: bounded(20, "expected S256").optional(),
  scope: bounded(2_000, "expected scopes with spaces between").optional(),
  state: bounded(2_000, "expected at most 2000 characters").optional(),
  resource: bounded(300, "expected the address of the MCP server").optional(),
})
export type AuthorizationQuery = z.output<typeof authorizationQuery>

export const consentInput = z.strictObject({
  ask: authorizationQuery,
  allow: z.boolean({ error: "expected true or false" }),
  scopes: z.array(grant).min(1, { error: "expected at least one scope" }).max(grants.length).optional(),
})

export const consentView = z.object({
  app: z.object({ name: z.string(), host: z.string() }),
  scopes: z.array(grant),
})

export const connectedAppView = z.object({
  id: z.int(),
  name: name(80).meta({ description: "As the program calls itself." }),
  host: z
    .string()
    .meta({ description: "Where its consent screen led back to: a website, or the user's own machine." }),
  user_id: z.int().meta({ description: "The user for whom it acts, with that user's role." }),
  scopes: z.array(grant).meta({ description: "What it may do of what the user may." }),
  created_at: timestamp,
  last_used_at: timestamp.nullable().meta({ description: "May lag a minute behind." }),
})

export interface ConnectedApp {
  id: number
  name: string
  redirect_uri: string
  user_id: number
  scopes: Grant[]
  created_at: Date
  last_used_at: Date | null
}

export const showConnectedApp = ({
  redirect_uri,
  created_at,
  last_used_at,
  ...app
}: ConnectedApp): z.input<typeof connectedAppView> => ({
  ...app,
  host: hostOf(redirect_uri),
  created_at: iso(created_at),
  last_used_at: isoOrNull(last_used_at),
})

/** The website to which the browser goes back, or the scheme of a program on the user's machine. */
export function hostOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === "https:" || protocol === "http:" ? host : protocol.slice(0, -1)
}
