import { createServer } from "node:net"

/** Below the ports that systems pick by themselves, and above those that browsers refuse. */
const firstPort = 12_000
const portsEach = 100
const processes = 200
let tried = 0

/**
 * A free port of this machine, for a program that needs its own before it listens. Each process looks in a range of its own,
 * so that no other takes it meanwhile.
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
