import type { HostFacts } from "../../../../domain/model/readiness.ts"
import { openDatabase, type Pooler, settingsNotKept } from "../../../platform/pg/database.ts"
import type { Log } from "../../../platform/ports.ts"
import { bookUrlOf } from "../../config/addresses.ts"
import type { Config } from "../../config/config-shape.ts"
import { ownCommand } from "../../config/own-command.ts"
import { findPooler, inspectServer, type ServerState } from "../../database/inspect-server.ts"
import { migrate } from "../../database/migrate.ts"
import { reachServer } from "../../database/storage.ts"
import { checkCompanies } from "./companies.ts"
import { type Finding, messageOf, ok, unknown, wrong } from "./finding.ts"
import { checkJobs } from "./jobs.ts"
import { checkMachines, machineFailure } from "./machines.ts"
import { checkKeysInUse, checkTextsHeld } from "./records.ts"

const oldestMajorVersion = 15
const mostClockSkewMs = 1_000

/** The server, its schema, clock and settings, the keys that its rows need, texts that wait for an operator, and its companies. Starts the embedded PostgreSQL when none runs, and stops it again. */
export async function checkDatabase(config: Config, log: Log, processNow: () => number): Promise<Finding[]> {
  try {
    const { url, cluster } = await reachServer(config, log)
    try {
      const state = await inspectServer(url, processNow)
      const schema = await checkSchema(config, url)
      const machines = await checkMachines(url)
      if (machines.some((each) => each.state === "wrong")) {
        // All that reads every company would meet it again.
        return [checkVersion(config, state), ...machines, unknown("companies", "could not be looked at")]
      }
      return [
        checkVersion(config, state),
        schema,
        ...machines,
        checkClock(state, processNow()),
        await checkPooler(url, config.database.pooler),
        ...(await checkDatabaseSettings(url, config.database.pooler)),
        ...(await checkKeysInUse(config, url)),
        ...(await checkTextsHeld(url)),
        ...(await checkJobs(url)),
        ...(schema.says === isUpToDate
          ? await checkCompanies(url, {
              host: hostFactsOf(config),
              pooler: config.database.pooler,
              now: processNow(),
            })
          : [unknown("companies", "could not be looked at before the schema is up to date")]),
      ]
    } finally {
      await cluster?.stop()
    }
  } catch (error) {
    const machine = machineFailure(error)
    if (machine) return [machine]
    const mend =
      config.database.url === null ? "see DATA_DIR/postgres.log" : "check DATABASE_URL and the server"
    return [wrong("database", `cannot be reached: ${messageOf(error)}`, mend)]
  }
}

function checkVersion(config: Config, { majorVersion, missingExtensions }: ServerState): Finding {
  const which = `${config.database.url === null ? "embedded " : ""}PostgreSQL ${majorVersion}`
  if (majorVersion < oldestMajorVersion) {
    return wrong("database", which, `use PostgreSQL ${oldestMajorVersion} or newer`)
  }
  if (missingExtensions.length === 0) return ok("database", which)
  const missing = `${which} lacks the extensions ${missingExtensions.join(", ")}`
  return wrong("database", missing, "install PostgreSQL's contrib package")
}

const isUpToDate = "up to date"

const hostFactsOf = (config: Config): HostFacts => ({
  bookUrl: bookUrlOf(config),
  hasBotCheck: config.botCheck.secret !== null,
  sendsTexts: config.texts.sender !== "none",
  sendsMails: config.mail.sender !== "none",
})

async function checkSchema(config: Config, url: string): Promise<Finding> {
  try {
    await migrate(url, { mode: "check" })
    return ok("schema", isUpToDate)
  } catch (error) {
    const isPending = messageOf(error).startsWith("The database lacks")
    if (isPending && config.database.migrate === "auto")
      return ok("schema", "the next start brings it up to date")
    return wrong("schema", messageOf(error), `run \`${ownCommand("migrate")}\` of this release`)
  }
}

function checkClock({ clockAheadMs }: ServerState, now: number): Finding {
  const shown = `${new Date(now).toISOString()}, the database ${Math.round(clockAheadMs)} ms ahead`
  if (Math.abs(clockAheadMs) <= mostClockSkewMs) return ok("clock", shown)
  return wrong("clock", shown, "let both machines keep their clocks by NTP")
}

/** Finds a pooler between the service and the server, and compares that with DATABASE_POOLER. */
export async function checkPooler(url: string, pooler: Pooler): Promise<Finding> {
  const found = await findPooler(url)
  if (found === "by transaction") {
    const says = "one that lends a session for each transaction"
    if (pooler === "transaction") return ok("pooler", says)
    return wrong("pooler", `${says}, and DATABASE_POOLER does not say so`, "set DATABASE_POOLER=transaction")
  }
  if (pooler === "none") return ok("pooler", found === "none" ? "none" : "one that keeps sessions")
  return wrong(
    "pooler",
    `DATABASE_POOLER is transaction, but ${found === "none" ? "no pooler stands in between" : "the pooler keeps sessions"}: each statement costs more than it must`,
    "unset DATABASE_POOLER",
  )
}

const name = "database settings"

/** Settings of the server that cost the service time, as a session of its own meets them. */
export async function checkDatabaseSettings(url: string, pooler: Pooler = "none"): Promise<Finding[]> {
  const db = openDatabase({ connection: { connectionString: url }, poolSize: 1, pooler })
  try {
    const notKept = (await settingsNotKept(db)).map(({ setting, wanted, value }) =>
      wrong(
        name,
        `${setting} is ${value} in the service's sessions, which ask for ${wanted}`,
        "let a pooler between the service and the server keep what a session sets",
      ),
    )
    const values = await db.query<Setting>(
      `SELECT name, current_setting(name) AS value, pg_size_bytes(CASE WHEN unit IN ('8kB', 'kB', 'MB') THEN current_setting(name) END)::float8 AS bytes,
         setting <> boot_val AS "isChanged"
       FROM pg_settings WHERE name = ANY ($1) OR name LIKE 'enable\\_%'`,
      [["fsync", ...Object.keys(costs)]],
    )
    const valueIn = (wanted: string) => values.find((setting) => setting.name === wanted)?.value
    const server = {
      isForTests: valueIn("fsync") === "off",
      logsSlowStatements: !["-1", "0"].includes(valueIn("log_min_duration_statement") ?? "-1"),
    }
    const costly = values.flatMap((setting) => findingOf(setting, server))
    const found = [...notKept, ...costly]
    return found.length > 0 ? found : [ok(name, "none that costs")]
  } finally {
    await db.close()
  }
}

interface Setting {
  name: string
  value: string
  /** The bytes of a setting that is a size. */
  bytes: number | null
  isChanged: boolean
}

interface ServerKind {
  /** A server without fsync keeps nothing for long: it is for tests. */
  isForTests: boolean
  logsSlowStatements: boolean
}

interface Cost {
  isCostly(setting: Setting, server: ServerKind): boolean
  why: string
  better: string
}

const writesLog = "so every statement is written to the server's log, with the personal data in it"

const costs: Readonly<Record<string, Cost>> = {
  log_statement: {
    isCostly: ({ value }) => value === "all" || value === "mod",
    why: writesLog,
    better: "none",
  },
  log_min_duration_statement: { isCostly: ({ value }) => value === "0", why: writesLog, better: "-1" },
  log_error_verbosity: {
    isCostly: ({ value }) => value !== "terse",
    why: "so the details of errors are written to the server's log, with the values of rows in them",
    better: "terse",
  },
  log_parameter_max_length: {
    isCostly: ({ value }, { logsSlowStatements }) => logsSlowStatements && value !== "0",
    why: "so slow statements are written to the server's log with their values",
    better: "0",
  },
  log_parameter_max_length_on_error: {
    isCostly: ({ value }) => value !== "0",
    why: "so the values of statements that fail are written to the server's log",
    better: "0",
  },
  log_duration: {
    isCostly: ({ value }) => value === "on",
    why: "so every statement writes to the log",
    better: "off",
  },
  plan_cache_mode: {
    isCostly: ({ value }) => value === "force_custom_plan",
    why: "so a prepared statement is planned anew each time",
    better: "auto",
  },
  autovacuum: {
    isCostly: ({ value }, { isForTests }) => value === "off" && !isForTests,
    why: "so dead rows stay and every search reads them",
    better: "on",
  },
  shared_buffers: {
    isCostly: ({ bytes }) => bytes !== null && bytes < 128 * 1_048_576,
    why: "so little of the data stays in memory",
    better: "128MB or more",
  },
}

const planner: Cost = {
  isCostly: ({ name: setting, isChanged }) => isChanged && setting.startsWith("enable_"),
  why: "so the planner may not choose the quickest way",
  better: "its default",
}

function findingOf(setting: Setting, server: ServerKind): Finding[] {
  const { isCostly, why, better } = costs[setting.name] ?? planner
  if (!isCostly(setting, server)) return []
  return [
    wrong(
      name,
      `${setting.name} is ${setting.value}, ${why}`,
      `set it to ${better}, for the server, the database or the role`,
    ),
  ]
}
