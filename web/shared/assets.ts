import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Locale } from "./contract.ts"
import type { PageAssets } from "./page-document.ts"

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

type Manifest = Record<string, ManifestChunk>

/**
 * What a built page loads in one language.
 *
 * @param manifest Vite's manifest, parsed
 * @param entry the page's entry as the manifest names it, such as `booking-link/main.tsx`
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
  const ownWords = `${entry.split("/")[0]}/messages/${locale}.ts`
  const words = [`shared/messages/${locale}.ts`, ...(manifest[ownWords] ? [ownWords] : [])]
  const imported = [entry, ...words].flatMap((name) => [...importsOf(manifest, name), name])
  const chunks = [...new Set(imported)].filter((name) => name !== entry).map((name) => chunk(manifest, name))
  const styles = [page, ...chunks].flatMap((each) => each.css ?? [])
  return {
    script: `/${page.file}`,
    styles: [...new Set(styles)].map(textOf).join("\n"),
    preload: chunks.map((each) => `/${each.file}`),
    framed: `/${chunk(manifest, "shared/framed.ts").file}`,
  }
}

/**
 * Reads the manifests that the builds of the pages leave in `.vite` of their output folder, as one: what two pages
 * share has the same name in both. Null when nothing was built.
 */
export function readManifest(webRoot: string): Manifest | null {
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
