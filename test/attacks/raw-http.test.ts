import { afterAll, beforeAll, expect, it } from "vitest"
import { openRawHosts, type RawHosts } from "../support/raw-hosts.ts"
import { seedFrom, trials } from "../support/trials.ts"

/** Among its streams are clients that leave while their request waits behind another one. */
const seed = 784
let hosts: RawHosts
beforeAll(async () => {
  hosts = await openRawHosts()
})
afterAll(() => hosts.service.stop())

it("TR-21 TR-28 TR-37 raw bytes get no answer of 500, pass no limit and hold no connection", async () => {
  const { wrong, shown } = await hosts.attack(trials(2_000), seedFrom(seed))
  expect(wrong).toEqual([])
  // Some of the streams are whole, and get through.
  expect(shown.link).toBeGreaterThan(0)
  expect(shown.page).toBeGreaterThan(0)
})
