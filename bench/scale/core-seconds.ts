/** How much time of the machine's cores was used. */
import { readFileSync } from "node:fs"
import type { Database } from "../../src/store/pg/database.ts"

const ticksPerSecond = 100

/** Seconds that this process and PostgreSQL's processes have used so far, those that have ended included. Linux counts the latter. */
export async function coreSeconds(db: Database): Promise<number> {
  const { user, system } = process.cpuUsage()
  const rows = await db.query<{ pid: number }>("SELECT pid FROM pg_stat_activity")
  const processes = rows.map(({ pid }) => ticksOf(pid)).filter((ticks) => ticks !== null)
  const server = ticksOf(processes[0]!.parent)!
  const ticks = processes.reduce((sum, { own }) => sum + own, server.own + server.ofEnded)
  return (user + system) / 1e6 + ticks / ticksPerSecond
}

/** Of a process and its children that have ended; null when it has itself ended meanwhile. */
function ticksOf(pid: number): { parent: number; own: number; ofEnded: number } | null {
  try {
    const [, fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
    const numbers = fields!.split(" ").map(Number)
    const [user, system, endedUser, endedSystem] = numbers.slice(11, 15) as [number, number, number, number]
    return { parent: numbers[1]!, own: user + system, ofEnded: endedUser + endedSystem }
  } catch {
    return null
  }
}
