/**
 * Google Calendar (API v3). A calendar that is only read is asked for its free and busy times, which takes the least
 * permission; one that we write into is asked for its events, since only those tell ours from others.
 */
import type { EventCopy } from "../../../../domain/model/event-copy.ts"
import type { Intervals } from "../../../../domain/time/intervals.ts"
import { minuteOf } from "../../../../domain/time/units.ts"
import {
  type CalendarQuestion,
  CalendarUnavailable,
  type MinuteRange,
} from "../../../platform/ports/calendars.ts"
import { createAccessTokens } from "./access-tokens.ts"
import type { HttpAnswer } from "./calendar-http.ts"
import {
  isGone,
  type JsonQuestion,
  jsonQuestion,
  refusedAnswer,
  serverTimeOf,
  unavailable,
} from "./calendar-http.ts"
import type { AccountOf, CalendarOfKind, CalendarTools } from "./calendar-kind.ts"
import type { Fields } from "./json-answers.ts"
import { type BusyPage, busyQuestion } from "./reader-questions.ts"
import { isoAt, joined, piecesOf } from "./spans.ts"

type Account = AccountOf<"google">

export interface GoogleAddresses {
  apiUrl: string
  tokenUrl: string
}

const mostPages = 50
const freeBusyDays = 60
const rounds = 4
const listFields =
  "nextPageToken,nextSyncToken,timeZone,accessRole,items(id,status,transparency,start,end,attendees(self,responseStatus))"

/** The requests to Google. */
function googleClient(tools: CalendarTools, { apiUrl, tokenUrl }: GoogleAddresses) {
  const { jsonThreads } = tools
  const askWithToken = createAccessTokens(tools)

  function ask(
    account: Account,
    method: string,
    path: string,
    signal: AbortSignal,
    more: JsonQuestion = {},
  ): Promise<HttpAnswer> {
    const question = jsonQuestion(method, `${apiUrl}/calendar/v3${path}`, more)
    return askWithToken(account, { url: tokenUrl }, question, signal)
  }

  const eventsPath = ({ settings }: Account) => `/calendars/${encodeURIComponent(settings.calendarId)}/events`
  const eventPath = (account: Account, id: string) => `${eventsPath(account)}/${encodeURIComponent(id)}`

  /** Null where the token of the list before is too old. */
  async function list(
    account: Account,
    query: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Buffer | null> {
    const wanted = new URLSearchParams({
      singleEvents: "true",
      maxAttendees: "1",
      fields: listFields,
      ...query,
    })
    const answer = await ask(account, "GET", `${eventsPath(account)}?${wanted}`, signal)
    if (answer.status === 410 && query.syncToken !== undefined) return null
    if (answer.status !== 200) throw refused(answer)
    return answer.body
  }

  async function pageOf(
    account: Account,
    query: Record<string, string>,
    range: MinuteRange,
    signal: AbortSignal,
  ): Promise<BusyPage> {
    const page = await list(account, query, signal)
    if (page === null) throw new CalendarUnavailable("server_error")
    return jsonThreads.read({ ...account, signal }, "googleEvents", page, busyQuestion(account, range))
  }

  async function hasChanged(account: Account, syncToken: string, signal: AbortSignal): Promise<boolean> {
    const page = await list(account, { syncToken }, signal)
    return page === null || jsonThreads.read({ ...account, signal }, "googleChanged", page)
  }

  async function freeBusy(account: Account, range: MinuteRange, signal: AbortSignal): Promise<Intervals> {
    const items = [{ id: account.settings.calendarId }]
    const body = { timeMin: isoAt(range.startMinute), timeMax: isoAt(range.endMinute), items }
    const answer = await ask(account, "POST", "/freeBusy", signal, { body })
    if (answer.status !== 200) throw refused(answer)
    const busy = await jsonThreads.read({ ...account, signal }, "googleFreeBusy", answer.body, range)
    if (busy === null) throw new CalendarUnavailable("not_found")
    return busy
  }

  const fieldsOf = (
    account: Account,
    { body }: HttpAnswer,
    name: string,
    signal: AbortSignal,
  ): Promise<Fields> => jsonThreads.read({ ...account, signal }, "fields", body, [name])

  async function etagIn(account: Account, answer: HttpAnswer, signal: AbortSignal): Promise<string | null> {
    const { etag } = await fieldsOf(account, answer, "etag", signal)
    return typeof etag === "string" ? etag : null
  }

  async function etagOf(account: Account, id: string, signal: AbortSignal): Promise<string | null> {
    const answer = await ask(account, "GET", eventPath(account, id), signal)
    if (answer.status !== 200 && !isGone(answer)) throw refused(answer)
    return answer.status === 200 ? etagIn(account, answer, signal) : null
  }

  return { ask, eventsPath, eventPath, pageOf, hasChanged, freeBusy, fieldsOf, etagIn, etagOf }
}

type GoogleClient = ReturnType<typeof googleClient>

async function readEvents(
  { pageOf, hasChanged }: GoogleClient,
  account: Account,
  question: CalendarQuestion,
  signal: AbortSignal,
) {
  const { known, isLive } = question
  if (known !== null && !isLive && !(await hasChanged(account, known, signal))) return "unchanged"
  const range = {
    timeMin: isoAt(question.startMinute),
    timeMax: isoAt(question.endMinute),
    maxResults: "2500",
  }
  let page = await pageOf(account, range, question, signal)
  const busy = [page.busy]
  for (let pages = 1; page.next !== null; pages += 1) {
    if (pages === mostPages) throw new CalendarUnavailable("unreadable")
    page = await pageOf(account, { ...range, pageToken: page.next }, question, signal)
    busy.push(page.busy)
  }
  return { busy: joined(busy), version: page.version }
}

export function googleCalendar(tools: CalendarTools, addresses: GoogleAddresses): CalendarOfKind<"google"> {
  const client = googleClient(tools, addresses)
  const { ask, eventsPath, eventPath, freeBusy, fieldsOf, etagIn, etagOf } = client

  async function readFreeBusy(account: Account, question: CalendarQuestion, signal: AbortSignal) {
    const pieces = piecesOf(question, freeBusyDays)
    const busy = await Promise.all(pieces.map((piece) => freeBusy(account, piece, signal)))
    return { busy: joined(busy), version: null }
  }

  return {
    read: (account, question, signal) =>
      account.writes
        ? readEvents(client, account, question, signal)
        : readFreeBusy(account, question, signal),

    async put(account, event, known, signal) {
      const body = bodyOf(event)
      let [isThere, etag] = [known !== null, known?.etag ?? null]
      for (let round = 0; round < rounds; round += 1) {
        const answer = isThere
          ? await ask(account, "PATCH", eventPath(account, event.id), signal, { body, etag })
          : await ask(account, "POST", eventsPath(account), signal, { body: { id: event.id, ...body } })
        if (answer.status === 200) return { remoteId: event.id, etag: await etagIn(account, answer, signal) }
        if (answer.status === 412) etag = await etagOf(account, event.id, signal)
        // An id that was ever used stays used: the event that has it is brought back.
        else if (answer.status === 409 && !isThere) [isThere, etag] = [true, null]
        else if (isGone(answer) && isThere) [isThere, etag] = [false, null]
        else throw refused(answer)
      }
      throw new CalendarUnavailable("server_error")
    },

    async remove(account, { remoteId }, signal) {
      const answer = await ask(account, "DELETE", eventPath(account, remoteId), signal)
      if (answer.status !== 204 && answer.status !== 200 && !isGone(answer)) throw refused(answer)
    },

    async examine(account, signal) {
      const startMinute = minuteOf(tools.now())
      const range = { startMinute, endMinute: startMinute + 1 }
      if (!account.writes) {
        await freeBusy(account, range, signal)
        return { mayWrite: false, serverTime: null }
      }
      const query = new URLSearchParams({ maxResults: "1", fields: "accessRole" })
      const answer = await ask(account, "GET", `${eventsPath(account)}?${query}`, signal)
      if (answer.status !== 200) throw refused(answer)
      const { accessRole: role } = await fieldsOf(account, answer, "accessRole", signal)
      return { mayWrite: role === "owner" || role === "writer", serverTime: serverTimeOf(answer) }
    },
  }
}

const bodyOf = (event: EventCopy) => ({
  summary: event.title,
  location: event.location ?? "",
  start: { dateTime: event.startAt.toISOString(), timeZone: event.timezone },
  end: { dateTime: event.endAt.toISOString(), timeZone: event.timezone },
  status: "confirmed",
  transparency: "opaque",
})

/** The most bytes read of a refusal, in which its reason stands. */
const reasonBytes = 4_096

/** Limits come as 403 too. */
function refused(answer: HttpAnswer): CalendarUnavailable {
  const isLimit =
    answer.status === 403 &&
    /rateLimitExceeded|userRateLimitExceeded|quotaExceeded/i.test(
      answer.body.toString("latin1", 0, reasonBytes),
    )
  return isLimit ? unavailable("rate_limited", answer) : refusedAnswer(answer)
}
