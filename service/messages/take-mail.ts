/** Takes a mail that came, by any route, to the address that mails are sent from. Only answers are kept. */
import type { AppContext } from "../platform/context.ts"
import { takeMailAnswer } from "./take-mail-answer.ts"
import { takeMailReport } from "./take-mail-report.ts"

/** Throws `busy` while too many others wait to be read. */
export async function takeMail(host: AppContext, mail: Uint8Array, requestId: string): Promise<void> {
  const said = await host.mailReader.read(mail)
  if (said === null) return
  if (said.kind === "bounced" || said.kind === "complained") await takeMailReport(host, said)
  else await takeMailAnswer(host, said, requestId)
}
