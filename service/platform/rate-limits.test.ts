import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../test/support/postgres.ts"
import { type Database, openDatabase } from "./pg/database.ts"
import { takeToken } from "./rate-limits.sql.ts"
import { takeTokenOfMany } from "./refused-tries.ts"

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ connection: { connectionString: database.url }, poolSize: 8 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const noon = Date.parse("2027-03-01T12:00:00.000Z")
const take = (key: string, seconds: number, limit = 5) =>
  takeToken(db, { key, limit, windowSeconds: 60, now: noon + seconds * 1_000 })
const takeMany = async (key: string, seconds: number, count: number) => {
  let allowed = 0
  for (let n = 0; n < count; n++) if ((await take(key, seconds)).allowed) allowed += 1
  return allowed
}

describe("takeToken", () => {
  it("gives as many as the limit, and each key its own", async () => {
    expect(await takeMany("a", 0, 8)).toBe(5)
    expect(await takeMany("b", 0, 8)).toBe(5)
  })

  it("gives no second burst just after a window's border", async () => {
    expect(await takeMany("border", 59, 8)).toBe(5)
    expect(await takeMany("border", 61, 8)).toBe(0)
  })

  it("says when a try fits again: then it does, and a second before it does not", async () => {
    for (const at of [0, 17, 59]) {
      const key = `again-${at}`
      await takeMany(key, at, 5)
      const { retryAfterSeconds } = await take(key, at)
      expect((await take(key, at + retryAfterSeconds! - 1)).allowed).toBe(false)
      expect((await take(key, at + retryAfterSeconds!)).allowed).toBe(true)
    }
  })

  it("gives exactly the limit to many that come at once", async () => {
    const tokens = await Promise.all(Array.from({ length: 40 }, () => take("race", 0)))
    expect(tokens.filter(({ allowed }) => allowed)).toHaveLength(5)
  })

  it("never gives one of a limit of 0, and says no time to wait for", async () => {
    expect(await take("none", 0, 0)).toEqual({
      allowed: false,
      retryAfterSeconds: null,
      freeAt: null,
    })
  })
})

describe("takeTokenOfMany", () => {
  const takeOfMany = (key: string, atMs: number, limit = 5) =>
    takeTokenOfMany(db, { key, limit, windowSeconds: 60, now: noon + atMs })

  it("FX-12 asks the database for no try that is refused for sure, and for the first that fits", async () => {
    for (let n = 0; n < 5; n += 1) await takeOfMany("flood", 17_000)
    const { freeAt } = await takeOfMany("flood", 17_000)
    const freeMs = freeAt! - noon
    await db.query("DELETE FROM rate_counter WHERE key = 'flood'")
    expect((await takeOfMany("flood", freeMs - 1_500)).retryAfterSeconds).toBe(2)
    expect((await takeOfMany("flood", freeMs - 1)).allowed).toBe(false)
    expect((await takeOfMany("flood", Math.ceil(freeMs))).allowed).toBe(true)
  })

  it("FX-12 refuses as takeToken does", async () => {
    for (let ms = 0; ms < 150_000; ms += 1_700) {
      const [plain, recalled] = [await take("as-plain", ms / 1_000), await takeOfMany("as-recalled", ms)]
      expect(recalled).toEqual(plain)
    }
  })
})
