import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { type Database, openDatabase, settingsNotKept } from "../../platform/pg/database.ts"
import { checkDatabaseSettings } from "./checkups/database.ts"

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ connection: { connectionString: database.url }, poolSize: 1 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const nameOf = ({ url }: TestDatabase) => new URL(url.replace("@/", "@host/")).pathname.slice(1)

it("TR-60 the doctor names each setting that costs, and what to set; the service's own win over the server's", async () => {
  const found = () => checkDatabaseSettings(database.url)
  expect(await found()).toEqual([{ name: "database settings", state: "ok", says: "none that costs" }])
  const alter = (change: string) => db.query(`ALTER DATABASE "${nameOf(database)}" ${change}`)
  for (const setting of ["jit = on", "work_mem = '64kB'"]) await alter(`SET ${setting}`)
  expect(await found()).toMatchObject([{ state: "ok" }])
  const costly = [
    ["log_statement = 'all'", /log_statement is all, so every statement is written/, /none/],
    ["log_min_duration_statement = 0", /log_min_duration_statement is 0, .* personal data/, /-1/],
    ["log_min_duration_statement = 500", /slow statements are written .* with their values/, /0/],
    ["log_error_verbosity = 'default'", /log_error_verbosity is default, .* values of rows/, /terse/],
    ["log_parameter_max_length_on_error = 100", /values of statements that fail/, /0/],
    ["plan_cache_mode = force_custom_plan", /planned anew each time/, /auto/],
    ["enable_indexscan = off", /enable_indexscan is off/, /its default/],
  ] as const
  for (const [setting, says, mend] of costly) {
    await alter(`SET ${setting}`)
    const wrong = { name: "database settings", state: "wrong" }
    const stated = { says: expect.stringMatching(says), mend: expect.stringMatching(mend) }
    expect(await found()).toEqual([{ ...wrong, ...stated }])
    await alter(`RESET ${setting.split(" ")[0]}`)
  }
})

it("TR-60 a session that has lost what it was told is noticed", async () => {
  expect(await settingsNotKept(db)).toEqual([])
  await db.query("SET jit = on")
  expect(await settingsNotKept(db)).toEqual([{ setting: "jit", wanted: "off", value: "on" }])
})
