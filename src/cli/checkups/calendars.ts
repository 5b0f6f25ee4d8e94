import { type CalendarProblem, calendarProblems } from "../../model/calendar-problem.ts"
import { servedWhileFailingMs } from "../../model/provider-calendar.ts"
import { type Finding, ok, unknown, wrong } from "./finding.ts"
import { lookInto } from "./look-into.ts"

interface State {
  company_id: number
  provider_id: number
  id: number
  problem: CalendarProblem | null
  failing_since: Date | null
}

/** So many are told one by one. */
const mostTold = 20

/** What the worker found at its last look at each connected calendar, and whether it looks at all. */
export async function checkCalendars(url: string, now: number): Promise<Finding[]> {
  const found = await lookAt(url, now)
  if (found === null) return [unknown("calendars", "could not be looked at before the schema is up to date")]
  const { connected, ill } = found
  const findings = ill.slice(0, mostTold).map(findingFor)
  if (ill.length > mostTold) {
    findings.push(wrong("calendars", "there are more that are not read", "mend these first, and ask again"))
  }
  if (findings.length > 0) return findings
  return [ok("calendars", connected === 0 ? "none is connected" : `${connected} connected, all read`)]
}

function findingFor(state: State): Finding {
  const which = `calendar ${state.id} of provider ${state.provider_id}, company ${state.company_id}`
  if (state.failing_since === null) {
    return wrong(
      "calendars",
      `${which}: nobody has read it for a quarter of an hour`,
      "see that a worker runs",
    )
  }
  const { says, mend } = calendarProblems[state.problem ?? "server_error"]
  return wrong("calendars", `${which}: ${says} Since ${state.failing_since.toISOString()}.`, mend)
}

/** How many are connected, and one more than are told of those that fail or are not read. Null for a schema without calendars. */
const lookAt = (url: string, now: number): Promise<{ connected: number; ill: State[] } | null> =>
  lookInto(url, "provider_calendar", async (client) => {
    const counted = await client.query<{ connected: number }>(
      "SELECT count(*)::int AS connected FROM provider_calendar WHERE disconnected_at IS NULL",
    )
    const ill = await client.query<State>(
      `SELECT company_id::float8, provider_id::float8, id::float8, problem, failing_since FROM provider_calendar
       WHERE disconnected_at IS NULL
         AND (failing_since IS NOT NULL OR coalesce(last_read_at, created_at) < $1)
       ORDER BY company_id, id LIMIT $2`,
      [new Date(now - servedWhileFailingMs), mostTold + 1],
    )
    return { connected: counted.rows[0]!.connected, ill: ill.rows }
  })
