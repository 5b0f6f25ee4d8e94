/** The doctor's findings in the service's own rows: which keys they need, and which texts wait for an operator. */

import { connectTo } from "../../../platform/pg/servers.ts"
import type { Config } from "../../config/config-shape.ts"
import { ownCommand } from "../../config/own-command.ts"
import { type Finding, ok, unknown, wrong } from "./finding.ts"

/** The result of `look` in the database at `url`; null where the schema lacks this table yet. */
export async function lookInto<Found>(
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
 * Checks that the host still holds every key with which links that may yet be opened, secrets that are read back, and
 * consents of numbers were written.
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

/** Texts that were set aside when the database had gone back in time: no worker takes them up by itself. */
export async function checkTextsHeld(url: string): Promise<Finding[]> {
  const held = await lookInto(url, "text_held", async (client) => {
    const { rows } = await client.query<{ count: number }>("SELECT count(*)::int AS count FROM text_held")
    return rows[0]!.count
  })
  if (held === null) return []
  if (held === 0) return [ok("texts held", "none waits for an operator")]
  const says = `${held} wait since the database went back in time: they were due then and may have gone`
  const mend = `\`${ownCommand("recovered --send-texts")}\` sends those that are still of use, \`--drop-texts\` gives them up`
  return [wrong("texts held", says, mend)]
}
