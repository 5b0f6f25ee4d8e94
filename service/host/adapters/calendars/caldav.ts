/** CalDAV (RFC 4791): five requests, over connections to vetted addresses. */

import { utcText } from "../../../../domain/model/calendar-file.ts"
import { newEventText } from "../../../../domain/rules/calendars/own-event.ts"
import { minutesPerDay, msPerMinute } from "../../../../domain/time/units.ts"
import { CalendarUnavailable, type MinuteRange } from "../../../platform/ports/calendars.ts"
import type { HttpAnswer, Question } from "./calendar-http.ts"
import { isGone, refusedAnswer, serverTimeOf } from "./calendar-http.ts"
import type { AccountOf, CalendarOfKind, CalendarTools } from "./calendar-kind.ts"
import { caldavSpace, calendarServerSpace, davSpace } from "./dav-names.ts"
import { type BusyAnswer, busyQuestion, checkedRange, type DavCollection } from "./reader-questions.ts"

type Account = AccountOf<"caldav">

/** How often an event that others change meanwhile is read again. */
const rounds = 4

export function caldav({ http, threads, now }: CalendarTools): CalendarOfKind<"caldav"> {
  function ask(account: Account, question: Question, signal: AbortSignal): Promise<HttpAnswer> {
    const { username, password } = account.settings
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
    return http.ask({ ...question, headers: { authorization, ...question.headers } }, signal)
  }

  async function askDav(account: Account, method: "PROPFIND" | "REPORT", body: string, signal: AbortSignal) {
    const depth = method === "REPORT" ? "1" : "0"
    const headers = { "content-type": "application/xml; charset=utf-8", depth }
    const answer = await ask(account, { method, url: collectionOf(account), headers, body }, signal)
    if (answer.status !== 207) throw refusedAnswer(answer)
    return answer
  }

  async function busyIn(account: Account, range: MinuteRange, signal: AbortSignal): Promise<BusyAnswer> {
    const { body } = await askDav(account, "REPORT", eventsQuestion(range), signal)
    return threads.read({ ...account, signal }, "davBusy", body, busyQuestion(account, range))
  }

  async function collectionSaid(account: Account, signal: AbortSignal) {
    const answer = await askDav(account, "PROPFIND", collectionQuestion, signal)
    const collection = await threads.read({ ...account, signal }, "davCollection", answer.body)
    return { answer, collection }
  }

  /** The file and etag that stand there; null when nothing does. */
  async function current(account: Account, url: string, signal: AbortSignal): Promise<StandingEvent | null> {
    const answer = await ask(account, { method: "GET", url }, signal)
    if (isGone(answer)) return null
    if (answer.status !== 200) throw refusedAnswer(answer)
    return { file: answer.body, etag: answer.headers.etag ?? null }
  }

  return {
    async read(account, question, signal) {
      const version = question.isLive ? null : (await collectionSaid(account, signal)).collection.version
      if (version !== null && version === question.known) return "unchanged"
      return { ...(await busyIn(account, question, signal)), version }
    },

    async put(account, event, known, signal) {
      const url = known?.remoteId ?? `${collectionOf(account)}${event.id}.ics`
      // An event that is not known to stand there is made. One that is known is read first: its owner may have added to it.
      let there = known === null ? null : await current(account, url, signal)
      for (let round = 0; round < rounds; round += 1) {
        const headers = { "content-type": "text/calendar; charset=utf-8", ...conditionOf(there) }
        const body =
          there === null
            ? newEventText(event)
            : await threads.read({ ...account, signal }, "updatedEvent", there.file, event)
        const answer = await ask(account, { method: "PUT", url, headers, body }, signal)
        if (isDone(answer)) return { remoteId: url, etag: answer.headers.etag ?? null }
        if (answer.status !== 412) throw refusedAnswer(answer)
        there = await current(account, url, signal)
      }
      throw new CalendarUnavailable("server_error")
    },

    async remove(account, { remoteId, etag }, signal) {
      let expected = etag
      for (let round = 0; round < rounds; round += 1) {
        const headers: Record<string, string> = expected === null ? {} : { "if-match": expected }
        const answer = await ask(account, { method: "DELETE", url: remoteId, headers }, signal)
        if (isDone(answer) || isGone(answer)) return
        if (answer.status !== 412) throw refusedAnswer(answer)
        const there = await current(account, remoteId, signal)
        if (there === null) return
        expected = there.etag
      }
      throw new CalendarUnavailable("server_error")
    },

    async examine(account, signal) {
      const { answer, collection } = await collectionSaid(account, signal)
      if (!collection.types.includes("calendar")) throw new CalendarUnavailable("not_found")
      const { unclear } = await busyIn(account, checkedRange(now()), signal)
      return {
        mayWrite: mayWrite(collection),
        serverTime: serverTimeOf(answer),
        ...(unclear && { unclear }),
      }
    },
  }
}

interface StandingEvent {
  file: Uint8Array
  etag: string | null
}

/** Nothing is written over that was not read. A server without etags can't be asked for that. */
function conditionOf(there: StandingEvent | null): Record<string, string> {
  if (there === null) return { "if-none-match": "*" }
  return there.etag === null ? {} : { "if-match": there.etag }
}

const isDone = ({ status }: HttpAnswer) => status >= 200 && status < 300

const collectionOf = ({ settings: { url } }: Account) => (url.endsWith("/") ? url : `${url}/`)

const spaces = `xmlns:d="${davSpace}" xmlns:c="${caldavSpace}" xmlns:s="${calendarServerSpace}"`

const collectionQuestion = `<?xml version="1.0" encoding="utf-8"?>
<d:propfind ${spaces}><d:prop><d:resourcetype/><s:getctag/><d:sync-token/><d:current-user-privilege-set/></d:prop></d:propfind>`

/** A day more on either side: whole days and times without a zone lie where the calendar's zone puts them. */
function eventsQuestion({ startMinute, endMinute }: MinuteRange): string {
  const from = utcText(new Date((startMinute - minutesPerDay) * msPerMinute))
  const to = utcText(new Date((endMinute + minutesPerDay) * msPerMinute))
  return `<?xml version="1.0" encoding="utf-8"?>
<c:calendar-query ${spaces}><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR">
<c:comp-filter name="VEVENT"><c:time-range start="${from}" end="${to}"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`
}

/** A server that says nothing of rights is believed to give them. */
const mayWrite = ({ rights }: DavCollection) =>
  rights === null || ["write", "write-content", "bind", "all"].some((right) => rights.includes(right))
