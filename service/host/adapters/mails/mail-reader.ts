/**
 * Reads received mails on threads of their own: small ones on one, large ones on another, so that a letter or a calendar's answer
 * waits for no large mail. On each the senders take turns. A mail that costs the thread is unreadable.
 */
import type { Worker } from "node:worker_threads"
import {
  type MailAnswer,
  type MailReport,
  receivedMailLimits,
} from "../../../../domain/model/received-mail.ts"
import type { ZoneFiles } from "../../../../domain/time/tzif.ts"
import type { MailReader } from "../../../platform/ports/received-mails.ts"
import { oneThread, threadOf } from "../one-thread.ts"
import type { MailReaderData } from "./mail-reader-thread.ts"

const mostWaiting = 200
const mostOfSender = 40
/** Letters and calendars' answers are smaller. */
const smallBytes = 65_536
/** The beginning of a mail in which its sender is looked for. */
const lookedAtBytes = 4_096
const memoryMb = 128

interface MailReaderOptions {
  /** The process's own zone rules, so that the threads use the same. */
  zoneFiles?: ZoneFiles | null
  /** For one mail. */
  deadlineMs?: number
  startThread?: (data: MailReaderData) => Worker
}

const startReader = (data: MailReaderData) =>
  threadOf(new URL("mail-reader-thread.ts", import.meta.url), "mail-reader", memoryMb, data)

export function createMailReader(options: MailReaderOptions = {}): MailReader {
  const { zoneFiles = null, deadlineMs = 2_000, startThread = startReader } = options
  const line = () =>
    oneThread<Uint8Array<ArrayBuffer>, MailReport | MailAnswer | null>({
      ...{ start: () => startThread({ zoneFiles }), deadlineMs, mostWaiting, mostOfShare: mostOfSender },
      ...{ saysReady: true, tries: 1 },
    })
  const [small, large] = [line(), line()]
  return {
    read(mail) {
      if (mail.byteLength > receivedMailLimits.bytes) return Promise.resolve(null)
      // A copy of its own, which the thread takes over.
      const copy = new Uint8Array(mail)
      const asking = { share: senderOf(mail), transfer: [copy.buffer] }
      return (mail.byteLength <= smallBytes ? small : large).ask(copy, asking)
    },
  }
}

/** Finds the sender that the mail names, for its share of the line alone: nothing is believed by it. */
function senderOf(mail: Uint8Array): string {
  const head = Buffer.from(mail.buffer, mail.byteOffset, Math.min(mail.byteLength, lookedAtBytes))
  const at = /^from:([^\r\n]{0,200})/im.exec(head.toString("latin1"))
  return at?.[1]?.trim().toLowerCase() ?? ""
}
