/** Limits, page and visit are asked for as soon as a request's head is read, and judged before anything is answered. */
import type { FastifyRequest } from "fastify"
import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import { type Admission, admit } from "../../operations/public-page/admit.ts"

declare module "fastify" {
  interface FastifyContextConfig {
    /** Requests of this route count as searches of their company. */
    isSearch?: true
  }
}

const asked = new WeakMap<FastifyRequest, Promise<Admission>>()

/** Counts the request, whatever becomes of it. */
export function startAdmission(context: AppContext, request: FastifyRequest): void {
  const { slug } = request.params as { slug?: string }
  const { isSearch = false } = request.routeOptions.config
  const admission = admit(context, {
    clientAddress: request.ip,
    slug: slug ?? null,
    visitToken: visitTokenOf(request),
    isSearch,
  })
  // Whoever answers the request waits for it; one that ends before that has been answered already.
  admission.catch(() => undefined)
  asked.set(request, admission)
}

/** Throws 404 for an address that can't be a page's, and so was never asked about. */
export function admissionOf(request: FastifyRequest): Promise<Admission> {
  const admission = asked.get(request)
  if (!admission) throw new Refusal("route_not_found")
  return admission
}

/** The token travels in a header of its own: pages in frames of other sites have no cookies. */
export function visitTokenOf({ headers }: FastifyRequest): string | null {
  const token = headers["x-visit-token"]
  return typeof token === "string" ? token : null
}
