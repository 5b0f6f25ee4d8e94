/**
 * Google Calendar (API v3). A calendar that is only read is asked for its free and busy times, which takes the least
 * permission; one that we write into is asked for its events, since only those tell ours from others.
 */
import type { EventCopy } from "../../../../domain/model/event-copy.ts"
import { minuteOf } from "../../../../domain/time/units.ts"
import { isZone } from "../../../../domain/time/zone-table.ts"
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
  jsonOf,
  jsonQuestion,
  refusedAnswer,
  serverTimeOf,
  unavailable,
} from "./calendar-http.ts"
import type { AccountOf, CalendarOfKind, CalendarTools } from "./calendar-kind.ts"
import { instantMs, isoAt, type MsSpan, midnightMs, minutesOfSpans, piecesOf } from "./spans.ts"

type Account = AccountOf<"google">

export interface GoogleAddresses {
  apiUrl: string
  tokenUrl: string
}

interface GoogleTime {
  dateTime?: string
  date?: string
}

interface GoogleEvent {
  id: string
  status?: string
  transparency?: string
  start?: GoogleTime
  end?: GoogleTime
  attendees?: { self?: boolean; responseStatus?: string }[]
}

const mostPages = 50
const freeBusyDays = 60
const rounds = 4
const listFields =
  "nextPageToken,nextSyncToken,timeZone,accessRole,items(id,status,transparency,start,end,attendees(self,responseStatus))"

/** What Google is asked for. */
function googleClient(tools: CalendarTools, { apiUrl, tokenUrl }: GoogleAddresses) {
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

  async function list(account: Account, query: Record<string, string>, signal: AbortSignal) {
    const wanted = new URLSearchParams({
      singleEvents: "true",
      maxAttendees: "1",
      fields: listFields,
      ...query,
    })
    const answer = await ask(account, "GET", `${eventsPath(account)}?${wanted}`, signal)
    // 410: the token of the list before is too old; what is new can't be told.
    if (answer.status === 410 && query.syncToken !== undefined) return null
    if (answer.status !== 200) throw refused(answer)
    return jsonOf(answer)
  }

  async function hasChanged(account: Account, syncToken: string, signal: AbortSignal): Promise<boolean> {
    const page = await list(account, { syncToken }, signal)
    return page === null || (page.items ?? []).length > 0 || page.nextPageToken !== undefined
  }

  async function freeBusy(account: Account, { startMinute, endMinute }: MinuteRange, signal: AbortSignal) {
    const { calendarId } = account.settings
    const body = { timeMin: isoAt(startMinute), timeMax: isoAt(endMinute), items: [{ id: calendarId }] }
    const answer = await ask(account, "POST", "/freeBusy", signal, { body })
    if (answer.status !== 200) throw refused(answer)
    const found = Object.values<ReturnType<typeof JSON.parse>>(jsonOf(answer).calendars ?? {})[0]
    // An empty answer would read as free.
    if (!found || found.errors?.length > 0 || !Array.isArray(found.busy))
      throw new CalendarUnavailable("not_found")
    return (found.busy as { start: string; end: string }[]).map(({ start, end }) => ({
      start: instantMs(start),
      end: instantMs(end),
    }))
  }

  async function etagOf(account: Account, id: string, signal: AbortSignal): Promise<string | null> {
    const answer = await ask(account, "GET", eventPath(account, id), signal)
    if (answer.status !== 200 && !isGone(answer)) throw refused(answer)
    return answer.status === 200 ? (jsonOf(answer).etag ?? null) : null
  }

  return { ask, eventsPath, eventPath, list, hasChanged, freeBusy, etagOf }
}

type GoogleClient = ReturnType<typeof googleClient>

async function readEvents(
  { list, hasChanged }: GoogleClient,
  account: Account,
  question: CalendarQuestion,
  signal: AbortSignal,
) {
  const { known, isLive } = question
  if (known !== null && !isLive && !(await hasChanged(account, known, signal))) return "unchanged"
  const spans: MsSpan[] = []
  const range = {
    timeMin: isoAt(question.startMinute),
    timeMax: isoAt(question.endMinute),
    maxResults: "2500",
  }
  let page = await list(account, range, signal)
  for (let pages = 1; ; pages += 1) {
    const zone = zoneOf(account, page.timeZone)
    for (const event of (page.items ?? []) as GoogleEvent[]) {
      if (keepsBusy(event, account)) spans.push(spanOf(event, zone))
    }
    if (typeof page.nextPageToken !== "string") break
    if (pages === mostPages) throw new CalendarUnavailable("unreadable")
    page = await list(account, { ...range, pageToken: page.nextPageToken }, signal)
  }
  return {
    busy: minutesOfSpans(spans, question),
    version: (page.nextSyncToken as string | undefined) ?? null,
  }
}

export function googleCalendar(tools: CalendarTools, addresses: GoogleAddresses): CalendarOfKind<"google"> {
  const client = googleClient(tools, addresses)
  const { ask, eventsPath, eventPath, freeBusy, etagOf } = client

  async function readFreeBusy(account: Account, question: CalendarQuestion, signal: AbortSignal) {
    const spans = await Promise.all(
      piecesOf(question, freeBusyDays).map((piece) => freeBusy(account, piece, signal)),
    )
    return { busy: minutesOfSpans(spans.flat(), question), version: null }
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
        if (answer.status === 200) return { remoteId: event.id, etag: jsonOf(answer).etag ?? null }
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
      const role = jsonOf(answer).accessRole
      return { mayWrite: role === "owner" || role === "writer", serverTime: serverTimeOf(answer) }
    },
  }
}

function keepsBusy(event: GoogleEvent, { mark, unansweredBlocks }: Account): boolean {
  const answer = event.attendees?.find((one) => one.self === true)?.responseStatus
  const isDeclined = answer === "declined" || (answer === "needsAction" && !unansweredBlocks)
  const isFree = event.status === "cancelled" || event.transparency === "transparent"
  return !isFree && !isDeclined && !event.id.startsWith(mark) && event.start !== undefined
}

/** Of whole days: the one that was set when the calendar was connected, else the calendar's own there. */
const zoneOf = ({ isZoneSet, timezone }: Account, own: unknown): string =>
  !isZoneSet && typeof own === "string" && isZone(own) ? own : timezone

function spanOf({ start, end }: GoogleEvent, zone: string): MsSpan {
  const at = (time: GoogleTime | undefined) =>
    time?.date === undefined ? instantMs(time?.dateTime) : midnightMs(time.date, zone)
  return { start: at(start), end: at(end) }
}

const bodyOf = (event: EventCopy) => ({
  summary: event.title,
  location: event.location ?? "",
  start: { dateTime: event.startAt.toISOString(), timeZone: event.timezone },
  end: { dateTime: event.endAt.toISOString(), timeZone: event.timezone },
  status: "confirmed",
  transparency: "opaque",
})

/** Limits come as 403 too. */
function refused(answer: HttpAnswer): CalendarUnavailable {
  const isLimit =
    answer.status === 403 &&
    /rateLimitExceeded|userRateLimitExceeded|quotaExceeded/i.test(answer.body.toString("utf8"))
  return isLimit ? unavailable("rate_limited", answer) : refusedAnswer(answer)
}
