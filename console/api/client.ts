/**
 * The public company API, by the client that integrating developers use. The console asks nothing else of the service, but
 * for its own sign-in.
 */
import { createClient, isRefusal, NoAnswer, type Operations, Refusal } from "../../sdk/src/index.ts"
import { isUnattended } from "../attended.ts"

export { isRefusal, NoAnswer, Refusal }

/** An operation's answer. */
export type Answer<Name extends keyof Operations> = Awaited<ReturnType<Operations[Name]>>
/** One row of what a list answers. */
export type Row<Name extends keyof Operations> =
  Answer<Name> extends { data: readonly (infer One)[] } ? One : never

const signedOutListeners = new Set<() => void>()

/** Calls back when the service no longer takes the session. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

let session: number | null = null

/**
 * From now on requests say for which session the page was read: the cookie is the browser's, and another page may sign in for
 * another company. Null for none.
 */
export function speakFor(sessionId: number | null): void {
  session = sessionId
}

/** Sends a request with the console's mark, without which the service does not take the cookie. */
export const fetchAsConsole: typeof fetch = async (input, init = {}) => {
  // A page that reads by itself does not keep its session from ending.
  const unattended = isUnattended() ? { "x-unattended": "1" } : {}
  const ofSession = session === null ? {} : { "x-console-session": String(session) }
  const headers = {
    ...(init.headers as Record<string, string>),
    "x-console": "1",
    ...ofSession,
    ...unattended,
  }
  const answer = await fetch(input, { ...init, headers, credentials: "same-origin" })
  if (answer.status === 401) {
    const { error } = (await answer.clone().json()) as { error?: { code?: string } }
    if (error?.code === "unauthorized") for (const listener of signedOutListeners) listener()
  }
  return answer
}

/** `api.readCustomer({ id })`. Throws `Refusal`, and `NoAnswer` when the service can't be reached. */
export const api = createClient({
  baseUrl: location.origin,
  fetch: fetchAsConsole,
  retries: 2,
  timeoutMs: 20_000,
})

/** The console's own requests, below `/console`: ways in, and the operator's page. Throws as `api` does. */
export async function sendSignIn<Data>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<Data> {
  const answer = await fetchAsConsole(`/console${path}`, {
    method,
    ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
  }).catch((cause: unknown) => {
    throw new NoAnswer("The service can't be reached.", { cause })
  })
  if (answer.ok) return ((await answer.json()) as { data: Data }).data
  const { error } = (await answer.json()) as { error: ConstructorParameters<typeof Refusal>[1] }
  throw new Refusal(answer.status, error, Number(answer.headers.get("retry-after")) || undefined)
}
