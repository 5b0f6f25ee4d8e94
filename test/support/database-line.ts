/**
 * A line to a test's database that can be cut, as when its server is down: refused at once, and nothing else. Or it is held, as
 * when its server hangs: connections are taken, and nothing is ever answered.
 */

import type { AddressInfo } from "node:net"
import { connect, createServer, type Socket } from "node:net"
import { join } from "node:path"
import type { TestDatabase } from "./postgres.ts"

export interface DatabaseLine {
  /** The same database, reached over the line. */
  database: TestDatabase
  cut(): Promise<void>
  hold(): void
  release(): void
}

export async function openLine(database: TestDatabase): Promise<DatabaseLine> {
  const url = new URL(database.url.replace("@/", "@localhost/"))
  const directory = url.searchParams.get("host")
  const socket = directory && join(directory, `.s.PGSQL.${url.searchParams.get("port") ?? 5432}`)
  const open = new Set<Socket>()
  let isHeld = false
  const server = createServer((near) => {
    const far = socket === null ? connect(Number(url.port || 5432), url.hostname) : connect(socket)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.pipe(to)
      if (isHeld) from.pause()
      from.on("error", () => to.destroy())
      from.on("close", () => open.delete(from))
    }
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  const cut = async () => {
    for (const socket of open) socket.destroy()
    if (server.listening) await new Promise((done) => server.close(done))
  }
  return {
    database: {
      ...database,
      url: `postgresql://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`,
      async drop() {
        await cut()
        await database.drop()
      },
    },
    cut,
    hold() {
      isHeld = true
      for (const socket of open) socket.pause()
    },
    release() {
      isHeld = false
      for (const socket of open) socket.resume()
    },
  }
}
