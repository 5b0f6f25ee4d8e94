/** Posts an event to a developer's own receiver, signed as the service signs webhooks. */
import { randomBytes } from "node:crypto"
import { signWebhook } from "../../../../sdk/src/index.ts"
import { UsageError } from "../command.ts"

export interface Forwarded {
  /** Null when no answer came. */
  status: number | null
  /** Why none came. */
  error: string | null
  tookMs: number
}

const timeoutMs = 10_000

export async function forward(
  url: string,
  secret: string,
  event: { id: string; type: string },
): Promise<Forwarded> {
  const body = JSON.stringify(event)
  const signature = await signWebhook(body, { id: event.id, secret })
  const startedAt = performance.now()
  const ended = (status: number | null, error: string | null): Forwarded => ({
    status,
    error,
    tookMs: Math.round(performance.now() - startedAt),
  })
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...signature },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    return ended(answer.status, null)
  } catch (error) {
    const { cause, message } = error as Error
    return ended(null, cause instanceof Error ? cause.message || (cause as { code?: string }).code! : message)
  }
}

/** The endpoint's own secret, or a new one for this run. */
export function secretOf(given: string | undefined): string {
  if (given === undefined) return `whsec_${randomBytes(32).toString("base64")}`
  if (/^whsec_[A-Za-z0-9+/]+=*$/.test(given)) return given
  throw new UsageError("--secret: expected the secret of a webhook endpoint, as whsec_…")
}

export const outcomeText = ({ status, error, tookMs }: Forwarded) => `${status ?? error} (${tookMs} ms)`
