/** A feed: an iCalendar file at an address, only ever read. */

import { CalendarUnavailable, type MinuteRange } from "../../../platform/ports/calendars.ts"
import type { HttpAnswer } from "./calendar-http.ts"
import { refusedAnswer, serverTimeOf } from "./calendar-http.ts"
import type { AccountOf, CalendarOfKind, CalendarTools } from "./calendar-kind.ts"
import { type BusyAnswer, busyQuestion, checkedRange } from "./reader-questions.ts"

const mostRedirects = 3

export function icsFeed({ http, threads, now }: CalendarTools): CalendarOfKind<"ics"> {
  async function fetchFeed(
    account: AccountOf<"ics">,
    known: string | null,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const headers = { accept: "text/calendar", ...(known === null ? {} : { "if-none-match": known }) }
    let url = account.settings.url
    for (let redirects = 0; ; redirects += 1) {
      const answer = await http.ask({ method: "GET", url, headers }, signal)
      const next = redirectOf(answer, url)
      if (next === null) return answer
      if (redirects === mostRedirects) throw new CalendarUnavailable("redirect")
      url = next
    }
  }

  function busyIn(
    { body }: HttpAnswer,
    account: AccountOf<"ics">,
    range: MinuteRange,
    signal: AbortSignal,
  ): Promise<BusyAnswer> {
    return threads.read({ ...account, signal }, "feedBusy", body, busyQuestion(account, range))
  }

  return {
    async read(account, question, signal) {
      const { known } = question
      const answer = await fetchFeed(account, known, signal)
      if (answer.status === 304 && known !== null) return "unchanged"
      if (answer.status !== 200) throw refusedAnswer(answer)
      return {
        ...(await busyIn(answer, account, question, signal)),
        version: answer.headers.etag ?? null,
      }
    },
    async put() {
      throw new CalendarUnavailable("permission")
    },
    async remove() {
      throw new CalendarUnavailable("permission")
    },
    async examine(account, signal) {
      const answer = await fetchFeed(account, null, signal)
      if (answer.status !== 200) throw refusedAnswer(answer)
      const { unclear } = await busyIn(answer, account, checkedRange(now()), signal)
      return { mayWrite: false, serverTime: serverTimeOf(answer), ...(unclear && { unclear }) }
    },
  }
}

/** Feeds move, and their old addresses point to the new; where that leads is judged like any address. */
function redirectOf({ status, headers }: HttpAnswer, from: string): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(status)
  if (!isRedirect || headers.location === undefined) return null
  return URL.parse(headers.location, from)?.href ?? null
}
