/**
 * A worker that does nothing but deliver, to be killed at any moment: `delivery-worker.ts <database url> <ca file>
 * <lease in ms>`. Prints a line when it runs, and stops in good order at SIGTERM.
 */
import { readFileSync } from "node:fs"
import { systemClock } from "../../service/host/adapters/system.ts"
import { createContext } from "../../service/host/compose.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { startDeliveries } from "../../service/webhooks/deliver-webhooks.worker.ts"
import { defaultLimits } from "../../service/webhooks/delivery-limits.ts"
import { postToLoopback } from "../support/loopback-post.ts"
import { killKeys, silentLog } from "./delivery-site.ts"

const [url = "", caFile = "", lease = ""] = process.argv.slice(2)
const leaseMs = Number(lease)
/** The same parts of the lease as the real ones. */
const scale = leaseMs / defaultLimits.leaseMs

const db = openDatabase({ connection: { connectionString: url }, poolSize: 4 })
const context = createContext({ db, clock: systemClock(), log: silentLog, bookUrl: null, ...killKeys })
const post = postToLoopback(readFileSync(caFile, "utf8"), 10_000 * scale)
const worker = startDeliveries(context, post, {
  leaseMs,
  leaseReserveMs: defaultLimits.leaseReserveMs * scale,
})
process.stdout.write("ready\n")
process.once("SIGTERM", async () => {
  await worker.stop()
  await db.close()
})
