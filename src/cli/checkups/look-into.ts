import { openClient } from "../../database/client.ts"

/** What `look` finds in the database at `url`; null where the schema lacks this table yet. */
export async function lookInto<Found>(
  url: string,
  table: string,
  look: (client: ReturnType<typeof openClient>) => Promise<Found>,
): Promise<Found | null> {
  const client = openClient({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ known: boolean }>("SELECT to_regclass($1) IS NOT NULL AS known", [
      table,
    ])
    return rows[0]!.known ? await look(client) : null
  } finally {
    await client.end()
  }
}
