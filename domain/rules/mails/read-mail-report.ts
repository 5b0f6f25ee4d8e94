/**
 * A mail server's report on a mail of ours: that it could not be delivered (RFC 3464), or that its reader took it for spam
 * (RFC 5965). Looked for line by line, without taking the MIME parts apart, so that no nesting and no bomb costs anything. The mark
 * in the Message-ID of our mail, which the report repeats, says which mail it is about; only who has had that mail knows it.
 */
import type { MailReport } from "../../model/received-mail.ts"

/** The part of a mail that is read; the rest is left. Reports repeat our head well before. */
export const mostOfReport = 131_072
/** The part of a mail's head that is read; the rest of a longer one is left. */
const mostOfHead = 65_536

/** Null for every other mail: replies, delays, and what machines answer by themselves. */
export function readMailReport(mail: string): MailReport | null {
  const lines = mail.slice(0, mostOfReport).split(/\r?\n/)
  const blank = lines.indexOf("")
  const head = (blank === -1 ? lines : lines.slice(0, blank)).join("\n").slice(0, mostOfHead)
  const type = /^content-type: *multipart\/report;([^\n]*)/im.exec(head.replace(/\n[ \t]/g, " "))?.[1]
  const kind = type && /report-type="?(delivery-status|feedback-report)/i.exec(type)?.[1]?.toLowerCase()
  if (!kind || blank === -1) return null
  const body = lines.slice(blank)
  const mark = fieldIn(body, /^message-id: *<(m\.[\w.-]{1,80})@/i)
  if (mark === null) return null
  if (kind === "feedback-report") return { kind: "complained", mark }
  const action = fieldIn(body, /^action: *(\w{1,20})/i)
  const status = fieldIn(body, /^status: *(5\.\d{1,3}\.\d{1,3})/i)
  if (action?.toLowerCase() !== "failed" || status === null) return null
  // Exim says 5.0.0 of every failure, and what the other server said behind it.
  const said =
    status === "5.0.0" ? fieldIn(body, /^diagnostic-code: *smtp; *5\d\d[ -](5\.\d{1,3}\.\d{1,3})/i) : null
  return { kind: "bounced", mark, status: said ?? status }
}

function fieldIn(lines: readonly string[], pattern: RegExp): string | null {
  for (const line of lines) {
    const value = pattern.exec(line.slice(0, 200))?.[1]
    if (value !== undefined) return value
  }
  return null
}
