/** Takes received mails apart, away from the thread that serves requests. */
import type { ReceivedMail } from "../../domain/model/received-mail.ts"

export interface MailReader {
  /** Null for a mail that is none, is too large or too deep, or takes too long. Throws `busy` when too many wait. */
  read(mail: Uint8Array): Promise<ReceivedMail | null>
}
