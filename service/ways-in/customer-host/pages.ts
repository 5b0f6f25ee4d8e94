/**
 * The files of the customer host. Of the built pages: the renderer of their HTML, what each page loads, and the files
 * themselves. Beside them: companies' logos, and the script for other sites.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance } from "fastify"
import type { Locale } from "../../../domain/contracts/customer-pages.ts"
import type {
  AssetsOf,
  CreateRenderer,
  PageAssets,
  PageRenderer,
} from "../../../domain/contracts/page-renderer.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { findLogo } from "../../company/companies.sql.ts"
import { findPicture } from "../../company/pictures.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import { serveKept } from "../http/kept-files.ts"

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

type Manifest = Record<string, ManifestChunk>

/** Reads the build once. Throws with what to do when there is none. */
export async function loadPages(webRoot: string): Promise<PageRenderer> {
  const manifest = readManifest(webRoot)
  if (!manifest)
    throw new Error(`The pages are not built: ${webRoot} lacks them. Run npm start, which builds them.`)
  const textOf = (file: string) => readFileSync(join(webRoot, file), "utf8")
  const known = new Map<string, PageAssets>()
  const assetsOf: AssetsOf = (page, locale) => {
    const key = `${page} ${locale}`
    const assets = known.get(key) ?? pageAssets(manifest, `pages/customer/${page}/main.tsx`, locale, textOf)
    known.set(key, assets)
    return assets
  }
  const bundle: { createRenderer: CreateRenderer } = await import(
    pathToFileURL(join(webRoot, "server", "pages.js")).href
  )
  return bundle.createRenderer(assetsOf)
}

/** Serves the assets. Their names carry a hash of their content, so browsers may keep them for ever. */
export function serveAssets(app: FastifyInstance, webRoot: string): void {
  app.register(fastifyStatic, {
    root: join(webRoot, "assets"),
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    // The build has compressed them.
    preCompressed: true,
    // They are found beside the file that is asked for, and have no address of their own.
    allowedPath: (path) => !/\.(br|gz)$/.test(path),
    index: false,
  })
}

/** Pages that say on their first screen what others say later. */
const wholeAtOnce: ReadonlySet<string> = new Set(["pages/customer/waiting-link/main.tsx"])

/**
 * The files that a built page loads in one language.
 *
 * @param manifest Vite's manifest, parsed
 * @param entry the page's entry as the manifest names it, such as `pages/customer/booking-link/main.tsx`
 * @param textOf reads a built file by its name in the manifest
 * @throws when the build lacks the entry or the language
 */
export function pageAssets(
  manifest: Manifest,
  entry: string,
  locale: Locale,
  textOf: (file: string) => string,
): PageAssets {
  const page = chunk(manifest, entry)
  const folders = ["pages/shared", dirname(entry)]
  if (wholeAtOnce.has(entry)) folders.push("pages/shared/later")
  const words = folders.map((folder) => `${folder}/messages/${locale}.json`)
  const imported = [entry, ...words].flatMap((name) => [...importsOf(manifest, name), name])
  const chunks = [...new Set(imported)].filter((name) => name !== entry).map((name) => chunk(manifest, name))
  const styles = [page, ...chunks].flatMap((each) => each.css ?? [])
  return {
    script: `/${page.file}`,
    styles: [...new Set(styles)].map(textOf).join("\n"),
    preload: chunks.map((each) => `/${each.file}`),
    framed: textOf(chunk(manifest, "pages/shared/framed.ts").file),
  }
}

/**
 * Reads the manifests of all pages as one: a file that two pages share has the same name in both. Null without a build.
 */
function readManifest(webRoot: string): Manifest | null {
  const folder = join(webRoot, ".vite")
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : []
  if (files.length === 0) return null
  const manifests = files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Manifest)
  return Object.assign({}, ...manifests)
}

function importsOf(manifest: Manifest, name: string): string[] {
  const direct = chunk(manifest, name).imports ?? []
  return direct.flatMap((each) => [each, ...importsOf(manifest, each)])
}

function chunk(manifest: Manifest, name: string): ManifestChunk {
  const found = manifest[name]
  if (!found) throw new Error(`The build has no ${name}: run the build of the pages.`)
  return found
}

/** Serves logos and pictures from this host, so that no customer's browser asks a third party. */
export function mountImages(app: FastifyInstance, context: AppContext): void {
  const finders = { logo: findLogo, picture: findPicture }
  for (const [kind, find] of Object.entries(finders)) {
    app.get<{ Params: { hash: string } }>(`/assets/${kind}/:hash`, async (request, reply) => {
      const image = await find(context.db, request.params.hash)
      if (!image) throw new Refusal("route_not_found")
      return reply
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("content-security-policy", "default-src 'none'; sandbox")
        .type(image.contentType)
        .send(image.bytes)
    })
  }
}

/** The address of the script never changes, so browsers keep it only briefly. */
const keptSeconds = 600
const placeholder = "{book_url}"

/** `/embed.js`: the script that other sites load to show our pages in theirs. Throws when the script is not built. */
export function mountEmbedScript(app: FastifyInstance, webRoot: string, bookUrl: string): void {
  const built = readFileSync(join(webRoot, "embed.js"), "utf8")
  if (!built.includes(placeholder)) throw new Error(`${webRoot}/embed.js lacks ${placeholder}`)
  // Sites may bundle or copy the script, so it cannot learn its host from its own address.
  const script = built.replaceAll(placeholder, bookUrl)
  app.register(async (scope) => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply
        .removeHeader("x-robots-tag")
        // Module scripts need CORS; sites with cross-origin isolation need the resource policy.
        .header("access-control-allow-origin", "*")
        .header("cross-origin-resource-policy", "cross-origin")
    })
    const file = { contentType: "text/javascript; charset=utf-8", content: script }
    serveKept(scope, "/embed.js", () => file, `public, max-age=${keptSeconds}`)
  })
}
