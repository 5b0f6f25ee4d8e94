import { fileURLToPath } from "node:url"
import { defineConfig, type Plugin } from "vite"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The page itself fetches all it needs at once, so a language is imported without Vite's preloader. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load()" : undefined,
}

/** Each page is a build of its own: hardly anybody opens two of them, and one file weighs less than parts to share. */
const page = (name: string) => ({
  consumer: "client" as const,
  build: {
    outDir: here("dist"),
    emptyOutDir: false,
    manifest: `.vite/${name}.json`,
    modulePreload: false,
    rolldownOptions: { input: { [name]: here(`${name}/main.tsx`) } },
  },
})

/** One script at an address that never changes, for sites that name it in their pages. */
const embed = {
  consumer: "client" as const,
  build: {
    outDir: here("dist"),
    emptyOutDir: false,
    modulePreload: false as const,
    target: "es2020",
    rolldownOptions: {
      input: { embed: here("embed/embed.ts") },
      output: { format: "iife" as const, entryFileNames: "[name].js" },
    },
  },
}

export default defineConfig({
  root: here("."),
  publicDir: false,
  plugins: [plainImports],
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  // An inlined asset would be a data: address, which the pages' Content-Security-Policy refuses.
  build: { target: "es2022", assetsInlineLimit: 0 },
  builder: {},
  environments: { client: page("booking-link"), embed, publicPage: page("public-page") },
})
