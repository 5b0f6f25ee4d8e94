/** Debian's CalDAV server on a loopback port of its own, with one user and an empty calendar. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "./free-port.ts"

export const username = "ana"
export const password = "correct horse"

export interface Radicale {
  /** The calendar's own address. */
  url: string
  /** The words that connect it. */
  connection: { kind: "caldav"; url: string; username: string; password: string }
  /** Puts an iCalendar text there, as somebody's calendar program would; answers the status. */
  put(name: string, lines: readonly string[], headers?: Record<string, string>): Promise<number>
  remove(name: string): Promise<number>
  /** All events that stand there: name, etag and text. */
  events(): Promise<{ name: string; etag: string; text: string }[]>
  /** Stops the server, as a power cut would. */
  cut(): Promise<void>
  /** Starts it again at the same address, with what it had. */
  restore(): Promise<void>
  stop(): Promise<void>
}

export async function startRadicale(): Promise<Radicale> {
  const program = process.env.RADICALE ?? "radicale"
  if (spawnSync(program, ["--version"]).status !== 0) {
    throw new Error(
      "The calendar tests need the CalDAV server Radicale. Run: sudo apt-get install -y radicale",
    )
  }
  const folder = mkdtempSync(join(tmpdir(), "radicale-"))
  const port = await freePort()
  const config = join(folder, "config")
  writeFileSync(join(folder, "users"), `${username}:${password}\n`)
  writeFileSync(config, configText(folder, port))
  const host = `http://127.0.0.1:${port}`
  const url = `${host}/${username}/work/`
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
  const ask = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, url), {
      method,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    })

  let server = await start(program, config, host)
  const made = await ask("MKCALENDAR", url)
  if (made.status !== 201) throw new Error(`Radicale made no calendar: ${made.status}`)

  return {
    url,
    connection: { kind: "caldav", url, username, password },
    async put(name, lines, headers = {}) {
      const body = `${lines.join("\r\n")}\r\n`
      return (await ask("PUT", name, body, { "content-type": "text/calendar", ...headers })).status
    },
    remove: async (name) => (await ask("DELETE", name)).status,
    async events() {
      const answer = await ask("PROPFIND", url, undefined, { depth: "1" })
      const names = [...(await answer.text()).matchAll(/<href>[^<]*\/([^/<]+\.ics)<\/href>/g)].map(
        ([, name]) => name!,
      )
      const found: { name: string; etag: string; text: string }[] = []
      for (const name of names.sort()) {
        const event = await ask("GET", name)
        found.push({ name, etag: event.headers.get("etag") ?? "", text: await event.text() })
      }
      return found
    },
    cut: () => end(server),
    async restore() {
      server = await start(program, config, host)
    },
    async stop() {
      await end(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const configText = (folder: string, port: number) => `[server]
hosts = 127.0.0.1:${port}
max_connections = 100
[auth]
type = htpasswd
htpasswd_filename = ${folder}/users
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${folder}/collections
[logging]
level = error
`

async function start(program: string, config: string, host: string): Promise<ChildProcess> {
  const server = spawn(program, ["--config", config], { stdio: ["ignore", "ignore", "inherit"] })
  const deadline = performance.now() + 20_000
  while (performance.now() < deadline && server.exitCode === null) {
    if (
      await fetch(host).then(
        () => true,
        () => false,
      )
    )
      return server
    await sleep(50)
  }
  throw new Error("Radicale did not start")
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, "exit")
  server.kill("SIGKILL")
  await exit
}
