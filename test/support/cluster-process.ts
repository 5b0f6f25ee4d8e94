/**
 * A process of its own that uses an embedded cluster: `cluster-process.ts <data directory> [uid]`. It prints one
 * line of JSON when PostgreSQL is ready, and stops its part at SIGTERM.
 */
import { openCluster } from "../../service/host/database/cluster.ts"

const [dataDir = "", uid] = process.argv.slice(2)
if (uid) {
  process.setgroups?.([])
  process.setgid?.(Number(uid))
  process.setuid?.(Number(uid))
}
const events: string[] = []
const cluster = await openCluster({ dataDir, durability: "none", report: (event) => events.push(event) })
process.stdout.write(`${JSON.stringify({ url: cluster.url, startedHere: cluster.startedHere(), events })}\n`)

const keepAlive = setInterval(() => {}, 60_000)
process.once("SIGTERM", async () => {
  clearInterval(keepAlive)
  await cluster.stop()
})
