/** Whose key an agent's call came with. */
import type { FastifyInstance, FastifyRequest } from "fastify"
import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import { bearerOf } from "../company-api/authenticate.ts"
import type { ToolCaller } from "./call-tool.ts"

const callers = new WeakMap<FastifyRequest, ToolCaller>()

/** Identifies the caller of every route of the scope before its body is read. Refuses with 401. */
export function identifyCallers(scope: FastifyInstance, context: AppContext): void {
  scope.addHook("onRequest", async (request) => {
    const identity = await context.credentials.identify(bearerOf(request))
    if (!identity) throw new Refusal("unauthorized")
    callers.set(request, { companyId: identity.companyId, requestId: request.id })
  })
}

/** Of a request whose scope identifies its callers. */
export const callerOf = (request: FastifyRequest): ToolCaller => callers.get(request)!
