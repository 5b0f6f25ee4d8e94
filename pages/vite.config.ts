import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { defineConfig, type Plugin, type UserConfig } from "vite"
import { formInputs } from "../bin/form-inputs.js"
import { messageFiles } from "../bin/messages/vite.js"

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Drops Vite's preloader: the page's start script already fetches everything at once. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load()" : undefined,
}

/**
 * Each page is a build of its own: few visitors open both, and one file is smaller than shared parts. For the same reason all
 * that a page's script imports at once is one file, also what its later scripts use too.
 */
const page = (name: string) => ({
  consumer: "client" as const,
  build: {
    outDir: here("dist"),
    emptyOutDir: false,
    manifest: `.vite/${name}.json`,
    modulePreload: false,
    rolldownOptions: {
      input: { [name]: here(`pages/customer/${name}/main.tsx`) },
      output: { codeSplitting: { groups: [{ name, tags: ["$initial" as const] }] } },
    },
  },
})

/** One script at a constant address, because other sites write that address into their pages. */
const embed = {
  consumer: "client" as const,
  build: {
    outDir: here("dist"),
    emptyOutDir: false,
    modulePreload: false as const,
    target: "es2020",
    rolldownOptions: {
      input: { embed: here("pages/embed/embed.ts") },
      output: { format: "iife" as const, entryFileNames: "[name].js" },
    },
  },
}

/**
 * The staff console, in a folder of its own, so that the customer host, which serves `dist/assets`, has nothing of it. The
 * folders inside are the addresses on the API host.
 */
const staff = {
  consumer: "client" as const,
  build: {
    outDir: here("dist/staff"),
    emptyOutDir: false,
    assetsDir: "console/assets",
    modulePreload: false as const,
    // One file of styles: a screen that is loaded later finds its own already there.
    cssCodeSplit: false,
    rolldownOptions: { input: { console: here("console/index.html") } },
  },
}

/** The provider's own day, a small program beside the console, and the worker that keeps it for when there is no line. */
const seat = {
  consumer: "client" as const,
  build: {
    outDir: here("dist/staff"),
    emptyOutDir: false,
    assetsDir: "my-day/assets",
    modulePreload: false as const,
    rolldownOptions: { input: { seat: here("console/seat/index.html") } },
  },
}

/** At a constant address, since its address is what the browser knows it by. */
const seatWorker = {
  consumer: "client" as const,
  build: {
    outDir: here("dist/staff"),
    emptyOutDir: false,
    modulePreload: false as const,
    rolldownOptions: {
      input: { offline: here("console/seat/offline.ts") },
      output: { format: "iife" as const, entryFileNames: "my-day/[name].js" },
    },
  },
}

/** Puts a brotli and a gzip file beside each script and style, so that none is compressed while it is asked for. */
const compressedFiles: Plugin = {
  name: "compressed-files",
  apply: "build",
  // The script for other sites gets its host's address first.
  applyToEnvironment: ({ name }) => name !== "embed" && name !== "server",
  // Other plugins still change the files before they are written.
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))) {
      const file = join(dir!, name)
      const bytes = readFileSync(file)
      writeFileSync(`${file}.br`, brotliCompressSync(bytes))
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    }
  },
}

/** The components of both pages for Node, with which the customer host renders the first screens. */
const server = {
  consumer: "server" as const,
  build: {
    outDir: here("dist/server"),
    emptyOutDir: false,
    target: "esnext",
    rolldownOptions: { input: { pages: here("pages/server/pages.tsx") } },
  },
}

/** Components of a page that is open are changed in place, and keep their state. Production installs lack the package. */
const hotComponents = async () => (await import("@prefresh/vite")).default()

/** `npm run dev` serves the sources and builds nothing; every other use builds. */
export default defineConfig(
  async ({ command }): Promise<UserConfig> => ({
    root: here("."),
    publicDir: false,
    plugins: [
      plainImports,
      messageFiles,
      formInputs,
      compressedFiles,
      ...(command === "serve" ? [await hotComponents()] : []),
    ],
    oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
    // The pages' Content-Security-Policy refuses the data: address that an inlined asset would have.
    build: { target: "es2022", assetsInlineLimit: 0 },
    ...(command === "serve"
      ? {}
      : {
          builder: {},
          environments: {
            client: page("booking-link"),
            embed,
            publicPage: page("public-page"),
            waitingLink: page("waiting-link"),
            staff,
            seat,
            seatWorker,
            server,
          },
        }),
  }),
)
