import { readFileSync } from "node:fs"
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
 * @param entry the page's entry as the manifest names it, such as `link/main.tsx`
 * @throws when the build lacks the entry or the language
 */
export function pageAssets(manifest: Manifest, entry: string, locale: Locale): PageAssets {
  const page = chunk(manifest, entry)
  const words = `shared/messages/${locale}.ts`
  const imported = [...importsOf(manifest, entry), ...importsOf(manifest, words), words]
  const chunks = [...new Set(imported)].filter((name) => name !== entry).map((name) => chunk(manifest, name))
  const styles = [page, ...chunks].flatMap((each) => each.css ?? [])
  return {
    script: `/${page.file}`,
    styles: [...new Set(styles)].map((file) => `/${file}`),
    preload: chunks.map((each) => `/${each.file}`),
  }
}

/** Reads the manifest that the build leaves at `.vite/manifest.json` of its output folder. */
export function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, "utf8")) as Manifest
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
