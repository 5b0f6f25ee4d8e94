/** Takes received mails apart, away from the thread that serves requests. */
import type { MailAnswer, MailReport } from "../../../domain/model/received-mail.ts"

export interface MailReader {
  /** What it reports or answers. Null for every other mail, and for one that is too large, or takes too long. Throws `busy`. */
  read(mail: Uint8Array): Promise<MailReport | MailAnswer | null>
}
