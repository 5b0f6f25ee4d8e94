import { openClient } from "../../database/client.ts"
import { type CalendarProblem, calendarProblems } from "../../model/calendar-problem.ts"
import { servedWhileFailingMs } from "../../model/provider-calendar.ts"
import { type Finding, ok, unknown, wrong } from "./finding.ts"

interface State {
  company_id: number
  provider_id: number
  id: number
  problem: CalendarProblem | null
  failing_since: Date | null
  last_read_at: Date | null
  created_at: Date
}

/** What the worker found at its last look at each connected calendar, and whether it looks at all. */
export async function checkCalendars(url: string, now: number): Promise<Finding[]> {
  const states = await statesIn(url)
  if (states === null) return [unknown("calendars", "could not be looked at before the schema is up to date")]
  const findings = states.flatMap((state) => findingFor(state, now))
  if (findings.length > 0) return findings
  return [ok("calendars", states.length === 0 ? "none is connected" : `${states.length} connected, all read`)]
}

function findingFor(state: State, now: number): Finding[] {
  const which = `calendar ${state.id} of provider ${state.provider_id}, company ${state.company_id}`
  if (state.failing_since !== null) {
    const { says, mend } = calendarProblems[state.problem ?? "server_error"]
    return [wrong("calendars", `${which}: ${says} Since ${state.failing_since.toISOString()}.`, mend)]
  }
  const lastLook = (state.last_read_at ?? state.created_at).getTime()
  if (now - lastLook <= servedWhileFailingMs) return []
  return [
    wrong("calendars", `${which}: nobody has read it for a quarter of an hour`, "see that a worker runs"),
  ]
}

/** Null for a schema that has no calendars yet. */
async function statesIn(url: string): Promise<State[] | null> {
  const client = openClient({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    const known = await client.query<{ known: boolean }>(
      "SELECT to_regclass('provider_calendar') IS NOT NULL AS known",
    )
    if (!known.rows[0]!.known) return null
    const found = await client.query<State>(
      `SELECT company_id::float8, provider_id::float8, id::float8, problem, failing_since, last_read_at, created_at
       FROM provider_calendar WHERE disconnected_at IS NULL ORDER BY company_id, id`,
    )
    return found.rows
  } finally {
    await client.end()
  }
}
