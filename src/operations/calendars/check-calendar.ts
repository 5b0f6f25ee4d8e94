import { z } from "zod"
import type { AppContext } from "../../context.ts"
import { type CalendarProblem, calendarProblems } from "../../model/calendar-problem.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { calendarCheckView } from "../../model/provider-calendar.ts"
import { type CalendarAccount, CalendarUnavailable } from "../../ports.ts"
import { findConnection } from "../../store/provider-calendars.ts"
import { countPushes } from "../../store/queue/calendar-pushes.ts"
import { found, operation, staff } from "../operation.ts"
import { openAccount } from "./open-account.ts"

const limitMs = 10_000
/** A server's clock says whole seconds; tokens and signatures stop working at about five minutes. */
const clockToleranceMs = 300_000

export const checkCalendar = operation({
  name: "check_calendar",
  summary: "Check a provider's calendar",
  description: "Asks it now, and says what is wrong and what to do about it. Nothing is changed.",
  noun: "Calendars",
  roles: staff,
  params: z.strictObject({ id: idText, calendarId: idText }),
  result: calendarCheckView,
  async run(context, call, { id, calendarId }) {
    const connection = found(
      await findConnection(context.db, call.companyId, calendarId),
      notFound("calendar"),
    )
    if (connection.provider_id !== id) throw notFound("calendar")
    const [problems, waiting] = await Promise.all([
      problemsOf(context, openAccount(context, call.companyId, connection)),
      countPushes(context.db, call.companyId, calendarId),
    ])
    return {
      ok: problems.length === 0,
      problems: problems.map((problem) => ({ problem, ...calendarProblems[problem] })),
      waiting_writes: waiting,
    }
  },
})

async function problemsOf(
  { calendars, clock }: AppContext,
  account: CalendarAccount,
): Promise<CalendarProblem[]> {
  try {
    const { mayWrite, serverTime } = await calendars.examine(account, AbortSignal.timeout(limitMs))
    const isOff = serverTime !== null && Math.abs(serverTime - clock.now()) > clockToleranceMs
    const mayNot = account.writes && !mayWrite
    return [...(mayNot ? (["permission"] as const) : []), ...(isOff ? (["clock"] as const) : [])]
  } catch (error) {
    if (error instanceof CalendarUnavailable) return [error.problem]
    throw error
  }
}
