/** A publishable key, the website whose page sends it, and what browsers ask before they let the page read the answer (CORS). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { keyPrefixes } from "../../../domain/model/api-key.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { AppContext } from "../../platform/context.ts"
import { bearerOf } from "../company-api/authenticate.ts"

/** The headers that a page may send, and read of an answer, beside those that every page may. */
const sentHeaders = "Authorization, Content-Type, Idempotency-Key, X-Draft-Token, X-Visit-Token"
const readHeaders = "Idempotent-Replayed, Retry-After, X-Request-Id"
const preflightSeconds = 7_200

/**
 * A browser asks without the key, so that its question is answered alike for every website. The request itself is refused
 * where the key is not for the website, and its answer cannot be read there.
 */
export function answerPreflights(scope: FastifyInstance, path: string): void {
  scope.options(path, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": sentHeaders,
        "access-control-max-age": preflightSeconds,
        vary: "Origin",
      })
      .send(),
  )
}

/** The company of the key. Its website may read the answer, refusals too. Throws 401, and 403 for another website. */
export async function companyOfKey(
  { credentials }: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  reply.header("vary", "Origin")
  const bearer = bearerOf(request)
  if (bearer.startsWith(keyPrefixes.secret))
    throw new Refusal("forbidden", {
      message: "A publishable key is needed here: `pk_…`. Keep this secret key out of pages.",
    })
  const key = await credentials.identifyPublishable(bearer, request.id)
  if (key === null)
    throw new Refusal("unauthorized", { message: "A valid publishable key is required: `pk_…`." })
  const { origin } = request.headers
  if (origin === undefined || !key.origins.includes(origin))
    throw new Refusal("forbidden", { message: whyNotFor(origin) })
  reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": readHeaders })
  return key.companyId
}

const whyNotFor = (origin: string | undefined) =>
  origin === undefined
    ? "This key is for pages of websites, which a browser names in the header Origin."
    : `This key is not for pages of ${JSON.stringify(origin.slice(0, 100))}: its allowed_origins name the websites.`
