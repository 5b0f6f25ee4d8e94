/** Takes received mails apart, away from the thread that serves requests. */
import type { MailAnswer, MailReport } from "../../../domain/model/received-mail.ts"

export interface MailReader {
  /**
   * The report or the answer in the mail. Null for every other mail, and for one that is too large, or takes too long.
   * Throws `busy`.
   */
  read(mail: Uint8Array): Promise<MailReport | MailAnswer | null>
}
