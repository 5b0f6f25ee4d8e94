import type { PublicPageClient } from "../client.ts"
import type { BotCheckView } from "../contract.ts"

/** Shows the service that a person is here, without asking the person anything. */
export interface BotCheck {
  /** Starts working, so that an answer is ready when it is needed. */
  prepare(): void
  /** An answer, good for one sending; null when there is none. */
  answer(): Promise<string | null>
}

/** @param container where a widget may stand, if the check needs one */
export function botCheck(
  view: BotCheckView,
  client: Pick<PublicPageClient, "challenge">,
  container: () => HTMLElement | null,
): BotCheck {
  let underway: Promise<string | null> | null = null
  const start = () => work(view, client, container).catch(() => null)
  const prepare = () => {
    underway ??= start()
  }
  return {
    prepare,
    answer: async () => {
      prepare()
      const answer = await underway
      underway = null
      return answer
    },
  }
}

async function work(
  { siteKey, challengePath }: BotCheckView,
  client: Pick<PublicPageClient, "challenge">,
  container: () => HTMLElement | null,
): Promise<string | null> {
  if (challengePath !== null) {
    const [challenge, { solveProof }] = await Promise.all([
      client.challenge(challengePath),
      import("./proof-of-work.ts"),
    ])
    return challenge.ok ? solveProof(challenge.data) : null
  }
  const place = container()
  if (siteKey === null || !place) return null
  const { turnstileToken } = await import("./turnstile.ts")
  return turnstileToken(siteKey, place)
}
