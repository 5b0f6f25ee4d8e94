/** A line to a server of this machine as long as one across the continent: TCP, delayed both ways. */

import type { AddressInfo } from "node:net"
import { connect, createServer, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

export interface DelayedLine {
  origin: string
  /** Sets the end of the line; nothing is answered before. */
  leadTo(port: number): void
  close(): Promise<void>
}

/** Each piece of data takes half the round trip; a new connection costs one whole round trip before its first. */
export async function openDelayedLine(roundTripMs: number): Promise<DelayedLine> {
  let farPort = 0
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(farPort, "127.0.0.1")
    const greeted = sleep(roundTripMs)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.setNoDelay()
      from.on("data", async (data) => {
        await greeted
        await sleep(roundTripMs / 2)
        to.write(data)
      })
      from.on("error", () => to.destroy())
      from.on("close", () => {
        open.delete(from)
        setTimeout(() => to.end(), roundTripMs * 2)
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (port) => {
      farPort = port
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
