/**
 * A worker that does nothing but send texts, to be killed at any moment: `text-worker.ts <database url> <carrier url>
 * <clock offset in ms>`. Prints a line when it runs.
 */

import { systemClock } from "../../service/host/adapters/system.ts"
import { createTwilioTexts } from "../../service/host/adapters/texts/twilio.ts"
import { createContext } from "../../service/host/compose.ts"
import { startTexts } from "../../service/messages/messages.worker.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { killKeys, silentLog } from "./delivery-site.ts"

const [url = "", carrierUrl = "", offset = "0"] = process.argv.slice(2)
const db = openDatabase({ connection: { connectionString: url }, poolSize: 4 })
const texts = createTwilioTexts({
  accountSid: `AC${"0".repeat(32)}`,
  authToken: "token",
  baseUrl: carrierUrl,
})
const context = createContext({
  db,
  clock: systemClock(Number(offset)),
  log: silentLog,
  bookUrl: null,
  texts,
  ...killKeys,
})
const loop = startTexts(context, { pollMs: 50 })
process.stdout.write("ready\n")
process.once("SIGTERM", async () => {
  await loop.stop()
  await db.close()
})
