/** A provider's own calendars: what is busy there is not offered, and appointments are written into them. */

import { z } from "zod"
import { type CalendarProblem, calendarProblems } from "../../domain/model/calendar-problem.ts"
import { invalid, notFound, Refusal } from "../../domain/model/errors.ts"
import { calendarMark } from "../../domain/model/event-copy.ts"
import { byId, idText } from "../../domain/model/fields.ts"
import {
  calendarCheckView,
  calendarInput,
  calendarView,
  mostCalendars,
  problemOfUnclear,
  settingsOf,
  showCalendar,
  shownAddress,
} from "../../domain/model/provider-calendar.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import { isTestCompany } from "../../domain/model/test-company.ts"
import { lockProvider } from "../company/change-provider.ts"
import { findCompany } from "../company/companies.sql.ts"
import { findProvider } from "../company/providers.sql.ts"
import { openAccount } from "../ledger/open-account.ts"
import * as store from "../ledger/provider-calendars.sql.ts"
import { countPushes, enqueueComing } from "../outbox/calendars-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import { type CalendarAccount, CalendarUnavailable } from "../platform/ports/calendars.ts"
import { write } from "../platform/write.ts"

const common = { noun: "Calendars", roles: staff, result: calendarView }
const byCalendar = z.strictObject({ id: idText, calendarId: idText })

export const connectCalendar = operation({
  ...common,
  name: "connect_calendar",
  refusals: ["too_many_calendars"],
  summary: "Connect a provider's calendar",
  description:
    "What keeps the provider busy there is not offered, and appointments are written into it unless `writes` is false. Until it has been read, within seconds, nothing of the provider is offered: check it after connecting. Credentials are never returned.",
  params: byId,
  body: calendarInput,
  status: 201,
  async run(context, call, { id: providerId, ...input }) {
    const settings = settingsOf(input)
    // A test company's calendars are simulated: nothing is asked there, not even a name server.
    if ("url" in settings && !isTestCompany(call.companyId)) {
      const reason = await context.addressGuard.refuse(settings.url)
      if (reason !== null) throw invalid("url", reason)
    }
    return write(context, call, "connect_calendar", async (tx) => {
      const { companyId, now } = call
      await lockProvider(tx, companyId, providerId)
      const present = await store.listCalendars(tx, companyId, providerId)
      if (present.length >= mostCalendars) throw new Refusal("too_many_calendars")
      const id = await store.nextCalendarId(tx)
      const writes = "writes" in input && input.writes
      const mark = await store.findMark(tx, companyId, providerId)
      const boundTo = associatedData.calendar(companyId, id)
      const calendar = {
        id,
        provider_id: providerId,
        kind: input.kind,
        address: shownAddress(settings),
        writes,
        timezone: input.timezone ?? (await findCompany(tx, companyId))!.timezone,
        zone_is_set: input.timezone !== undefined,
        unanswered_blocks: input.unanswered_blocks,
        owner_email: input.owner_email ?? null,
        sealedSettings: context.sealer.seal(JSON.stringify(settings), boundTo),
        mark: mark ?? calendarMark(context.random.bytes(10)),
      }
      const made = await store.insertCalendar(tx, companyId, calendar, now)
      if (writes) await enqueueComing(tx, companyId, providerId, id, now)
      return { result: showCalendar(made, now), targetId: id, fields: Object.keys(input) }
    })
  },
})

export const listCalendars = listOperation({
  ...common,
  name: "list_calendars",
  summary: "List a provider's calendars",
  description: "All of them: there are at most ten.",
  params: byId,
  async run(context, call, { id }) {
    found(await findProvider(context.db, call.companyId, id), notFound("provider"))
    const rows = await store.listCalendars(context.db, call.companyId, id)
    return { rows: rows.map((row) => showCalendar(row, call.now)), next_cursor: null }
  },
})

export const checkCalendar = operation({
  ...common,
  name: "check_calendar",
  readsOnly: true,
  summary: "Check a provider's calendar",
  description: "Asks it now, and says what is wrong and what to do about it. Nothing is changed.",
  params: byCalendar,
  result: calendarCheckView,
  async run(context, { companyId }, { id, calendarId }) {
    const connection = await store.findConnection(context.db, companyId, calendarId)
    if (connection?.provider_id !== id) throw notFound("calendar")
    const [problems, waiting] = await Promise.all([
      problemsOf(context, openAccount(context, companyId, connection)),
      countPushes(context.db, companyId, calendarId),
    ])
    return {
      ok: problems.length === 0,
      problems: problems.map(({ problem, events }) => ({ problem, ...calendarProblems[problem], events })),
      waiting_writes: waiting,
    }
  },
})

const checkLimitMs = 10_000
/** A server's clock shows whole seconds; tokens and signatures stop working when it is about five minutes off. */
const clockToleranceMs = 300_000

interface FoundProblem {
  problem: CalendarProblem
  /** The events that are unclear. */
  events: { uid: string; line: number; text: string }[]
}

const plain = (problem: CalendarProblem): FoundProblem => ({ problem, events: [] })

async function problemsOf(
  { calendars, clock }: AppContext,
  account: CalendarAccount,
): Promise<FoundProblem[]> {
  try {
    const { mayWrite, serverTime, unclear } = await calendars.examine(
      account,
      AbortSignal.timeout(checkLimitMs),
    )
    const isOff = serverTime !== null && Math.abs(serverTime - clock.now()) > clockToleranceMs
    const mayNot = account.writes && !mayWrite
    return [
      ...(mayNot ? [plain("permission")] : []),
      ...(isOff ? [plain("clock")] : []),
      ...(unclear ? [{ problem: problemOfUnclear(unclear), events: [...unclear.lines] }] : []),
    ]
  } catch (error) {
    if (error instanceof CalendarUnavailable) return [plain(error.problem)]
    throw error
  }
}

export const disconnectCalendar = operation({
  ...common,
  name: "disconnect_calendar",
  summary: "Disconnect a provider's calendar",
  description:
    "Its credentials are forgotten, and what keeps the provider busy there no longer counts. Events that were written into it stay there.",
  params: byCalendar,
  async run(context, call, { id, calendarId }) {
    const { companyId, now } = call
    return write(context, call, "disconnect_calendar", async (tx) => {
      await lockProvider(tx, companyId, id)
      const gone = await store.disconnectCalendar(tx, companyId, id, calendarId, now)
      const result = showCalendar(found(gone, notFound("calendar")), now)
      return { result, targetId: calendarId, fields: ["disconnected_at"] }
    })
  },
})
