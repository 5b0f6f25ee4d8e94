/** One request to the public page's endpoints: whose page, who asks, and how it is answered. */
import type { FastifyReply, FastifyRequest } from "fastify"
import type { PublicPage } from "../../model/public-page.ts"
import type { Visit } from "../../model/visit.ts"
import type { House } from "../../operations/house.ts"
import type { Call } from "../../operations/operation.ts"
import { openPage, publicCall, type Visitor } from "../../operations/public-page/open-page.ts"
import { openVisit } from "../../operations/public-page/open-visit.ts"
import { visitorLocale } from "../book/visitor-locale.ts"
import type { Answer } from "../idempotent.ts"
import { inPageWords } from "../link/authority.ts"
import { withinLimit } from "./request-limit.ts"

export interface PageCall {
  slug: string
  page: PublicPage
  visitor: Visitor
  request: FastifyRequest
  reply: FastifyReply
}

/** The same, of a visitor who has verified a number. */
export interface VisitCall extends PageCall {
  visit: Visit
  call: Call
}

/** The token travels in a header of its own: pages in frames of other sites have no cookies. */
export function visitTokenOf({ headers }: FastifyRequest): string | null {
  const token = headers["x-visit-token"]
  return typeof token === "string" ? token : null
}

async function pageCall(house: House, request: FastifyRequest, reply: FastifyReply): Promise<PageCall> {
  const { slug } = request.params as { slug: string }
  const page = await withinLimit(request, openPage(house, slug))
  const locale = visitorLocale(request.headers["accept-language"], page.locale)
  const visitor = { address: request.ip, requestId: request.id, locale, now: house.clock.now() }
  return { slug, page, visitor, request, reply }
}

/** Opens the token's visit. Throws `visit_expired`. */
export async function withVisit(house: House, caller: PageCall): Promise<VisitCall> {
  const { page, visitor, request } = caller
  const visit = await openVisit(house, page, visitTokenOf(request), visitor.now)
  const call = publicCall(page, visitor, { id: visit.id, customerId: visit.customer?.id ?? null })
  return { ...caller, visit, call }
}

/** JSON, unless it says otherwise. */
interface TypedAnswer {
  status: number
  body: string | Uint8Array
  type?: string
}

/** For anybody. */
export const forPageCalls =
  (house: House, handler: (caller: PageCall) => Promise<TypedAnswer>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { status, body, type } = await inPageWords(pageCall(house, request, reply).then(handler))
    return reply
      .code(status)
      .type(type ?? "application/json; charset=utf-8")
      .send(body)
  }

/** For those with a visit only. */
export const forVisits = (house: House, handler: (caller: VisitCall) => Promise<Answer>) =>
  forPageCalls(house, async (caller) => handler(await withVisit(house, caller)))

export const shown = (status: number, data: unknown): Answer => ({
  status,
  body: JSON.stringify({ success: true, data }),
})
