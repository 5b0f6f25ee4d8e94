/**
 * mail.per_minute: confirmations a minute that one worker composes, records and hands to Debian's Exim until its 250, over 8
 * connections. 3,000 mails with HTML, plain text and an invitation lie in the queue when the worker starts, and time ends
 * when the last is recorded as sent. fsync is on, in PostgreSQL and in Exim's spool.
 *
 * mail.relay_per_minute: the same server alone: one of these mails, 3,000 times over 8 connections, without a database.
 */
import { createSmtp, type SmtpSender } from "../service/host/adapters/mails/smtp.ts"
import { startTexts } from "../service/messages/messages.worker.ts"
import type { AppContext } from "../service/platform/context.ts"
import type { OutgoingMail } from "../service/platform/ports/mails.ts"
import { countSent, queueMails } from "../test/kills/mail-queue.ts"
import { isEximInstalled, startExim } from "../test/support/exim.ts"
import { makeBenchCompany } from "./bench-company.ts"
import { benchNow, openBenchContext } from "./bench-context.ts"
import { atLeast, type Figure, printed } from "./figure.ts"
import { NotMeasured } from "./not-measured.ts"

const [perMinute, relayAlone] = ["mail.per_minute", "mail.relay_per_minute"] as const
export const figures = [perMinute, relayAlone]

const mails = 3_000
const connections = 8
const goal = 2_000

export async function run(): Promise<Figure[]> {
  if (!isEximInstalled())
    throw new NotMeasured("there is no Exim; sudo apt-get install -y exim4-daemon-light")
  const exim = await startExim()
  const bench = await openBenchContext(10)
  const smtp = createSmtp({ url: exim.url, from: "appointments@mail.example", connections })
  try {
    const seen: OutgoingMail[] = []
    const worked = await byWorker({ ...bench.context, mails: rememberingFirst(smtp, seen) })
    const alone = await byRelayAlone(smtp, seen[0]!)
    const share = `${Math.round((worked / alone) * 100)} % of the relay alone, at ${alone.toFixed(0)}`
    return [
      atLeast(perMinute, worked, "mails", goal, share),
      printed(
        relayAlone,
        alone,
        "mails",
        `Exim until its 250, ${connections} connections, without a database`,
      ),
    ]
  } finally {
    smtp.close()
    await bench.close()
    await exim.stop()
  }
}

const rememberingFirst = (smtp: SmtpSender, seen: OutgoingMail[]) => ({
  ...smtp,
  send(mail: OutgoingMail, now: number) {
    if (seen.length === 0) seen.push(mail)
    return smtp.send(mail, now)
  },
})

async function byWorker(context: AppContext): Promise<number> {
  const { companyId } = await makeBenchCompany(context, { providers: 1, busyEach: 1 })
  await queueMails(context, companyId, mails)
  const startedAt = performance.now()
  const worker = startTexts(context)
  while ((await countSent(context, companyId)) < mails)
    await new Promise((resolve) => setTimeout(resolve, 20))
  const took = performance.now() - startedAt
  await worker.stop()
  return (mails / took) * 60_000
}

async function byRelayAlone(smtp: SmtpSender, mail: OutgoingMail): Promise<number> {
  const startedAt = performance.now()
  let sent = 0
  const one = async () => {
    while (sent < mails) {
      sent += 1
      const messageId = mail.messageId.replace("<", `<${sent}.`)
      const { kind } = await smtp.send({ ...mail, messageId }, benchNow)
      if (kind !== "sent") throw new Error(`The relay answered ${kind}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  return (mails / (performance.now() - startedAt)) * 60_000
}

if (import.meta.main) console.table(await run())
