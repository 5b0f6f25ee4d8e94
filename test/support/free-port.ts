import { createServer } from "node:net"

/** Below what systems give to whoever asks for any port, and above those that browsers refuse. */
const firstPort = 12_000
const portsEach = 100
const processes = 200
let tried = 0

/**
 * A port of this machine that is free, for what has to be told its own before it listens. Each process looks in a place
 * of its own, so that nobody takes it meanwhile.
 */
export async function freePort(): Promise<number> {
  const first = firstPort + (process.pid % processes) * portsEach
  for (;;) {
    const port = first + (tried++ % portsEach)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once("error", () => resolve(false))
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)))
  })
}
