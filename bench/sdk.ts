/**
 * sdk.kb: kilobytes (1024 bytes) of everything that `import * from "@appointed/sdk"` brings along, as one minified module by
 * gzip -9.
 */
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build, type Rolldown } from "vite"
import { atMost, type Figure } from "./figure.ts"

export const figures = ["sdk.kb"]

const entry = join(import.meta.dirname, "..", "sdk", "src", "index.ts")

export async function run(): Promise<Figure[]> {
  const built = (await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: true, target: "es2022", lib: { entry, formats: ["es"], fileName: "sdk" } },
  })) as Rolldown.RolldownOutput[]
  const code = built[0]!.output.map((part) => (part.type === "chunk" ? part.code : "")).join("")
  return [atMost("sdk.kb", gzipSync(code, { level: 9 }).length / 1024, "KB", 10, "gzip -9 of one module")]
}

if (import.meta.main) console.table(await run())
