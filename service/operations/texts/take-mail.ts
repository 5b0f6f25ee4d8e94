/** Takes a mail that came to the address that mails are sent from, by whatever way. Of all that is no answer nothing is kept. */
import { readAnswer } from "../../../domain/rules/mails/read-answer.ts"
import { readMailReport } from "../../../domain/rules/mails/read-mail-report.ts"
import type { AppContext } from "../../context.ts"
import { takeMailAnswer } from "./take-mail-answer.ts"
import { takeMailReport } from "./take-mail-report.ts"

/** Throws `busy` while too many others wait to be read. */
export async function takeMail(host: AppContext, mail: Uint8Array, requestId: string): Promise<void> {
  // Bytes of mails are in many character sets. What is looked for in a report is ASCII.
  const report = readMailReport(Buffer.from(mail).toString("latin1"))
  if (report !== null) {
    await takeMailReport(host, report)
    return
  }
  const received = await host.mailReader.read(mail)
  const answer = received && readAnswer(received)
  if (answer) await takeMailAnswer(host, answer, requestId)
}
