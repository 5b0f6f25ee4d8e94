import { afterAll, beforeAll, expect, it } from "vitest"
import { openRawHosts, type RawHosts } from "../support/raw-hosts.ts"

/** Among its streams are clients that leave while their request waits behind another one. */
const seed = 784
let hosts: RawHosts
beforeAll(async () => {
  hosts = await openRawHosts()
})
afterAll(() => hosts.service.stop())

it("TR-21 TR-28 TR-37 raw bytes get no answer of 500, pass no limit and hold no connection", async () => {
  const { wrong, views } = await hosts.attack(500, seed)
  expect(wrong).toEqual([])
  // The streams come to the limits; what they see up to there shows that they get through.
  expect(views.link).toBeGreaterThan(290)
  expect(views.page).toBeGreaterThan(55)
})
