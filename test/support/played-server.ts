/** A local server that plays somebody's calendar server, and the calendars that reach it. */
import { afterAll, beforeAll, beforeEach } from "vitest"
import type { Calendars } from "../../service/platform/ports/calendars.ts"
import { openCalendars } from "./calendar-account.ts"
import { type LocalServer, startLocalServer } from "./local-server.ts"

export let server: LocalServer
export let calendars: Calendars

/** Called once at the top of a test file. Before each of its tests the server has been asked nothing. */
export function playCalendarServer(): void {
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
}
