/**
 * A worker that does nothing but offer freed time and end holds, to be killed at any moment: `waiting-worker.ts
 * <database url> <start of its clock>`. Prints a line when it runs.
 */

import { overdueHolds } from "../../service/holds/end-holds.worker.ts"
import { createContext } from "../../service/host/compose.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { startLoop } from "../../service/platform/queue/loop.ts"
import { freedTimes } from "../../service/waiting/offer-freed-time.worker.ts"
import { testKeys } from "../support/service.ts"
import { playCarrier } from "../support/texts.ts"
import { silentLog } from "./delivery-site.ts"

const [url = "", start = ""] = process.argv.slice(2)
const db = openDatabase({ connection: { connectionString: url }, poolSize: 4 })
const begun = performance.now()
const clock = { now: () => Date.parse(start) + Math.floor(performance.now() - begun) }
const context = createContext({
  db,
  clock,
  log: silentLog,
  bookUrl: "http://book.example",
  texts: playCarrier(),
  encryptionKeys: testKeys.encryption,
  linkKeys: testKeys.link,
})
startLoop(context, freedTimes(context, { pollMs: 20 }))
startLoop(context, overdueHolds(context, { pollMs: 20 }))
process.stdout.write("ready\n")
