import type { Config } from "../../config/config-shape.ts"
import { inspectServer, type ServerState } from "../../database/client.ts"
import { migrate } from "../../database/migrate.ts"
import { reachServer } from "../../database/storage.ts"
import type { Log } from "../../ports.ts"
import { checkCalendars } from "./calendars.ts"
import { checkDatabaseSettings } from "./database-settings.ts"
import { type Finding, messageOf, ok, wrong } from "./finding.ts"
import { checkKeysInUse } from "./keys-in-use.ts"
import { checkPublicPages } from "./public-pages.ts"

const oldestMajorVersion = 15
const mostClockSkewMs = 1_000

/** The server, its schema, clock and settings, and the keys, calendars and public pages that it knows of. Starts the embedded PostgreSQL when none runs, and stops it again. */
export async function checkDatabase(config: Config, log: Log, processNow: () => number): Promise<Finding[]> {
  try {
    const { url, cluster } = await reachServer(config, log)
    try {
      const state = await inspectServer(url, processNow)
      return [
        checkVersion(config, state),
        await checkSchema(config, url),
        checkClock(state, processNow()),
        ...(await checkDatabaseSettings(url)),
        ...(await checkKeysInUse(config, url)),
        ...(await checkCalendars(url, processNow())),
        ...(await checkPublicPages(url)),
      ]
    } finally {
      await cluster?.stop()
    }
  } catch (error) {
    const mend =
      config.database.url === null ? "see DATA_DIR/postgres.log" : "check DATABASE_URL and the server"
    return [wrong("database", `cannot be reached: ${messageOf(error)}`, mend)]
  }
}

function checkVersion(config: Config, { majorVersion, offersBtreeGist }: ServerState): Finding {
  const which = `${config.database.url === null ? "embedded " : ""}PostgreSQL ${majorVersion}`
  if (majorVersion < oldestMajorVersion) {
    return wrong("database", which, `use PostgreSQL ${oldestMajorVersion} or newer`)
  }
  if (offersBtreeGist) return ok("database", which)
  return wrong("database", `${which} lacks the extension btree_gist`, "install PostgreSQL's contrib package")
}

async function checkSchema(config: Config, url: string): Promise<Finding> {
  try {
    await migrate(url, { mode: "check" })
    return ok("schema", "up to date")
  } catch (error) {
    const isPending = messageOf(error).startsWith("The database lacks")
    if (isPending && config.database.migrate === "auto")
      return ok("schema", "the next start brings it up to date")
    return wrong("schema", messageOf(error), "run `npm run cli -- migrate` of this release")
  }
}

function checkClock({ clockAheadMs }: ServerState, now: number): Finding {
  const shown = `${new Date(now).toISOString()}, the database ${Math.round(clockAheadMs)} ms ahead`
  if (Math.abs(clockAheadMs) <= mostClockSkewMs) return ok("clock", shown)
  return wrong("clock", shown, "let both machines keep their clocks by NTP")
}
