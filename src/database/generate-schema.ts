import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openClient } from "./client.ts"
import { openCluster } from "./cluster.ts"
import { migrate } from "./migrate.ts"
import { schemaText } from "./schema-text.ts"

/** The text of `schema.sql`: what all migrations make together, tried on a PostgreSQL of its own. */
export async function generateSchema(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "appointed-schema-"))
  const cluster = await openCluster({ dataDir, durability: "none" })
  try {
    await migrate(cluster.url)
    const client = openClient({ connectionString: cluster.url })
    await client.connect()
    try {
      return await schemaText(client)
    } finally {
      await client.end()
    }
  } finally {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
