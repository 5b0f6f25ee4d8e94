import type { FastifyRequest } from "fastify"
import type { AppContext } from "../../platform/context.ts"
import type { AnonymousRequest } from "../../platform/operation.ts"

/** The context of operations for a request that carries no credential. */
export const anonymousRequest = ({ clock }: AppContext, request: FastifyRequest): AnonymousRequest => ({
  clientAddress: request.ip,
  userAgent: request.headers["user-agent"] ?? null,
  requestId: request.id,
  now: clock.now(),
})
