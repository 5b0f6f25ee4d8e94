/** `POST /mcp`: the staff's tools over the Model Context Protocol, for connected apps and for the company's own keys. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import type { Identity } from "../../people/credentials.ts"
import { identifyApp } from "../../people/find-app-token.ts"
import type { AppContext } from "../../platform/context.ts"
import { bearerIn, identified } from "../company-api/authenticate.ts"
import { leaveBodies, mcpRequest, relayMcp } from "../http/mcp-relay.ts"
import { mcpPath, resourceMetadataOf } from "./addresses.ts"

const mostBodyBytes = 65_536

export function mountStaffMcp(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => {
    const callers = new WeakMap<FastifyRequest, Identity>()
    leaveBodies(scope)
    scope.addHook("onRequest", async (request, reply) => {
      callers.set(request, await staffOf(context, request, reply))
    })
    scope.post(mcpPath, { bodyLimit: mostBodyBytes }, async (request, reply) => {
      // Imported at the first request, as that of the agents' tools is.
      const { answerStaffMcp } = await import("./mcp-server.ts")
      const caller = { app, context, identity: callers.get(request)!, request }
      return relayMcp(await answerStaffMcp(caller, mcpRequest(request, mcpPath)), reply)
    })
  })
}

/** Throws 401 with the address of the document that tells a program how to connect, and `forbidden` for other credentials. */
async function staffOf(context: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<Identity> {
  const bearer = bearerIn(request)
  const isApp = bearer?.startsWith("oa_") ?? false
  try {
    if (bearer === null) throw new Refusal("unauthorized")
    const identity = isApp ? await identifyApp(context, bearer) : await identified(context, request)
    if (identity === null) throw new Refusal("unauthorized")
    if (identity.mustEnrol) throw new Refusal("enrolment_needed")
    const { actor } = identity
    const isStaff = "role" in actor && (actor.role === "admin" || actor.role === "member")
    if (!isStaff) throw new Refusal("forbidden")
    return identity
  } catch (error) {
    if (error instanceof Refusal && error.code === "unauthorized") {
      const why = bearer === null ? "" : ', error="invalid_token"'
      const metadata = resourceMetadataOf(context, request)
      reply.header("www-authenticate", `Bearer resource_metadata="${metadata}"${why}`)
    }
    throw error
  }
}
