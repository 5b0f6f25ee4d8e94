/** `Authorization: Bearer` on the company API: an API key, or a signed-in user's session. */
import type { FastifyRequest } from "fastify"
import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import type { Authenticate } from "../mount.ts"
import { permit } from "../roles.ts"

const bearerPattern = /^Bearer +([\x21-\x7e]{10,200})$/i

export function bearerOf(request: FastifyRequest): string {
  const match = bearerPattern.exec(request.headers.authorization ?? "")
  if (!match) throw new Refusal("unauthorized")
  return match[1]!
}

export function companyAuthentication(context: AppContext): Authenticate {
  return async (request, operation) => {
    const identity = await context.credentials.identify(bearerOf(request))
    if (!identity) throw new Refusal("unauthorized")
    return permit(operation, { companyId: identity.companyId, actor: identity.actor })
  }
}
