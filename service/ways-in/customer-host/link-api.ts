/** The JSON endpoints of private links: a token opens the link, and a table says what its holder may ask. */
import type { Readable } from "node:stream"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { visitorsOf } from "../../platform/budget/families.ts"
import { contextOf } from "../../platform/company-context.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Answer, Call } from "../../platform/operation.ts"
import { withDueDone } from "../../test-companies/move-clock.ts"
import { chargeTo } from "../http/budgets.ts"
import { inPageWords } from "./page-words.ts"
import { jsonType, shown } from "./views.ts"

/** A request by a link's holder, and the context that serves the link's company. */
export interface LinkRequest<Link> {
  context: AppContext
  link: Link
  call: Call
  request: FastifyRequest
  reply: FastifyReply
  bookUrl: string
}

/** Slots come as bytes or piece by piece, other answers as text. */
export type Sent = Pick<Answer, "status"> & { body: string | Uint8Array | Readable }

export interface LinkMount<Link> {
  method: "GET" | "POST" | "PUT" | "DELETE"
  /** Below the root of the link's endpoints. */
  path: string
  answer(asked: LinkRequest<Link>): Promise<Sent>
}

interface LinkApi<Link> {
  root: string
  /** The token travels in a header of its own, so that no address of the JSON endpoints holds it. */
  tokenHeader: string
  open(host: AppContext, token: string): Promise<Link>
  openForUse(host: AppContext, token: string, clientAddress: string): Promise<Link>
  openIfChanged(
    host: AppContext,
    token: string,
    asked: { shown: string; clientAddress: string },
  ): Promise<Link | null>
  callOf(link: Link, own: { requestId: string; now: number }): Call
  view(asked: LinkRequest<Link>): Promise<object>
  mounts: readonly LinkMount<Link>[]
}

/** Views count by the client's address, all other requests by their link, and so do a page's repeated questions for changes. */
export const isView = ({ method, routeOptions }: FastifyRequest) =>
  (method === "GET" || method === "HEAD") && !routeOptions.url?.endsWith("/changes")

export const tokenIn = ({ headers }: FastifyRequest, header: string): string => {
  const token = headers[header]
  return typeof token === "string" ? token : ""
}

export function mountLinkApi<Link extends { companyId: Call["companyId"] }>(
  app: FastifyInstance,
  host: AppContext,
  bookUrl: string,
  { root, tokenHeader, mounts, ...api }: LinkApi<Link>,
): void {
  /** Charges the link's company for the request before anything is read. */
  const admitted = async (link: Link, request: FastifyRequest, reply: FastifyReply) => {
    const context = await contextOf(host, link.companyId)
    await chargeTo(host, await visitorsOf(host, link.companyId), request, reply)
    const call = api.callOf(link, { requestId: request.id, now: context.clock.now() })
    return { context, link, call, request, reply, bookUrl }
  }

  for (const { method, path, answer } of mounts)
    app.route({
      method,
      url: `${root}${path}`,
      handler: async (request, reply) => {
        const token = tokenIn(request, tokenHeader)
        const opening = isView(request) ? api.open(host, token) : api.openForUse(host, token, request.ip)
        const asked = await admitted(await inPageWords(opening), request, reply)
        const answering = () => answer(asked)
        const { status, body } = await inPageWords(
          method === "GET" ? answering() : withDueDone(host, asked.link.companyId, answering),
        )
        return reply.code(status).type(jsonType).send(body)
      },
    })

  // A page in sight asks this again and again: 204 where the version that it shows still stands.
  app.get(`${root}/changes`, async (request, reply) => {
    const asked = { shown: shownVersion(request), clientAddress: request.ip }
    const link = await inPageWords(api.openIfChanged(host, tokenIn(request, tokenHeader), asked))
    if (link === null) return reply.code(204).send()
    const view = api.view(await admitted(link, request, reply))
    const { status, body } = shown(200, await inPageWords(view))
    return reply.code(status).type(jsonType).send(body)
  })
}

/** The version of the view that the page shows; empty where it knows none. */
function shownVersion({ query }: FastifyRequest): string {
  const { version } = query as { version?: unknown }
  return typeof version === "string" ? version : ""
}
