/** `npm run dev` on a copy of the project, whose files may be changed. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { root } from "./source-files.ts"

export interface DevLoop {
  /** The address of the console and the API. */
  url: string
  /** The same port by the name under which customers' pages are. */
  customersUrl: string
  /** The address to which a debugger attaches. */
  debuggerUrl: string
  /** Saves the file with the one text in place of the other. Throws when the file lacks it. */
  change(path: string, from: string, to: string): void
  /** Ends it by an interrupt, as Ctrl+C does. Returns its exit code. */
  stop(): Promise<number | null>
}

/** The folders that the loop runs; `dist` spares it a build. */
const copied = ["api", "bin", "console", "dist", "domain", "pages", "sdk", "service", "ui"]
const files = ["package.json", "package-lock.json", "tsconfig.json"]

/** Starts it on a free port, without a demo. With null it starts a PostgreSQL of its own. */
export async function startDevLoop(databaseUrl: string | null): Promise<DevLoop> {
  const folder = mkdtempSync(join(tmpdir(), "dev-loop-"))
  // PostgreSQL's unprivileged user passes through.
  chmodSync(folder, 0o711)
  for (const name of [...copied, ...files]) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  const { PATH = "", HOME = "" } = process.env
  const child = spawn(process.execPath, ["bin/dev.js", "--no-demo", "--inspect-port", "0"], {
    cwd: folder,
    env: {
      ...{ PATH, HOME, PORT: "0", POOL_SIZE: "4", DATA_DIR: join(folder, "data") },
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const ended = once(child, "close")
  let said = ""
  const told = new Promise<RegExpExecArray>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        said += String(chunk)
        const line = /all is at (http:\S+)\/console; a debugger attaches to (ws:\S+)\n/.exec(said)
        if (line) resolve(line)
      })
  })
  const line = await Promise.race([told, ended.then(() => null)])
  if (!line) throw new Error(`npm run dev ended: ${said}`)
  const [, url = "", debuggerUrl = ""] = line
  return {
    url,
    customersUrl: url.replace("127.0.0.1", "localhost"),
    debuggerUrl,
    change(path, from, to) {
      const text = readFileSync(join(folder, path), "utf8")
      if (!text.includes(from)) throw new Error(`${path} lacks ${from}`)
      writeFileSync(
        join(folder, path),
        text.replace(from, () => to),
      )
    },
    async stop() {
      child.kill("SIGINT")
      const [code] = await ended
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

/**
 * Watches a page before it is opened. The returned function waits until the page hears of changes: one that is saved while it
 * still connects would pass it by.
 */
export function watchConnection(page: Page): () => Promise<void> {
  let loads = 0
  let connections = 0
  let wake = () => {}
  page.on("framenavigated", () => {
    loads += 1
  })
  page.on("console", (message) => {
    if (message.text() !== "[vite] connected.") return
    connections += 1
    wake()
  })
  return async () => {
    while (connections < loads) await new Promise<void>((resolve) => (wake = resolve))
  }
}
