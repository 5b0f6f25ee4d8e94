import { expect, it } from "vitest"
import { listEvents } from "../../outbox/event-order.sql.ts"
import { commitsAreDone, readQueued } from "./open-commits.ts"
import { type Db, dbBy } from "./transaction.ts"

/** A database whose machine of the company has these commits under way, one list each time that it is asked. */
function committing(...lists: readonly (readonly string[])[]): Db {
  let asked = 0
  return dbBy(async (text) => {
    if (text.includes("database_era")) return [{ era: 0, xid: "100" }]
    if (!text.includes("pg_prepared_xact")) throw new Error(`asked: ${text}`)
    const open = lists[Math.min(asked, lists.length - 1)]!
    asked += 1
    return open.map((gid) => ({ gid }))
  })
}

it("SO-01 waits for the commits that are under way, and for none that begins later", async () => {
  expect(await commitsAreDone(committing([]), 1)).toBe(true)
  expect(await commitsAreDone(committing(["a", "b"], ["b", "c"], ["c"]), 1)).toBe(true)
  expect(await commitsAreDone(committing(["a"]), 1)).toBe(false)
})

it("SO-01 reads a row once more that could not be seen before its commit was done", async () => {
  const answers = [null, "the row"]
  const read = async () => answers.shift() ?? null
  expect(await readQueued(committing(["a"], []), 1, read)).toBe("the row")
  expect(await readQueued(committing([]), 1, async () => null)).toBeNull()
  expect(await readQueued(committing(["a"]), 1, async () => null)).toBe("uncommitted")
})

it("SO-01 lists no events while one that comes before them may not be visible yet", async () => {
  const filter = { after: null, types: null, since: new Date(0), limit: 10 }
  await expect(listEvents(committing(["a"]), 1, filter)).rejects.toMatchObject({ code: "busy" })
})
