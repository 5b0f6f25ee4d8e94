/**
 * A worker that does nothing but end unanswered appointments, to be killed at any moment: `answer-worker.ts
 * <database url> <start of its clock>`. Prints a line when it runs.
 */

import { unansweredOnes } from "../../service/booking/answer-unanswered.worker.ts"
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
startLoop(context, unansweredOnes(context, { pollMs: 20 }))
process.stdout.write("ready\n")
