import { openDatabase, settingsNotKept } from "../../store/pg/database.ts"
import { type Finding, ok, wrong } from "./finding.ts"

const name = "database settings"

/** Settings of the server that cost the service time, as a session of its own meets them. */
export async function checkDatabaseSettings(url: string): Promise<Finding[]> {
  const db = openDatabase({ connection: { connectionString: url }, poolSize: 1 })
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
    const isForTests = values.some((setting) => setting.name === "fsync" && setting.value === "off")
    const costly = values.flatMap((setting) => findingOf(setting, isForTests))
    const found = [...notKept, ...costly]
    return found.length > 0 ? found : [ok(name, "none that costs")]
  } finally {
    await db.close()
  }
}

interface Setting {
  name: string
  value: string
  /** Of a setting that is a size. */
  bytes: number | null
  isChanged: boolean
}

interface Cost {
  /** A server without fsync keeps nothing for long: it is for tests. */
  isCostly(setting: Setting, isForTests: boolean): boolean
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
    isCostly: ({ value }, isForTests) => value === "off" && !isForTests,
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

function findingOf(setting: Setting, isForTests: boolean): Finding[] {
  const { isCostly, why, better } = costs[setting.name] ?? planner
  if (!isCostly(setting, isForTests)) return []
  return [
    wrong(
      name,
      `${setting.name} is ${setting.value}, ${why}`,
      `set it to ${better}, for the server, the database or the role`,
    ),
  ]
}
