/** The booking host: the customers' pages and their JSON endpoints. Nothing of the company's side is reachable here. */
import compress from "@fastify/compress"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { renderMessagePage } from "../../../web/shared/message-page.ts"
import { Refusal } from "../../model/errors.ts"
import type { House } from "../../operations/operation.ts"
import { networkOf } from "../../rules/network-address.ts"
import { takeToken } from "../../store/rate-limits.ts"
import { sendRefusal } from "../errors.ts"
import { mountLinkEndpoints } from "../link/endpoints.ts"
import { mountLinkPage } from "../link/page.ts"
import { createServer, type ServerOptions } from "../server.ts"
import { mountLogos } from "./logos.ts"
import { privateHeaders, sendPage } from "./page-headers.ts"
import { builtPages, serveAssets } from "./pages.ts"
import { visitorLocale } from "./visitor-locale.ts"

export interface BookServerOptions extends Omit<ServerOptions, "bodyLimitBytes"> {
  bookUrl: string
  /** Where the built pages are. */
  webRoot: string
}

const bodyLimitBytes = 16_384
const linkRequestsPerMinute = 60

export async function createBookServer(house: House, options: BookServerOptions): Promise<FastifyInstance> {
  const app = createServer({ ...options, bodyLimitBytes })
  const assetsOf = builtPages(options.webRoot)
  await app.register(compress, { threshold: 1_024, encodings: ["br", "gzip"] })

  const headers = privateHeaders(options.bookUrl.startsWith("https:"))
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/assets/")) reply.headers(headers)
    if (isLinkRequest(request)) await limitLinks(house, request)
  })
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith("/api/") || request.method !== "GET") {
      return sendRefusal(reply, new Refusal("route_not_found"), request.id)
    }
    const locale = visitorLocale(request.headers["accept-language"], "en")
    const { styles } = assetsOf("link/main.tsx", locale)
    const company = { name: null, phone: null }
    return sendPage(reply.code(404), [], (nonce) =>
      renderMessagePage({ kind: "notFound", company, accentColor: null, locale, nonce, styles }),
    )
  })

  serveAssets(app, options.webRoot)
  mountLogos(app, house)
  mountLinkEndpoints(app, house, options.bookUrl)
  mountLinkPage(app, house, options.bookUrl, assetsOf)
  return app
}

const isLinkRequest = ({ url }: FastifyRequest) => url.startsWith("/r/") || url.startsWith("/api/link")

async function limitLinks(house: House, request: FastifyRequest): Promise<void> {
  const token = await takeToken(house.db, {
    key: `link:${networkOf(request.ip)}`,
    limit: linkRequestsPerMinute,
    windowSeconds: 60,
    now: house.clock.now(),
  })
  if (!token.allowed) throw new Refusal("rate_limited", { retryAfterSeconds: token.retryAfterSeconds ?? 60 })
}
