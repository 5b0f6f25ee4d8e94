/**
 * `/console`: the staff console, one document and the files that it loads. The same document answers every address below,
 * since the console shows its screens by the address itself. A browser that opens `/` is led there.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import type { MapTiles } from "../../../domain/model/map-tiles.ts"
import type { AppContext } from "../../platform/context.ts"
import { entryOf } from "./entry.ts"

/** Scripts and styles from this host's files alone; nothing inline, and no other site may frame it. */
const contentPolicy = ({ bookUrl, files }: AppContext, mapTiles: MapTiles | null) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // A company's logo is on the customer host.
    [
      "img-src 'self' data:",
      ...(bookUrl === null ? [] : [bookUrl]),
      // Photos that customers sent are at an origin of their own.
      ...(files?.url ? [files.url] : []),
      ...originsOf(mapTiles),
    ].join(" "),
    // Staff upload files where customers do.
    ["connect-src 'self'", ...(files && bookUrl !== null ? [bookUrl] : [])].join(" "),
    // The public page stands beside its set-up.
    ...(bookUrl === null ? [] : [`frame-src ${bookUrl}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ")

const originsOf = (tiles: MapTiles | null): Set<string> =>
  new Set([tiles?.url, tiles?.darkUrl].flatMap((url) => (url ? [new URL(url).origin] : [])))

/** The host's settings in the page itself: `console/areas/tile-layer.tsx` and `console/sign-in/host-entry.ts` read them. */
const withSetting = (page: string, name: "map-tiles" | "entry", value: object) =>
  page.replace(
    "</head>",
    () => `<meta name="${name}" content="${attribute(JSON.stringify(value))}" /></head>`,
  )

const attribute = (text: string) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Reads the build once. Throws with what to do when there is none. */
/** The worker that answers from the phone is this page's alone, and the only script whose address is given to the browser. */
const seatPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types seat",
].join("; ")

/** `/my-day`: the provider's own day on a phone, with the worker that keeps it there. Reads the build once. */
export function mountSeat(app: FastifyInstance, context: AppContext, webRoot: string): void {
  const built = join(webRoot, "staff")
  const page = readFileSync(join(built, "console", "seat", "index.html"), "utf8")
  const worker = readFileSync(join(built, "my-day", "offline.js"), "utf8")
  app.get("/my-day", async (_, reply) =>
    reply.headers(pageHeaders(context, seatPolicy)).type("text/html; charset=utf-8").send(page),
  )
  app.get("/my-day/offline.js", async (_, reply) =>
    reply
      .header("cache-control", "no-cache")
      .header("service-worker-allowed", "/my-day")
      .header("x-content-type-options", "nosniff")
      .type("text/javascript; charset=utf-8")
      .send(worker),
  )
  app.register(fastifyStatic, builtFiles(join(built, "my-day", "assets"), "/my-day/assets/"))
}

/** Their names carry a hash of their content. The build has compressed them. */
const builtFiles = (root: string, prefix: string) => ({
  root,
  prefix,
  immutable: true,
  maxAge: "365d",
  preCompressed: true,
  // They are found beside the file that is asked for, and have no address of their own.
  allowedPath: (path: string) => !/\.(br|gz)$/.test(path),
  index: false as const,
  decorateReply: false,
})

const pageHeaders = ({ baseUrl }: AppContext, policy: string): Record<string, string> => ({
  "cache-control": "no-store",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
  ...(baseUrl?.startsWith("https:")
    ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
    : {}),
})

export function mountConsole(
  app: FastifyInstance,
  context: AppContext,
  webRoot: string,
  mapTiles: MapTiles | null,
): void {
  const built = join(webRoot, "staff", "console")
  const file = join(built, "index.html")
  if (!existsSync(file))
    throw new Error(`The console is not built: ${webRoot} lacks it. Run npm start, which builds it.`)
  const text = readFileSync(file, "utf8")
  const ownPage = withSetting(text, "entry", entryOf(context))
  const page = mapTiles ? withSetting(ownPage, "map-tiles", mapTiles) : ownPage

  const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
    // A file of an earlier build, which a page that is still open asks for.
    if (request.url.startsWith("/console/assets/")) throw new Refusal("route_not_found")
    return reply
      .headers(pageHeaders(context, contentPolicy(context, mapTiles)))
      .type("text/html; charset=utf-8")
      .send(page)
  }
  app.get("/console", showPage)
  app.get("/console/*", showPage)
  app.register(fastifyStatic, builtFiles(join(built, "assets"), "/console/assets/"))

  app.get("/", async ({ headers }, reply) => {
    // Programs get what every address without a route answers.
    if (!headers.accept?.includes("text/html")) throw new Refusal("route_not_found")
    return reply.redirect("/console", 303)
  })
}
