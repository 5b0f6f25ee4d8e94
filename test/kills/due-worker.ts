/**
 * This worker does one queue's work and nothing else, to be killed at any moment: `due-worker.ts <database url> <start of its
 * clock> <queue>`. Prints a line when it runs.
 */
import { unansweredOnes } from "../../service/booking/answer-unanswered.worker.ts"
import { waitingCancels } from "../../service/booking/cancel-after-waiting.worker.ts"
import { untoldChanges } from "../../service/booking/tell-changes.worker.ts"
import { overdueHolds } from "../../service/holds/end-holds.worker.ts"
import { createContext } from "../../service/host/compose.ts"
import type { AppContext } from "../../service/platform/context.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import type { TextSender } from "../../service/platform/ports/texts.ts"
import { startLoop } from "../../service/platform/queue/loop.ts"
import { freedTimes } from "../../service/waiting/offer-freed-time.worker.ts"
import { testKeys } from "../support/service.ts"
import { playCarrier } from "../support/texts.ts"
import { silentLog } from "./delivery-site.ts"
import type { DueQueue } from "./ended-by-workers.ts"

const often = { pollMs: 20 }

interface Worked {
  /** The booking pages and the carrier that the work needs. */
  reaches?: { bookUrl: string; texts: TextSender }
  start(context: AppContext): void
}

/** They end unanswered appointments, bring waiting cancels into effect, tell changes, and offer freed time and end holds. */
const queues: Record<DueQueue, Worked> = {
  unanswered: { start: (context) => void startLoop(context, unansweredOnes(context, often)) },
  cancels: { start: (context) => void startLoop(context, waitingCancels(context, often)) },
  changes: { start: (context) => void startLoop(context, untoldChanges(context, often)) },
  freed: {
    reaches: { bookUrl: "http://book.example", texts: playCarrier() },
    start(context) {
      startLoop(context, freedTimes(context, often))
      startLoop(context, overdueHolds(context, often))
    },
  },
}

const [url = "", start = "", queue = ""] = process.argv.slice(2)
const worked = queues[queue as DueQueue]
const db = openDatabase({ connection: { connectionString: url }, poolSize: 4 })
const begun = performance.now()
const clock = { now: () => Date.parse(start) + Math.floor(performance.now() - begun) }
const context = createContext({
  db,
  clock,
  log: silentLog,
  bookUrl: null,
  ...worked.reaches,
  encryptionKeys: testKeys.encryption,
  linkKeys: testKeys.link,
})
worked.start(context)
process.stdout.write("ready\n")
