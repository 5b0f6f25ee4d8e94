/** Takes received mails apart on a thread of its own. A mail that costs the thread is unreadable. */
import { type ReceivedMail, receivedMailLimits } from "../../../domain/model/received-mail.ts"
import type { MailReader } from "../../ports/received-mails.ts"
import { oneThread, threadOf } from "../one-thread.ts"

const mostWaiting = 100
const defaultDeadlineMs = 5_000
const memoryMb = 128

const startThread = () => threadOf(new URL("mail-reader-thread.ts", import.meta.url), "mail-reader", memoryMb)

export function createMailReader({ deadlineMs = defaultDeadlineMs } = {}): MailReader {
  const thread = oneThread<Uint8Array<ArrayBuffer>, ReceivedMail | null>({
    ...{ start: startThread, deadlineMs, mostWaiting, tries: 1 },
  })
  return {
    read(mail) {
      if (mail.byteLength > receivedMailLimits.bytes) return Promise.resolve(null)
      // A copy of its own, which the thread takes over.
      const copy = new Uint8Array(mail)
      return thread.ask(copy, [copy.buffer])
    },
  }
}
