/** Mail by SMTP, over a few connections that stay open. */
import { createTransport, type SendMailOptions } from "nodemailer"
import type { MailCalendar, MailSender, OutgoingMail, SentMail } from "../../../platform/ports/mails.ts"

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password where the server wants a sign-in. */
  url: string
  /** The address that mails come from. */
  from: string
  /** How many connections at most. */
  connections?: number
  timeoutMs?: number
}

export interface SmtpSender extends MailSender {
  close(): void
}

/** As the library says what went wrong. */
export interface SmtpError extends Error {
  code?: string
  /** The server's last answer, with its number. */
  response?: string
  responseCode?: number
  /** The command that it answered. */
  command?: string
}

const defaultTimeoutMs = 10_000
/** Servers end what is idle for longer, and a connection that has ended costs a try. */
const idleMs = 20_000

export function createSmtp({
  url,
  from,
  connections = 8,
  timeoutMs = defaultTimeoutMs,
}: SmtpOptions): SmtpSender {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 1_000,
    // A mail that goes again goes by the queue, which writes down each try.
    maxRequeues: 0,
    idleTimeout: idleMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(needsNoEncryption(url) ? {} : { requireTLS: true }),
  })
  return {
    from,
    staysHere: false,
    async send(mail, now) {
      try {
        const info = await transport.sendMail({ ...messageOf(mail, now), envelope: envelopeOf(mail, from) })
        return { kind: "sent", carrierId: queueIdOf(info.response) }
      } catch (error) {
        return failureOf(error as SmtpError)
      }
    },
    close: () => transport.close(),
  }
}

/** Reports come back to the host's own address, also of mails that companies send from theirs. */
const envelopeOf = ({ to }: OutgoingMail, from: string) => ({ from, to: to.address })

export const messageOf = (mail: OutgoingMail, now: number): SendMailOptions => {
  const { calendar, moreCalendars = [], replyTo, unsubscribeUrl, ...rest } = mail
  return {
    ...rest,
    ...(replyTo === null ? {} : { replyTo }),
    ...(calendar === null ? {} : { icalEvent: { ...calendar, filename: "appointment.ics" } }),
    ...(moreCalendars.length === 0 ? {} : { attachments: moreCalendars.map(attachmentOf) }),
    ...(unsubscribeUrl === undefined ? {} : { headers: oneClick(unsubscribeUrl) }),
    date: new Date(now),
    textEncoding: "quoted-printable",
    xMailer: false,
  }
}

const attachmentOf = ({ method, content }: MailCalendar, index: number) => ({
  filename: `appointment-${index + 2}.ics`,
  content,
  contentType: `text/calendar; charset=utf-8; method=${method}`,
})

const oneClick = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
})

/** Words and passwords go to another machine under encryption alone. */
function needsNoEncryption(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === "smtps:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
}

/** The id that most servers say behind their 250; a mail that was taken has one in any case. */
export const queueIdOf = (response: string): string =>
  /queued as (\S{1,80})/i.exec(response)?.[1] ?? /\bid=(\S{1,80})/i.exec(response)?.[1] ?? "taken"

/** Codes of RFC 3463 for an address that does not exist or takes no mail. */
const isAboutAddress = /^5\d\d[ -]5\.(1\.[0-36]|2\.1)\b/

export function failureOf({ code, responseCode, response = "", command }: SmtpError): SentMail {
  if (responseCode !== undefined && responseCode >= 500 && code !== "EAUTH") {
    const error = `smtp_${responseCode}`
    const isRefusedRecipient = command === "RCPT TO" && [550, 551, 553].includes(responseCode)
    if (isAboutAddress.test(response) || (isRefusedRecipient && !/^5\d\d[ -]5\.[3-7]\./.test(response)))
      return { kind: "unreachable", error }
    return { kind: "refused", error, optedOut: false }
  }
  if (responseCode !== undefined)
    return { kind: "later", error: `smtp_${responseCode}`, retryAfterSeconds: null }
  // The server may have taken the mail, if it ended after the final dot. The mail goes again under its Message-ID.
  return { kind: "later", error: code === "EAUTH" ? "smtp_sign_in" : "unreachable", retryAfterSeconds: null }
}
