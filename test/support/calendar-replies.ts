/**
 * Calendars' replies to an invitation: written by us after the documented form of each program, with the
 * parts in the order, the encodings and the headers that it uses.
 */

export interface Invited {
  uid: string
  sequence: number
  from: string
  to: string
  /** `20270303T160000Z` */
  start: string
  /**
   * The id of one date of a repeating event, as the program writes it: `:20270303T160000Z`,
   * `;TZID=America/Chicago:20270303T100000`.
   */
  recurrenceId?: string
  end: string
}

type Said = "ACCEPTED" | "DECLINED" | "TENTATIVE"

const words = { ACCEPTED: "Accepted", DECLINED: "Declined", TENTATIVE: "Tentative" }

const crlf = (lines: readonly string[]) => `${lines.join("\r\n")}\r\n`
const base64 = (text: string) =>
  Buffer.from(text)
    .toString("base64")
    .replace(/.{1,76}/g, "$&\r\n")

const event = (
  { uid, sequence, start, end, to, from, recurrenceId }: Invited,
  said: string,
  name: string,
) => [
  "BEGIN:VEVENT",
  `DTSTART:${start}`,
  `DTEND:${end}`,
  "DTSTAMP:20270302T090000Z",
  `ORGANIZER;CN=Harbour Heating:mailto:${to}`,
  `UID:${uid}`,
  ...(recurrenceId ? [`RECURRENCE-ID${recurrenceId}`] : []),
  `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=${said};CN="${name}";X-NUM-GUESTS=0:mailto:${from}`,
  `SEQUENCE:${sequence}`,
  "STATUS:CONFIRMED",
  "SUMMARY:Boiler service",
  "END:VEVENT",
]

const calendar = (program: string, method: string, lines: readonly string[]) =>
  crlf([
    "BEGIN:VCALENDAR",
    `PRODID:${program}`,
    "VERSION:2.0",
    "CALSCALE:GREGORIAN",
    `METHOD:${method}`,
    ...lines,
    "END:VCALENDAR",
  ])

/** Gmail: sent by Google's own program at a press, the calendar as a part and once more as a file. */
export function gmailReply(invited: Invited, said: Said): string {
  const ics = calendar(
    "-//Google Inc//Google Calendar 70.9054//EN",
    "REPLY",
    event(invited, said, invited.from),
  )
  return crlf([
    `Reply-To: ${invited.from}`,
    "Sender: Google Calendar <calendar-notification@google.com>",
    "Auto-Submitted: auto-generated",
    "Message-ID: <calendar-1a2b3c@google.com>",
    `Subject: ${words[said]}: Boiler service @ Wed Mar 3, 2027 10am - 11am (CST)`,
    `From: Sam Poe <${invited.from}>`,
    `To: ${invited.to}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="0000000000001"',
    "",
    "--0000000000001",
    'Content-Type: multipart/alternative; boundary="0000000000002"',
    "",
    "--0000000000002",
    'Content-Type: text/plain; charset="UTF-8"; format=flowed; delsp=yes',
    "Content-Transfer-Encoding: base64",
    "",
    base64(`${invited.from} has ${words[said].toLowerCase()} this invitation.`),
    "--0000000000002",
    'Content-Type: text/calendar; charset="UTF-8"; method=REPLY',
    "Content-Transfer-Encoding: 7bit",
    "",
    ics,
    "--0000000000002--",
    "--0000000000001",
    'Content-Type: application/ics; name="invite.ics"',
    'Content-Disposition: attachment; filename="invite.ics"',
    "Content-Transfer-Encoding: base64",
    "",
    base64(ics),
    "--0000000000001--",
  ])
}

/** Outlook and Exchange: names in capitals, zones by Windows' names, everything in base64. */
export function outlookReply(invited: Invited, said: Said | "COUNTER"): string {
  const method = said === "COUNTER" ? "COUNTER" : "REPLY"
  const lines = [
    "BEGIN:VTIMEZONE",
    "TZID:Central Standard Time",
    "BEGIN:STANDARD",
    "DTSTART:16010101T020000",
    "TZOFFSETFROM:-0500",
    "TZOFFSETTO:-0600",
    "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:16010101T020000",
    "TZOFFSETFROM:-0600",
    "TZOFFSETTO:-0500",
    "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
    "BEGIN:VEVENT",
    `ATTENDEE;PARTSTAT=${said === "COUNTER" ? "TENTATIVE" : said};CN=Sam Poe:MAILTO:${invited.from}`,
    ...(method === "COUNTER" ? [`ORGANIZER;CN=Harbour Heating:MAILTO:${invited.to}`] : []),
    "COMMENT;LANGUAGE=en-US:\\n",
    `UID:${invited.uid}`,
    ...(invited.recurrenceId ? [`RECURRENCE-ID${invited.recurrenceId}`] : []),
    "SUMMARY;LANGUAGE=en-US:Accepted: Boiler service",
    `DTSTART;TZID=Central Standard Time:${invited.start}`,
    `DTEND;TZID=Central Standard Time:${invited.end}`,
    "CLASS:PUBLIC",
    "PRIORITY:5",
    "DTSTAMP:20270302T090000Z",
    "TRANSP:OPAQUE",
    "STATUS:CONFIRMED",
    `SEQUENCE:${invited.sequence}`,
    "X-MICROSOFT-CDO-APPT-SEQUENCE:0",
    "END:VEVENT",
  ]
  const ics = calendar("Microsoft Exchange Server 2010", method, lines)
  return crlf([
    `From: Sam Poe <${invited.from.toUpperCase()}>`,
    `To: Harbour Heating <${invited.to}>`,
    "Subject: Accepted: Boiler service",
    "Thread-Topic: Boiler service",
    "Message-ID: <DM6PR01MB1@DM6PR01MB1.namprd01.prod.outlook.com>",
    "X-MS-Has-Attach:",
    "X-Auto-Response-Suppress: DR, OOF, AutoReply",
    "Content-Type: multipart/alternative;",
    '\tboundary="_000_DM6PR01MB1_"',
    "MIME-Version: 1.0",
    "",
    "--_000_DM6PR01MB1_",
    'Content-Type: text/plain; charset="iso-8859-1"',
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "=20",
    "",
    "--_000_DM6PR01MB1_",
    'Content-Type: text/html; charset="iso-8859-1"',
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "<html><body></body></html>",
    "",
    "--_000_DM6PR01MB1_",
    `Content-Type: text/calendar; charset="utf-8"; method=${method}`,
    "Content-Transfer-Encoding: base64",
    "",
    base64(ics),
    "--_000_DM6PR01MB1_--",
  ])
}

/** Apple's Calendar by Mail: one alternative, the calendar in quoted-printable, folded lines. */
export function appleReply(invited: Invited, said: Said): string {
  const ics = calendar("-//Apple Inc.//macOS 14.5//EN", "REPLY", event(invited, said, "Sam Poe"))
    .replaceAll("=", "=3D")
    .replace(/^(ATTENDEE.{40})/m, "$1=\r\n")
  return crlf([
    `From: Sam Poe <${invited.from}>`,
    "Content-Type: multipart/alternative;",
    ' boundary="Apple-Mail=_7C5F"',
    "Mime-Version: 1.0 (Mac OS X Mail 16.0)",
    `Subject: Re: Boiler service`,
    "Message-Id: <7C5F2E0A@customer.example>",
    `To: ${invited.to}`,
    "",
    "--Apple-Mail=_7C5F",
    "Content-Transfer-Encoding: 7bit",
    "Content-Type: text/plain;",
    "\tcharset=us-ascii",
    "",
    "",
    "--Apple-Mail=_7C5F",
    "Content-Type: text/calendar;",
    "\tmethod=REPLY;",
    '\tname="iCal-20270302-100000.ics"',
    "Content-Transfer-Encoding: quoted-printable",
    "",
    ics,
    "--Apple-Mail=_7C5F--",
  ])
}

/** The calendar of a reply, for another reader than ours. */
export const calendarIn = (mail: string): string => {
  const plain = /BEGIN:VCALENDAR[\s\S]*?END:VCALENDAR/.exec(mail)?.[0]
  if (plain) return plain.replace(/=\r\n/g, "").replaceAll("=3D", "=")
  const [, encoded] = /method=\w+\r\nContent-Transfer-Encoding: base64\r\n\r\n([^-]+)\r\n--/.exec(mail)!
  return Buffer.from(encoded!, "base64").toString()
}
