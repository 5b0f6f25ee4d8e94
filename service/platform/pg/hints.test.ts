import { expect, it } from "vitest"
import { type Ear, listen } from "./hints.ts"

/** A connection that is made when the test says so. */
function connectionToMake() {
  const connection = Promise.withResolvers<Ear>()
  let closings = 0
  const client = {
    on: () => client,
    removeAllListeners: () => client,
    query: async () => ({ rows: [] }),
  } as unknown as Ear["client"]
  const close = async () => {
    closings += 1
  }
  return {
    openEar: () => connection.promise,
    connect: () => connection.resolve({ client, close }),
    closings: () => closings,
  }
}

it("TR-28 a stop that comes while a listener connects ends it, and its connection", async () => {
  const { openEar, connect, closings } = connectionToMake()
  const listening = listen({ openEar }, "deliveries", () => {})
  const stopped = listening.stop()
  connect()
  await stopped
  expect(closings()).toBe(1)
})
