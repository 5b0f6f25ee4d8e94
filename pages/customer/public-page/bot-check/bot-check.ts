import type { BotCheckView } from "../../../../domain/contracts/public-page.ts"
import type { PublicPageClient } from "../client.ts"

/** Proves to the service that the visitor is a person, without asking them anything. */
export interface BotCheck {
  /** Starts the check, so that its answer is ready when it is needed. */
  prepare(): void
  /** An answer that can be used once; null when the check failed. */
  answer(): Promise<string | null>
}

/** @param container the element for the check's widget, if it has one */
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
      import("../../../../ui/proof-of-work.ts"),
    ])
    return challenge.ok ? solveProof(challenge.data) : null
  }
  const element = container()
  if (siteKey === null || !element) return null
  const { turnstileToken } = await import("./turnstile.ts")
  return turnstileToken(siteKey, element)
}
