/** A thread that reads received mails, one after the other: what a mail server reports, or what a customer answers. */
import { parentPort, workerData } from "node:worker_threads"
import PostalMime, { addressParser, type Email } from "postal-mime"
import {
  type MailAnswer,
  type MailReport,
  type ReceivedMail,
  receivedMailLimits,
} from "../../../../domain/model/received-mail.ts"
import { readAnswer } from "../../../../domain/rules/mails/read-answer.ts"
import { mostOfReport, readMailReport } from "../../../../domain/rules/mails/read-mail-report.ts"
import { tzifZones, type ZoneFiles } from "../../../../domain/time/tzif.ts"
import { useZoneData } from "../../../../domain/time/zone-table.ts"
import { threadIsReady } from "../one-thread.ts"

export interface MailReaderData {
  zoneFiles: ZoneFiles | null
}

const { parts: mostParts, shortLines, depth, characters, calendars: mostCalendars } = receivedMailLimits

const { zoneFiles } = workerData as MailReaderData
if (zoneFiles) useZoneData(tzifZones(zoneFiles))

parentPort!.on("message", async (mail: Uint8Array) => {
  parentPort!.postMessage(await saidIn(mail).catch(() => null))
})
parentPort!.postMessage(threadIsReady)

async function saidIn(bytes: Uint8Array): Promise<MailReport | MailAnswer | null> {
  const report = readMailReport(textOf(bytes.subarray(0, mostOfReport)))
  if (report !== null) return report
  const received = await readMail(bytes)
  return received && readAnswer(received)
}

/** Bytes of mails are in many character sets. What is looked for before they are decoded is ASCII. */
const textOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")

async function readMail(bytes: Uint8Array): Promise<ReceivedMail | null> {
  if (hasManyShortLines(bytes) || countParts(bytes) > mostParts) return null
  const options = { maxNestingDepth: depth, maxHeadersSize: 65_536, forceRfc822Attachments: true }
  const mail = await PostalMime.parse(bytes, { ...options, attachmentEncoding: "utf8" })
  const { text = null } = mail
  return {
    from: senderOf(mail),
    automatic: automaticOf(mail),
    references: ["in-reply-to", "references"]
      .map((key) => headerOf(mail, key))
      .join(" ")
      .slice(0, 8_192),
    text: text === null || text.length > characters ? null : text,
    calendars: calendarsOf(mail),
  }
}

const lineFeed = 10
/** Encoders of attachments write lines of 60 characters or more. */
const shortLine = 58

function hasManyShortLines(bytes: Uint8Array): boolean {
  let count = 0
  for (let from = 0; count <= shortLines; ) {
    const end = bytes.indexOf(lineFeed, from)
    if (end < 0) return false
    if (end - from < shortLine) count += 1
    from = end + 1
  }
  return true
}

/** The lines that begin a part: more than there are boundaries, never fewer. */
function countParts(bytes: Uint8Array): number {
  const text = textOf(bytes)
  const boundaries = new Set(
    Array.from(text.matchAll(/\bboundary\s*=\s*"?([^"\s;]{1,70})/gi), ([, boundary]) => `--${boundary}`),
  )
  if (boundaries.size > mostParts) return boundaries.size
  let count = 0
  for (const line of text.matchAll(/^--\S.{0,80}/gm)) {
    if ([...boundaries].some((boundary) => line[0].startsWith(boundary))) count += 1
    if (count > mostParts) break
  }
  return count
}

const valuesOf = ({ headers }: Email, key: string): string[] =>
  headers.filter((header) => header.key === key).map(({ value }) => value)

const headerOf = (mail: Email, key: string): string => valuesOf(mail, key)[0] ?? ""

function senderOf(mail: Email): string | null {
  const [value, ...others] = valuesOf(mail, "from")
  if (value === undefined || others.length > 0) return null
  const [sender, ...more] = addressParser(value, { flatten: true })
  return sender?.address && more.length === 0 ? sender.address.toLowerCase() : null
}

/** RFC 3834, and what answering machines write that do not know it. */
function automaticOf(mail: Email): ReceivedMail["automatic"] {
  const [word = ""] = headerOf(mail, "auto-submitted").toLowerCase().split(/[;\s]/)
  const precedence = headerOf(mail, "precedence").trim().toLowerCase()
  const isByItself =
    ["bulk", "junk", "list", "auto_reply"].includes(precedence) ||
    valuesOf(mail, "x-autoreply").length > 0 ||
    valuesOf(mail, "x-autorespond").length > 0 ||
    headerOf(mail, "return-path").trim() === "<>"
  if (isByItself || (word !== "" && word !== "no" && word !== "auto-generated")) return "replied"
  return word === "auto-generated" ? "generated" : "no"
}

function calendarsOf({ attachments }: Email): string[] {
  const texts = attachments
    .filter(({ mimeType, filename }) => mimeType === "text/calendar" || /\.ics$/i.test(filename ?? ""))
    .map(({ content }) => (typeof content === "string" ? content : ""))
  return [...new Set(texts)]
    .filter((text) => text !== "" && text.length <= characters)
    .slice(0, mostCalendars)
}
