/**
 * A worker that does nothing but write into calendars, to be killed at any moment: `push-worker.ts <database url>
 * <clock offset in ms>`. Prints a line when it runs, and stops in good order at SIGTERM.
 */

import { eventPushes } from "../../service/calendars/push-events.worker.ts"
import { systemClock } from "../../service/host/adapters/system.ts"
import { createContext } from "../../service/host/compose.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { startLoop } from "../../service/platform/queue/loop.ts"
import { openCalendars } from "../support/calendar-account.ts"
import { killKeys, silentLog } from "./delivery-site.ts"

const [url = "", offset = "0"] = process.argv.slice(2)
const db = openDatabase({ connection: { connectionString: url }, poolSize: 4 })
const clock = systemClock(Number(offset))
const calendars = openCalendars({ now: () => clock.now() })
const context = createContext({ db, clock, log: silentLog, bookUrl: null, calendars, ...killKeys })
const worker = startLoop(context, eventPushes(context, { atOnce: 4, pollMs: 20 }))
process.stdout.write("ready\n")
process.once("SIGTERM", async () => {
  await worker.stop()
  calendars.close()
  await db.close()
})
