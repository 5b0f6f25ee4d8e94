/**
 * A local server that plays somebody's calendar server, and the calendars that reach it. Every test file has a copy of
 * this module to itself; before each test the server has been asked nothing.
 */
import { afterAll, beforeAll, beforeEach } from "vitest"
import type { Calendars } from "../../../src/ports.ts"
import { openCalendars } from "../../support/calendar-account.ts"
import { type LocalServer, startLocalServer } from "../../support/local-server.ts"

export let server: LocalServer
export let calendars: Calendars

beforeAll(async () => {
  server = await startLocalServer()
  calendars = openCalendars()
})
afterAll(async () => {
  calendars.close()
  await server.stop()
})
beforeEach(() => {
  server.asked.length = 0
})
