/**
 * A worker that does nothing but tell changes that nobody took back, to be killed at any moment: `telling-worker.ts
 * <database url> <start of its clock>`. Prints a line when it runs.
 */

import { untoldChanges } from "../../service/booking/tell-changes.worker.ts"
import { createContext } from "../../service/host/compose.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { startLoop } from "../../service/platform/queue/loop.ts"
import { testKeys } from "../support/service.ts"
import { silentLog } from "./delivery-site.ts"

const [url = "", start = ""] = process.argv.slice(2)
const db = openDatabase({ connection: { connectionString: url }, poolSize: 4 })
const begun = performance.now()
const clock = { now: () => Date.parse(start) + Math.floor(performance.now() - begun) }
const context = createContext({
  db,
  clock,
  log: silentLog,
  bookUrl: null,
  encryptionKeys: testKeys.encryption,
  linkKeys: testKeys.link,
})
startLoop(context, untoldChanges(context, { pollMs: 20 }))
process.stdout.write("ready\n")
