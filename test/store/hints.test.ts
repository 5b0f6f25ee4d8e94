import type pg from "pg"
import { expect, it } from "vitest"
import { listen } from "../../src/store/pg/hints.ts"

/** A database whose only connection is made when the test says so. */
function databaseToConnect() {
  const connection = Promise.withResolvers<pg.PoolClient>()
  const released: unknown[] = []
  const client = {
    on: () => client,
    removeAllListeners: () => client,
    query: async () => ({ rows: [] }),
    release: (broken: unknown) => released.push(broken),
  }
  return {
    db: { connect: () => connection.promise },
    connect: () => connection.resolve(client as unknown as pg.PoolClient),
    released,
  }
}

it("TR-28 a stop that comes while a listener connects ends it, and its connection", async () => {
  const { db, connect, released } = databaseToConnect()
  const listening = listen(db, "deliveries", () => {})
  const stopped = listening.stop()
  connect()
  await stopped
  expect(released).toEqual([true])
})
