/** People who sign in, as a company's program makes them and as they do it themselves. */
import type { Answer, TestService } from "./service.ts"

export const password = "correct horse battery"

let made = 0

export interface MadeUser {
  id: number
  email: string
}

export interface UserFields {
  email?: string
  role?: "admin" | "member" | "provider"
  /** The provider whose seat it is, for the role `provider`. */
  provider_id?: number
  password?: string
}

/** A user of the first company, or of the one whose key is given. */
export async function makeUser(
  service: TestService,
  fields: UserFields = {},
  key = service.key,
): Promise<MadeUser> {
  made += 1
  const body = { email: `person${made}@example.com`, name: "Ana Ruiz", role: "admin", password, ...fields }
  const answer = await service.api("POST", "/users", body, { key })
  if (answer.status !== 201) throw new Error(`no user: ${JSON.stringify(answer.body)}`)
  return { id: answer.body.data.id, email: answer.body.data.email }
}

export interface SignIn {
  password?: string
  company_id?: number
  code?: string
  /** The caller's address, on a service that trusts one proxy. */
  from?: string
  userAgent?: string
}

export function signIn(service: TestService, email: string, { from, userAgent, ...sent }: SignIn = {}) {
  const headers = {
    ...(from === undefined ? {} : { "x-forwarded-for": from }),
    ...(userAgent === undefined ? {} : { "user-agent": userAgent }),
  }
  return service.api("POST", "/sessions", { email, password, ...sent }, { key: null, headers })
}

/** The token of a new session. */
export async function signedIn(service: TestService, email: string, more: SignIn = {}): Promise<string> {
  const answer = await signIn(service, email, more)
  if (answer.status !== 201) throw new Error(`not signed in: ${JSON.stringify(answer.body)}`)
  return answer.body.data.token
}

export const codeOf = ({ status, body }: Answer) => [status, body.error?.code]

/** A refusal's words, but for the id of its request. */
export const worded = ({ status, body }: Answer) => [status, { ...body.error, request_id: "" }]
