/** How much time of the machine's cores was used. */
import { readFileSync } from "node:fs"
import type { Database } from "../../service/platform/pg/database.ts"

const ticksPerSecond = 100

/** Seconds that this process and PostgreSQL's processes have used so far, those that have ended included. Linux counts the latter. */
export async function coreSeconds(db: Database): Promise<number> {
  const { user, system } = process.cpuUsage()
  const rows = await db.query<{ pid: number }>("SELECT pid FROM pg_stat_activity")
  const processes = rows.map(({ pid }) => pid)
  const server = parentOf(processes)
  const own = [server, ...processes].reduce((sum, pid) => sum + nanoseconds(pid), 0)
  return (user + system) / 1e6 + own / 1e9 + ticksOfEnded(server) / ticksPerSecond
}

/** On a core, to the nanosecond: a process of PostgreSQL has one thread. 0 when it has ended meanwhile: then its parent counts it. */
function nanoseconds(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0])
  } catch {
    return 0
  }
}

const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ").map(Number)

function parentOf(pids: readonly number[]): number {
  for (const pid of pids) {
    try {
      return statOf(pid)[1]!
    } catch {
      // It has ended meanwhile.
    }
  }
  throw new Error("PostgreSQL has no process")
}

/** The ticks of the process's children that have ended. */
function ticksOfEnded(pid: number): number {
  const [user, system] = statOf(pid).slice(13, 15) as [number, number]
  return user + system
}
