/** Asks for the limits, the page and the visit of a request to a public page. */
import type { FastifyInstance, FastifyRequest } from "fastify"
import { publicSlug } from "../../../domain/model/company-settings.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { AppContext } from "../../platform/context.ts"
import { type Admission, admit } from "./admit.ts"

declare module "fastify" {
  interface FastifyContextConfig {
    /** Requests of this route may count as searches of their company. */
    isSearch?: true
  }
}

const asked = new WeakMap<FastifyRequest, Promise<Admission>>()

/**
 * Lets every request of the scope be admitted as soon as its head is read, while its body still arrives. A search waits for
 * its body: only one that can be read counts for its company.
 */
export function admitRequests(scope: FastifyInstance, context: AppContext): void {
  scope.addHook("onRequest", async (request) => {
    if (!request.routeOptions.config.isSearch) startAdmission(context, request, { slug: slugIn(request) })
  })
  // The answer waits for the count, so that the sender's next request counts with it.
  scope.addHook("onError", async (request) => {
    if (asked.has(request)) return
    startAdmission(context, request, { slug: slugIn(request) })
    await asked.get(request)?.catch(() => undefined)
  })
}

/** Counts a request for an address that a page can have, even if the request is refused later. */
export function startAdmission(
  context: AppContext,
  request: FastifyRequest,
  { slug, isSearch = false }: { slug: string; isSearch?: boolean },
): void {
  if (!publicSlug.safeParse(slug).success) return
  const admission = admit(context, {
    clientAddress: request.ip,
    slug,
    visitToken: visitTokenOf(request),
    isSearch,
  })
  // The handler awaits it. A request that ends before its handler runs must not leave an unhandled rejection.
  admission.catch(() => undefined)
  asked.set(request, admission)
}

/** The page's address in the request's own. */
export const slugIn = ({ params }: FastifyRequest): string => (params as { slug: string }).slug

/** Throws 404 for an address that no page can have, without asking the database. */
export function admissionOf(request: FastifyRequest): Promise<Admission> {
  const admission = asked.get(request)
  if (!admission) throw new Refusal("not_found", { message: "Page not found" })
  return admission
}

/** The token travels in a header of its own: pages in frames of other sites have no cookies. */
export function visitTokenOf({ headers }: FastifyRequest): string | null {
  const token = headers["x-visit-token"]
  return typeof token === "string" ? token : null
}

/** The random token under which the visitor's browser keeps its own, such as a held time. */
export function draftTokenOf({ headers }: FastifyRequest): string | null {
  const token = headers["x-draft-token"]
  return typeof token === "string" ? token : null
}
