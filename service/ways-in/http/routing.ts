/** The answers to addresses and methods without a route: 404, 405 with the allowed methods, and OPTIONS. */
import type { FastifyInstance } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import type { Refuse } from "./errors.ts"

interface KnownRoute {
  pattern: RegExp
  methods: readonly string[]
}

/** `/a/:id` matches `/a/7`. What is below a `*` is found as a file, so no other method of it is known. */
const patternOf = (url: string) =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:\w+/g, "[^/]+")}$`)

/**
 * Answers every address and method without a route on this server, before a body is read. Must be called before the routes
 * are added, since a hook collects them.
 */
export function answerUnknownRoutes(app: FastifyInstance, refuse: Refuse): void {
  const routes: { url: string; methods: readonly string[] }[] = []
  // Made for the first address without a route.
  let patterns: KnownRoute[] | null = null
  const known = () => {
    patterns ??= routes.map(({ url, methods }) => ({ pattern: patternOf(url), methods }))
    return patterns
  }
  const plainRoutes = new Map<string, string[]>()
  app.addHook("onRoute", ({ url, method }) => {
    const methods = [method].flat()
    routes.push({ url, methods })
    if (!/[:*]/.test(url)) plainRoutes.set(url, [...(plainRoutes.get(url) ?? []), ...methods])
  })
  app.addHook("onRequest", async (request, reply) => {
    const { url = "" } = request.routeOptions
    if (!request.is404 && !url.includes(":")) return
    const path = pathOf(request.url)
    // The router takes `PUT /users/me` for `PUT /users/:id`, but no user has the id `me`.
    const ofPlain = plainRoutes.get(path)
    if (!request.is404 && !ofPlain) return
    const allowed = ofPlain ? [...new Set(ofPlain)].sort() : allowedOn(known(), path)
    if (allowed.length === 0) throw new Refusal("route_not_found")
    reply.header("allow", [...allowed, "OPTIONS"].join(", "))
    if (request.method === "OPTIONS") return reply.code(204).send()
    return refuse(request, reply, new Refusal("method_not_allowed"))
  })
}

/** The path as the router reads it: decoded, without the query, and without the scheme and host of an absolute form. */
export function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?]*/i, "").split("?")[0]!
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function allowedOn(routes: readonly KnownRoute[], path: string): string[] {
  const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
  return [...new Set(methods)].sort()
}
