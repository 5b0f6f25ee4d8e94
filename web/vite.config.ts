import { fileURLToPath } from "node:url"
import { defineConfig, type Plugin } from "vite"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The shell already preloads what a page needs, so a language is imported without Vite's preloader. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load()" : undefined,
}

export default defineConfig({
  root: here("."),
  publicDir: false,
  plugins: [plainImports],
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  build: {
    outDir: here("dist"),
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    modulePreload: false,
    // An inlined asset would be a data: address, which the pages' Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { link: here("link/main.tsx") } },
  },
})
