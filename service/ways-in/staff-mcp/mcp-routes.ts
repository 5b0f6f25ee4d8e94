/** `POST /mcp`: the staff's tools over the Model Context Protocol, for connected apps and for the company's own keys. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import type { Identity } from "../../people/credentials.ts"
import { identifyApp } from "../../people/find-app-token.ts"
import type { AppContext } from "../../platform/context.ts"
import { bearerIn, identified } from "../company-api/authenticate.ts"
import { refusalOfJson } from "../http/read-json.ts"
import { mcpPath, resourceMetadataOf } from "./addresses.ts"

const mostBodyBytes = 65_536

/** In a scope of its own: the protocol judges bodies itself, and answers in a form of its own. */
export function mountStaffMcp(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => {
    const callers = new WeakMap<FastifyRequest, Identity>()
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: mostBodyBytes },
      async (_request: FastifyRequest, text: string) => {
        const refusal = refusalOfJson(text)
        if (refusal) throw refusal
        return text
      },
    )
    scope.addHook("onRequest", async (request, reply) => {
      callers.set(request, await staffOf(context, request, reply))
    })
    scope.post(mcpPath, async (request, reply) => {
      // Imported at the first request, as that of the agents' tools is.
      const { answerStaffMcp } = await import("./mcp-server.ts")
      const caller = { app, context, identity: callers.get(request)!, request }
      return relay(await answerStaffMcp(caller, requestOf(request)), reply)
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

/** Passes on no credentials. */
function requestOf({ headers, body }: FastifyRequest): Request {
  const kept = Object.entries(headers).filter(
    ([name]) => name.startsWith("mcp-") || name === "content-type" || name === "accept",
  ) as [string, string][]
  return new Request(`http://localhost${mcpPath}`, {
    method: "POST",
    headers: kept,
    body: (body as string) ?? "",
  })
}

async function relay(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  const type = answer.headers.get("content-type")
  if (type !== null) reply.type(type)
  return reply
    .code(answer.status)
    .header("cache-control", "no-store")
    .send(await answer.text())
}
