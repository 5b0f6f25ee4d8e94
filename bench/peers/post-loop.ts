/** The least that sending webhooks takes: sign and post a ready body, so many at once, and nothing else. */

import { webhookHeaders } from "../../domain/rules/webhooks/webhook-signature.ts"
import type { Post } from "../../service/platform/ports.ts"

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
let sequence = 0

/** Posts a second. Throws when one is not taken. */
export async function postLoop(
  post: Post,
  { url, body }: { url: string; body: string },
  count: number,
  atOnce: number,
): Promise<number> {
  const startedAt = performance.now()
  let begun = 0
  async function sender(): Promise<void> {
    while (begun < count) {
      begun += 1
      sequence += 1
      const headers = webhookHeaders(secret, `bare_${sequence}`, body, Date.now())
      const { statusCode } = await post.send({ url, headers: { ...headers }, body })
      if (statusCode !== 204) throw new Error(`The sink answered ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return (count * 1_000) / (performance.now() - startedAt)
}
