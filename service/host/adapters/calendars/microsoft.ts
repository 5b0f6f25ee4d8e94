/**
 * Outlook and Microsoft 365 (Graph v1.0). A calendar that is only read is asked for its owner's free and busy times, which
 * takes the least permission; one that we write into is asked for its events, since only those tell ours from others.
 */
import type { EventCopy } from "../../../../domain/model/event-copy.ts"
import type { Intervals } from "../../../../domain/time/intervals.ts"
import { minuteOf, minutesPerDay, msPerMinute } from "../../../../domain/time/units.ts"
import {
  type CalendarQuestion,
  CalendarUnavailable,
  type MinuteRange,
} from "../../../platform/ports/calendars.ts"
import { createAccessTokens } from "./access-tokens.ts"
import type { HttpAnswer } from "./calendar-http.ts"
import { isGone, type JsonQuestion, jsonQuestion, refusedAnswer, serverTimeOf } from "./calendar-http.ts"
import type { AccountOf, CalendarOfKind, CalendarTools } from "./calendar-kind.ts"
import { busyQuestion } from "./reader-questions.ts"
import { isoAt, joined, piecesOf } from "./spans.ts"

type Account = AccountOf<"microsoft">

export interface MicrosoftAddresses {
  apiUrl: string
  loginUrl: string
}

const mostPages = 50
const scheduleDays = 31
const rounds = 4
const viewFields = "id,transactionId,showAs,isCancelled,isAllDay,responseStatus,start,end"
/** The requests to Graph. */
function graphClient(tools: CalendarTools, { apiUrl, loginUrl }: MicrosoftAddresses) {
  const { jsonThreads } = tools
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

  /** The pages of what stands in the range, until `read` has seen the last one. */
  async function pagesIn(
    account: Account,
    range: MinuteRange,
    signal: AbortSignal,
    read: (page: Buffer) => Promise<{ next: string | null }>,
  ): Promise<void> {
    const query = new URLSearchParams({
      startDateTime: isoAt(range.startMinute),
      endDateTime: isoAt(range.endMinute),
      $select: viewFields,
      $top: "500",
    })
    let url: string | null = `${root(account)}/calendarView?${query}`
    for (let pages = 0; url !== null; pages += 1) {
      // The token goes to this host alone, even where an answer names another as its next page.
      if (pages === mostPages || !url.startsWith(`${apiUrl}/`)) throw new CalendarUnavailable("unreadable")
      const answer = await ask(account, "GET", url, signal)
      if (answer.status !== 200) throw refusedAnswer(answer)
      url = (await read(answer.body)).next
    }
  }

  async function scheduleIn(account: Account, range: MinuteRange, signal: AbortSignal): Promise<Intervals> {
    const at = (minute: number) => ({ dateTime: isoAt(minute).slice(0, 19), timeZone: "UTC" })
    const body = {
      schedules: [account.ownerEmail],
      startTime: at(range.startMinute),
      endTime: at(range.endMinute),
      availabilityViewInterval: 60,
    }
    const answer = await ask(account, "POST", `${apiUrl}/me/calendar/getSchedule`, signal, { body })
    if (answer.status !== 200) throw refusedAnswer(answer)
    const busy = await jsonThreads.read({ ...account, signal }, "graphSchedule", answer.body, range)
    if (busy === null) throw new CalendarUnavailable("not_found")
    return busy
  }

  return { ask, root, eventUrl, pagesIn, scheduleIn }
}

export function microsoftCalendar(
  tools: CalendarTools,
  addresses: MicrosoftAddresses,
): CalendarOfKind<"microsoft"> {
  const { jsonThreads } = tools
  const { ask, root, eventUrl, pagesIn, scheduleIn } = graphClient(tools, addresses)

  const fieldsOf = (account: Account, { body }: HttpAnswer, names: string[], signal: AbortSignal) =>
    jsonThreads.read({ ...account, signal }, "fields", body, names)

  async function readEvents(account: Account, question: CalendarQuestion, signal: AbortSignal) {
    // Whole days come as midnights of no zone; a day more on either side holds them in every one.
    const wide = {
      startMinute: question.startMinute - minutesPerDay,
      endMinute: question.endMinute + minutesPerDay,
    }
    const asked = busyQuestion(account, question)
    const busy: Intervals[] = []
    await pagesIn(account, wide, signal, async (body) => {
      const page = await jsonThreads.read({ ...account, signal }, "graphEvents", body, asked)
      busy.push(page.busy)
      return page
    })
    return { busy: joined(busy), version: null }
  }

  async function readSchedule(account: Account, question: CalendarQuestion, signal: AbortSignal) {
    const pieces = piecesOf(question, scheduleDays)
    const busy = await Promise.all(pieces.map((piece) => scheduleIn(account, piece, signal)))
    return { busy: joined(busy), version: null }
  }

  /** An event of ours whose making we did not hear of. */
  async function findOurs(account: Account, event: EventCopy, signal: AbortSignal): Promise<string | null> {
    // It may stand where the appointment was before it was moved.
    const around = 90 * minutesPerDay
    const startMinute = minuteOf(event.startAt.getTime()) - around
    const range = { startMinute, endMinute: Math.ceil(event.endAt.getTime() / msPerMinute) + around }
    let found: string | null = null
    await pagesIn(account, range, signal, async (body) => {
      const page = await jsonThreads.read({ ...account, signal }, "graphEventOf", body, event.id)
      found = page.id
      return found === null ? page : { next: null }
    })
    return found
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
          const { id, "@odata.etag": made } = await fieldsOf(account, answer, ["id", "@odata.etag"], signal)
          if (typeof id !== "string") throw new CalendarUnavailable("unreadable")
          return { remoteId: id, etag: typeof made === "string" ? made : null }
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
      const { canEdit } = await fieldsOf(account, answer, ["canEdit"], signal)
      return { mayWrite: canEdit === true, serverTime: serverTimeOf(answer) }
    },
  }
}

const bodyOf = (event: EventCopy) => ({
  subject: event.title,
  location: { displayName: event.location ?? "" },
  start: { dateTime: event.startAt.toISOString().slice(0, 19), timeZone: "UTC" },
  end: { dateTime: event.endAt.toISOString().slice(0, 19), timeZone: "UTC" },
  showAs: "busy",
})
