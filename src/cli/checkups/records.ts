/** What the doctor finds in the service's own tables. */
import type { Config } from "../../config/config-shape.ts"
import { type CalendarProblem, calendarProblems } from "../../model/calendar-problem.ts"
import { servedWhileFailingMs } from "../../model/provider-calendar.ts"
import { connectTo } from "../../store/pg/servers.ts"
import { type Finding, ok, unknown, wrong } from "./finding.ts"

/** What `look` finds in the database at `url`; null where the schema lacks this table yet. */
async function lookInto<Found>(
  url: string,
  table: string,
  look: (client: Awaited<ReturnType<typeof connectTo>>) => Promise<Found>,
): Promise<Found | null> {
  const client = await connectTo(url, { connectionTimeoutMillis: 5_000 })
  try {
    const { rows } = await client.query<{ known: boolean }>("SELECT to_regclass($1) IS NOT NULL AS known", [
      table,
    ])
    return rows[0]!.known ? await look(client) : null
  } finally {
    await client.end()
  }
}

interface Used {
  setting: "SECRET_KEY" | "LINK_SECRET"
  id: string
  /** How many rows were made with it. */
  rows: number
}

/**
 * Whether the host still holds every key that links which may yet be opened, secrets that are read back, and what
 * numbers have consented to were written with.
 */
export async function checkKeysInUse({ secrets }: Pick<Config, "secrets">, url: string): Promise<Finding[]> {
  const used = await lookUp(url)
  if (used === null) return [unknown("keys in use", "could not be looked up before the schema is up to date")]
  const held = { SECRET_KEY: secrets.encryption, LINK_SECRET: secrets.link }
  const lost = used.filter(({ setting, id }) => held[setting].every((key) => key.id !== id))
  if (lost.length === 0) return [ok("keys in use", "all are held")]
  return lost.map(({ setting, id, rows }) =>
    setting === "LINK_SECRET"
      ? wrong(
          setting,
          `the key ${id} is gone, which ${rows} links were made with: they open, but cannot be told again`,
          "put it back behind the others, or rotate those links",
        )
      : wrong(
          setting,
          `the key ${id} is gone, which ${rows} webhook secrets, calendar accounts, second factors, consents and opt-outs need`,
          "put it back behind the others, and run `secrets rotate` before it is dropped again; without it those secrets and calendars have to be made anew, and opt-outs are forgotten",
        ),
  )
}

/** Null for a schema that is not there yet. */
const lookUp = (url: string): Promise<Used[] | null> =>
  lookInto(url, "provider_calendar", async (client) => {
    const used = await client.query<Used>(
      `SELECT 'LINK_SECRET' AS setting, link_key_id AS id, count(*)::int AS rows FROM (
         SELECT link_key_id FROM scheduling_request WHERE status IN ('open', 'scheduled')
         UNION ALL SELECT link_key_id FROM appointment WHERE status = 'scheduled' AND link_key_id IS NOT NULL) made
       GROUP BY link_key_id
       UNION ALL
       SELECT 'SECRET_KEY', key_id, count(*)::int FROM (
         SELECT split_part(secret, '.', 2) AS key_id FROM webhook_endpoint
         UNION ALL SELECT split_part(settings, '.', 2) FROM provider_calendar WHERE settings IS NOT NULL
         UNION ALL SELECT split_part(totp_sealed, '.', 2) FROM app_user WHERE totp_sealed IS NOT NULL
         UNION ALL SELECT split_part(phone_hash, ':', 1) FROM consent) written
       GROUP BY key_id
       ORDER BY 1, 2`,
    )
    return used.rows
  })

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

/** So many companies are named one by one. */
const mostNamed = 20

/** The public pages that are on, and those on which nobody can book because no number can text a code. */
export async function checkPublicPages(url: string): Promise<Finding[]> {
  const found = await lookInto(url, "company", async (client) => {
    const { rows } = await client.query<{ company_id: number; texts: boolean }>(
      `SELECT company_id::float8, EXISTS (
         SELECT 1 FROM channel v WHERE v.company_id = c.company_id AND v.kind = 'sms'
       ) AS texts
       FROM company c WHERE public_booking_enabled AND public_slug IS NOT NULL ORDER BY company_id`,
    )
    return rows
  })
  if (found === null) {
    return [unknown("public pages", "could not be looked at before the schema is up to date")]
  }
  const mute = found.filter(({ texts }) => !texts)
  if (mute.length === 0) return [ok("public pages", `${found.length} on, each with a number for codes`)]
  return mute
    .slice(0, mostNamed)
    .map(({ company_id }) =>
      wrong(
        "public pages",
        `company ${company_id}: its page is on, but no number can text codes, so its visitors are asked to call`,
        "register an sms channel for it, or switch the page off",
      ),
    )
}
