/**
 * `npm run dev`: PostgreSQL and Vite, started once, and the service, started anew when its code changes, behind one
 * address. The rest of the project knows nothing of it.
 */
import { realpathSync } from "node:fs"
import { join, sep } from "node:path"
import { parseArgs } from "node:util"
import { createServer as createVite } from "vite"
import { loadConfig } from "../../service/host/config/config.ts"
import { reachServer } from "../../service/host/database/storage.ts"
import { freePort } from "../../service/ways-in/http/listen.ts"
import { root } from "../setup.js"
import { openFront } from "./front.js"
import { keepService, tell } from "./service.js"
import { SOURCES } from "./sources.js"

const { values } = parseArgs({
  options: { "inspect-port": { type: "string", default: "9229" }, "no-demo": { type: "boolean" } },
})

/** The rooms of the service; browsers run some of them too. */
const SERVICE_ROOMS = ["service", "domain"]
const BROWSER_ROOMS = ["console", "pages", "ui", "domain", "sdk"]
/** Editors and branches write several files at once. */
const SETTLE_MS = 40

run().catch((error) => {
  process.stderr.write(`${error.name === "Error" ? error.stack : error.message}\n`)
  process.exit(1)
})

async function run() {
  const config = loadConfig()
  const front = await openFront(config.api)
  const addresses = {
    base: config.api.baseUrl ?? `http://127.0.0.1:${front.port}`,
    // This machine's other name: for browsers another origin than the console's, as in production.
    book: config.book.baseUrl ?? `http://localhost:${front.port}`,
  }
  const quiet = { info() {}, warn() {}, error() {} }
  const { url, cluster } = await reachServer(config, quiet)
  const ports = { api: await freePort("127.0.0.1"), book: await freePort("127.0.0.1") }
  const service = keepService({
    makesDemo: !values["no-demo"],
    inspectPort: values["inspect-port"],
    settings: {
      DATABASE_URL: url,
      HOST: "127.0.0.1",
      PORT: String(ports.api),
      BOOK_PORT: String(ports.book),
      BASE_URL: addresses.base,
      BOOK_URL: addresses.book,
      // Requests in hand when the code changes are cut off.
      SHUTDOWN_DRAIN_MS: "0",
      SHUTDOWN_GRACE_MS: "0",
    },
  })
  const vite = await createVite(viteOptions(front.server, addresses))
  endOnSignal(async () => {
    await service.stop()
    front.close()
    await vite.close()
    await cluster?.stop()
  })
  restartOnChange(vite.watcher, service)
  front.open({ vite, service, ports, addresses })
  if (await service.isUp())
    tell(`all is at ${addresses.base}/console; a debugger attaches to ${await service.debuggerUrl()}`)
}

const viteOptions = (server, { base, book }) => ({
  configFile: join(root, "pages", "vite.config.ts"),
  base: SOURCES,
  appType: "custom",
  clearScreen: false,
  cacheDir: join(root, ".cache", "vite"),
  optimizeDeps: {
    entries: [
      "console/main.tsx",
      "pages/customer/public-page/main.tsx",
      "pages/customer/booking-link/main.tsx",
      "pages/customer/waiting-link/main.tsx",
    ],
  },
  server: {
    middlewareMode: true,
    hmr: { server },
    allowedHosts: [base, book].map((address) => new URL(address).hostname),
    // The packages may be linked to from elsewhere.
    fs: { allow: [root, realpathSync(join(root, "node_modules"))] },
    watch: { ignored: (path) => !isWatched(path) },
  },
})

const roomOf = (path) => path.slice(root.length + 1).split(sep)[0]

const isWatched = (path) => path === root || [...SERVICE_ROOMS, ...BROWSER_ROOMS].includes(roomOf(path))

function restartOnChange(watcher, service) {
  let settling
  watcher.on("all", (event, path) => {
    if (event.endsWith("Dir") || !SERVICE_ROOMS.includes(roomOf(path))) return
    clearTimeout(settling)
    settling = setTimeout(service.restart, SETTLE_MS)
  })
}

/** The first signal ends everything in order, the second at once. */
function endOnSignal(end) {
  let isEnding = false
  const signalled = () => {
    if (isEnding) process.exit(1)
    isEnding = true
    end().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${error.stack}\n`)
        process.exit(1)
      },
    )
  }
  process.on("SIGINT", signalled)
  process.on("SIGTERM", signalled)
  process.on("disconnect", signalled)
}
