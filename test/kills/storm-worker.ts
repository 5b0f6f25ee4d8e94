/**
 * Applies one disruption, to be killed at any moment: `storm-worker.ts <database url> <now> <company> <disruption>`. Prints a
 * line when it begins, and ends when it has answered.
 */

import { applyDisruption } from "../../service/disruptions/apply-disruption.ts"
import { createContext } from "../../service/host/compose.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { testKeys } from "../support/service.ts"
import { playCarrier } from "../support/texts.ts"
import { silentLog } from "./delivery-site.ts"

const [url = "", now = "", companyId = "", id = ""] = process.argv.slice(2)
const db = openDatabase({ connection: { connectionString: url }, poolSize: 4 })
const context = createContext({
  db,
  clock: { now: () => Date.parse(now) },
  log: silentLog,
  bookUrl: null,
  texts: playCarrier(),
  encryptionKeys: testKeys.encryption,
  linkKeys: testKeys.link,
})
const call = {
  companyId: Number(companyId),
  actor: { kind: "system" as const },
  requestId: "storm",
  now: Date.parse(now),
}
process.stdout.write("ready\n")
await applyDisruption.run(context, call, { id: Number(id), close: true })
await db.close()
