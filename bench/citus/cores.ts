/** How much of the cores a service and all PostgreSQL servers behind it have used. Linux counts it. */
import { readdirSync, readFileSync } from "node:fs"
import { connectTo } from "../../service/platform/pg/servers.ts"

export interface Cores {
  /** Seconds so far. */
  used(): Promise<number>
  close(): Promise<void>
}

const ticksPerSecond = 100

/** `url` names one server; the machines that Citus knows there are asked by the same role and password. */
export async function openCores(url: string, servicePid: number): Promise<Cores> {
  const clients = [await connectTo(url)]
  const { rows: citus } = await clients[0]!.query("SELECT FROM pg_extension WHERE extname = 'citus'")
  if (citus.length > 0) {
    const { rows } = await clients[0]!.query<{ name: string; port: number }>(
      "SELECT nodename AS name, nodeport AS port FROM pg_dist_node WHERE groupid <> 0",
    )
    for (const { name, port } of rows) {
      const other = new URL(url)
      Object.assign(other, { hostname: name, port: String(port) })
      clients.push(await connectTo(other.href))
    }
  }
  const servers: number[] = []
  for (const client of clients) {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")
    servers.push(statOf(rows[0]!.pid).parent)
  }
  return {
    async used() {
      const ticks = readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .reduce((sum, pid) => sum + ticksOf(pid, servers, servicePid), 0)
      return ticks / ticksPerSecond
    },
    async close() {
      for (const client of clients) await client.end()
    },
  }
}

/** 0 for a process of neither. What has ended is counted by its server. */
function ticksOf(pid: number, servers: readonly number[], servicePid: number): number {
  try {
    const { parent, own, ofEnded } = statOf(pid)
    if (servers.includes(pid)) return own + ofEnded
    return servers.includes(parent) || pid === servicePid ? own : 0
  } catch {
    return 0
  }
}

function statOf(pid: number): { parent: number; own: number; ofEnded: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ").map(Number)
  const [user, system, userOfEnded, systemOfEnded] = fields.slice(11, 15) as [number, number, number, number]
  return { parent: fields[1]!, own: user + system, ofEnded: userOfEnded + systemOfEnded }
}
