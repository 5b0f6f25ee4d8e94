/**
 * Outlook and Microsoft 365 (Graph v1.0). A calendar that is only read is asked for its owner's free and busy times, which
 * takes the least permission; one that we write into is asked for its events, since only those tell ours from others.
 */
import type { EventCopy } from "../../../../domain/model/event-copy.ts"
import { minuteOf, minutesPerDay, msPerMinute } from "../../../../domain/time/units.ts"
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
} from "./calendar-http.ts"
import type { AccountOf, CalendarOfKind, CalendarTools } from "./calendar-kind.ts"
import { instantMs, isoAt, type MsSpan, midnightMs, minutesOfSpans, piecesOf } from "./spans.ts"

type Account = AccountOf<"microsoft">

export interface MicrosoftAddresses {
  apiUrl: string
  loginUrl: string
}

interface GraphTime {
  dateTime: string
}

interface GraphEvent {
  id: string
  transactionId?: string | null
  showAs?: string
  isCancelled?: boolean
  isAllDay?: boolean
  responseStatus?: { response?: string }
  start: GraphTime
  end: GraphTime
}

const mostPages = 50
const scheduleDays = 31
const rounds = 4
const viewFields = "id,transactionId,showAs,isCancelled,isAllDay,responseStatus,start,end"
/** Elsewhere, but working: that is no reason to take no appointments. */
const freeWords = new Set(["free", "workingElsewhere"])

/** What Graph is asked for. */
function graphClient(tools: CalendarTools, { apiUrl, loginUrl }: MicrosoftAddresses) {
  const askWithToken = createAccessTokens(tools)

  function ask(
    account: Account,
    method: string,
    url: string,
    signal: AbortSignal,
    more: JsonQuestion = {},
  ): Promise<HttpAnswer> {
    const { tenant } = account.settings
    const source = {
      url: `${loginUrl}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`,
      scope: "https://graph.microsoft.com/.default offline_access",
    }
    const question = jsonQuestion(method, url, more)
    const headers = { ...question.headers, prefer: 'outlook.timezone="UTC"' }
    return askWithToken(account, source, { ...question, headers }, signal)
  }

  const root = ({ settings: { calendarId } }: Account) =>
    calendarId === null ? `${apiUrl}/me/calendar` : `${apiUrl}/me/calendars/${encodeURIComponent(calendarId)}`
  const eventUrl = (id: string) => `${apiUrl}/me/events/${encodeURIComponent(id)}`

  async function eventsIn(account: Account, range: MinuteRange, signal: AbortSignal): Promise<GraphEvent[]> {
    const query = new URLSearchParams({
      startDateTime: isoAt(range.startMinute),
      endDateTime: isoAt(range.endMinute),
      $select: viewFields,
      $top: "500",
    })
    const events: GraphEvent[] = []
    let url: string | undefined = `${root(account)}/calendarView?${query}`
    for (let pages = 0; url !== undefined; pages += 1) {
      // The token goes to nobody else, whatever an answer names as its next page.
      if (pages === mostPages || !url.startsWith(`${apiUrl}/`)) throw new CalendarUnavailable("unreadable")
      const answer = await ask(account, "GET", url, signal)
      if (answer.status !== 200) throw refusedAnswer(answer)
      const page = jsonOf(answer)
      events.push(...((page.value ?? []) as GraphEvent[]))
      url = page["@odata.nextLink"]
    }
    return events
  }

  async function scheduleIn(account: Account, range: MinuteRange, signal: AbortSignal): Promise<MsSpan[]> {
    const at = (minute: number) => ({ dateTime: isoAt(minute).slice(0, 19), timeZone: "UTC" })
    const body = {
      schedules: [account.ownerEmail],
      startTime: at(range.startMinute),
      endTime: at(range.endMinute),
      availabilityViewInterval: 60,
    }
    const answer = await ask(account, "POST", `${apiUrl}/me/calendar/getSchedule`, signal, { body })
    if (answer.status !== 200) throw refusedAnswer(answer)
    const [schedule] = jsonOf(answer).value ?? []
    // An empty answer would read as free.
    if (!schedule || schedule.error || !Array.isArray(schedule.scheduleItems)) {
      throw new CalendarUnavailable("not_found")
    }
    return (schedule.scheduleItems as { status: string; start: GraphTime; end: GraphTime }[])
      .filter(({ status }) => !freeWords.has(status))
      .map(({ start, end }) => ({ start: utcMs(start), end: utcMs(end) }))
  }

  return { ask, root, eventUrl, eventsIn, scheduleIn }
}

export function microsoftCalendar(
  tools: CalendarTools,
  addresses: MicrosoftAddresses,
): CalendarOfKind<"microsoft"> {
  const { ask, root, eventUrl, eventsIn, scheduleIn } = graphClient(tools, addresses)

  async function readEvents(account: Account, question: CalendarQuestion, signal: AbortSignal) {
    // Whole days come as midnights of no zone; a day more on either side holds them in every one.
    const wide = {
      startMinute: question.startMinute - minutesPerDay,
      endMinute: question.endMinute + minutesPerDay,
    }
    const events = await eventsIn(account, wide, signal)
    const spans = events
      .filter((event) => keepsBusy(event, account))
      .map((event) => spanOf(event, account.timezone))
    return { busy: minutesOfSpans(spans, question), version: null }
  }

  async function readSchedule(account: Account, question: CalendarQuestion, signal: AbortSignal) {
    const pieces = piecesOf(question, scheduleDays)
    const spans = await Promise.all(pieces.map((piece) => scheduleIn(account, piece, signal)))
    return { busy: minutesOfSpans(spans.flat(), question), version: null }
  }

  /** An event of ours whose making we did not hear of. */
  async function findOurs(account: Account, event: EventCopy, signal: AbortSignal): Promise<string | null> {
    // It may stand where the appointment was before it was moved.
    const around = 90 * minutesPerDay
    const startMinute = minuteOf(event.startAt.getTime()) - around
    const range = { startMinute, endMinute: Math.ceil(event.endAt.getTime() / msPerMinute) + around }
    const events = await eventsIn(account, range, signal)
    return events.find(({ transactionId }) => transactionId?.startsWith(event.id))?.id ?? null
  }

  return {
    read: (account, question, signal) =>
      account.writes ? readEvents(account, question, signal) : readSchedule(account, question, signal),

    async put(account, event, known, signal) {
      const body = bodyOf(event)
      let [remoteId, etag] = [known?.remoteId ?? null, known?.etag ?? null]
      let transactionId = event.id
      for (let round = 0; round < rounds; round += 1) {
        const answer: HttpAnswer =
          remoteId === null
            ? await ask(account, "POST", `${root(account)}/events`, signal, {
                body: { ...body, transactionId },
              })
            : await ask(account, "PATCH", eventUrl(remoteId), signal, { body, etag })
        if (answer.status === 200 || answer.status === 201) {
          const made = jsonOf(answer)
          return { remoteId: String(made.id), etag: made["@odata.etag"] ?? null }
        }
        // Read again by being written without a condition: nothing of its owner's is in what we send.
        if (answer.status === 412) etag = null
        else if (answer.status === 409 && remoteId === null) {
          remoteId = await findOurs(account, event, signal)
          transactionId = `${event.id}-${event.sequence}-${round}`
        } else if (isGone(answer) && remoteId !== null) {
          ;[remoteId, etag] = [null, null]
        } else throw refusedAnswer(answer)
      }
      throw new CalendarUnavailable("server_error")
    },

    async remove(account, { remoteId }, signal) {
      const answer = await ask(account, "DELETE", eventUrl(remoteId), signal)
      if (answer.status !== 204 && answer.status !== 200 && !isGone(answer)) throw refusedAnswer(answer)
    },

    async examine(account, signal) {
      if (!account.writes) {
        const startMinute = minuteOf(tools.now())
        await scheduleIn(account, { startMinute, endMinute: startMinute + 60 }, signal)
        return { mayWrite: false, serverTime: null }
      }
      const answer = await ask(account, "GET", `${root(account)}?$select=canEdit`, signal)
      if (answer.status !== 200) throw refusedAnswer(answer)
      return { mayWrite: jsonOf(answer).canEdit === true, serverTime: serverTimeOf(answer) }
    },
  }
}

function keepsBusy(event: GraphEvent, { mark, unansweredBlocks }: Account): boolean {
  const isOurs = event.transactionId?.startsWith(mark) ?? false
  const isDeclined = event.responseStatus?.response === "declined"
  const isUnanswered = event.responseStatus?.response === "notResponded"
  return (
    !isOurs &&
    !isDeclined &&
    (unansweredBlocks || !isUnanswered) &&
    event.isCancelled !== true &&
    !freeWords.has(event.showAs ?? "busy")
  )
}

/** Graph writes UTC without saying so. */
const utcMs = ({ dateTime }: GraphTime) => instantMs(/Z$/i.test(dateTime) ? dateTime : `${dateTime}Z`)

function spanOf(event: GraphEvent, zone: string): MsSpan {
  const at = (time: GraphTime) =>
    event.isAllDay === true ? midnightMs(time.dateTime.slice(0, 10), zone) : utcMs(time)
  return { start: at(event.start), end: at(event.end) }
}

const bodyOf = (event: EventCopy) => ({
  subject: event.title,
  location: { displayName: event.location ?? "" },
  start: { dateTime: event.startAt.toISOString().slice(0, 19), timeZone: "UTC" },
  end: { dateTime: event.endAt.toISOString().slice(0, 19), timeZone: "UTC" },
  showAs: "busy",
})
