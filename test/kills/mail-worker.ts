/**
 * A worker that does nothing but send texts and mails, to be killed at any moment: `mail-worker.ts <database url> <SMTP url>
 * <start of its clock>`. Prints a line when it runs.
 */

import { createSmtp } from "../../service/host/adapters/mails/smtp.ts"
import { createContext } from "../../service/host/compose.ts"
import { startTexts } from "../../service/messages/messages.worker.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { testSender } from "../support/mail-server.ts"
import { testKeys } from "../support/service.ts"
import { silentLog } from "./delivery-site.ts"

const [url = "", smtpUrl = "", start = ""] = process.argv.slice(2)
const db = openDatabase({ connection: { connectionString: url }, poolSize: 8 })
const begun = performance.now()
const clock = { now: () => Date.parse(start) + Math.floor(performance.now() - begun) }
const context = createContext({
  db,
  clock,
  log: silentLog,
  bookUrl: null,
  mails: createSmtp({ url: smtpUrl, from: testSender }),
  encryptionKeys: testKeys.encryption,
  linkKeys: testKeys.link,
})
startTexts(context, { pollMs: 50 })
process.stdout.write("ready\n")
