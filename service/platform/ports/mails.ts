/** The adapters of mail servers. */
import type { ServerFault } from "../../../domain/model/mail.ts"
import type { SentText } from "./texts.ts"

export interface MailAddress {
  name: string
  address: string
}

export interface MailCalendar {
  method: "REQUEST" | "CANCEL"
  content: string
}

export interface OutgoingMail {
  from: MailAddress
  to: MailAddress
  /** The address for answers; null: `from`. */
  replyTo: string | null
  /** The same at every try, so that a mailbox that got it twice shows it once. */
  messageId: string
  subject: string
  text: string
  html: string
  /** An invitation to the appointment, or its end (iTIP, RFC 5546). */
  calendar: MailCalendar | null
  /** The other appointments of a series, which no single event covers. */
  moreCalendars?: readonly MailCalendar[]
  /** The address of outreach and offers to which mail programs send a press on their own button (RFC 8058). */
  unsubscribeUrl?: string
}

/** `unreachable`: the server knows that the address takes no mail. */
export type SentMail = SentText | { kind: "unreachable"; error: string }

/** Sends mails. */
export interface MailSender {
  /** The address that they come from. */
  readonly from: string
  /** Mails are not sent but kept readable, for developers and in test companies. */
  readonly staysHere: boolean
  /** Never throws: every failure is in the result. `now` is the time that the mail's Date says. */
  send(mail: OutgoingMail, now: number): Promise<SentMail>
}

/** A company's own mail server, signed in to. */
export interface OwnMailServer {
  host: string
  port: number
  username: string
  password: string
}

/** Sends companies' mails by their own servers, which the company names: over vetted addresses, encrypted and signed in. */
export interface OwnMailServers {
  /** Why a server of this name and port may not be connected to, in words that follow "host: "; null when it may. */
  refuse(server: Pick<OwnMailServer, "host" | "port">): Promise<string | null>
  /** Connects, encrypts and signs in. Null when the server would take mails. Never throws. */
  examine(server: OwnMailServer): Promise<ServerFault | null>
  /** This server has as many mails under way as it takes at once. */
  isBusy(host: string): boolean
  /** Never throws: every failure is in the result. Ends within 25 s. */
  send(server: OwnMailServer, mail: OutgoingMail, now: number): Promise<SentMail>
}

/** Asks DNS for the texts of a name; null where no name server answers. */
export type ReadDomainTexts = (name: string) => Promise<readonly string[] | null>
