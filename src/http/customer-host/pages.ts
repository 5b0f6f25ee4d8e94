/** The built pages: which files each loads, and the files themselves. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance } from "fastify"
import { pageAssets, readManifest } from "../../../web/shared/assets.ts"
import type { Locale } from "../../../web/shared/contract.ts"
import type { PageAssets } from "../../../web/shared/page-document.ts"

export type PageAssetsOf = (entry: string, locale: Locale) => PageAssets

/** Reads the build once. Throws with what to do when there is none. */
export function builtPages(webRoot: string): PageAssetsOf {
  const manifest = readManifest(webRoot)
  if (!manifest)
    throw new Error(`The pages are not built: ${webRoot} lacks them. Run npm start, which builds them.`)
  const textOf = (file: string) => readFileSync(join(webRoot, file), "utf8")
  const known = new Map<string, PageAssets>()
  return (entry, locale) => {
    const key = `${entry} ${locale}`
    const assets = known.get(key) ?? pageAssets(manifest, entry, locale, textOf)
    known.set(key, assets)
    return assets
  }
}

/** Their names carry a hash of what is in them, so they may be kept for ever. */
export function serveAssets(app: FastifyInstance, webRoot: string): void {
  app.register(fastifyStatic, {
    root: join(webRoot, "assets"),
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    index: false,
    wildcard: false,
  })
}
