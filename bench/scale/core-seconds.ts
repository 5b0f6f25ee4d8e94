/** How much time of the machine's cores was used. */
import { readFileSync } from "node:fs"
import type { Database } from "../../src/store/pg/database.ts"

const ticksPerSecond = 100

/** Seconds that this process and PostgreSQL's processes have used so far. Linux counts the latter. */
export async function coreSeconds(db: Database): Promise<number> {
  const { user, system } = process.cpuUsage()
  const rows = await db.query<{ pid: number }>("SELECT pid FROM pg_stat_activity")
  const ofServer = rows.reduce((sum, { pid }) => sum + ticksOf(pid), 0)
  return (user + system) / 1e6 + ofServer / ticksPerSecond
}

/** Of a process that has ended meanwhile: none. */
function ticksOf(pid: number): number {
  try {
    const [, ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
    const [user, system] = fields.join(") ").split(" ").slice(11, 13)
    return Number(user) + Number(system)
  } catch {
    return 0
  }
}
