/**
 * A worker that does nothing but sum up reports, to be killed at any moment: `report-worker.ts <database url> <clock offset in
 * ms>`. Prints a line when it runs.
 */
import { systemClock } from "../../service/host/adapters/system.ts"
import { createContext } from "../../service/host/compose.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { startLoop } from "../../service/platform/queue/loop.ts"
import { reportSums } from "../../service/reports/sum-up-reports.worker.ts"
import { killKeys, silentLog } from "./delivery-site.ts"

const [url = "", offset = "0"] = process.argv.slice(2)
const db = openDatabase({ connection: { connectionString: url }, poolSize: 4 })
const context = createContext({
  db,
  clock: systemClock(Number(offset)),
  log: silentLog,
  bookUrl: null,
  ...killKeys,
})
// As often as it can, so that a kill meets it at work.
startLoop(context, { ...reportSums(context), pollMs: 5, restMs: 0 })
process.stdout.write("ready\n")
