/**
 * Google's and Microsoft's hosts as one local server plays them, and the calendars that reach it.
 */
import { afterAll, beforeAll, beforeEach } from "vitest"
import type { Calendars } from "../../service/platform/ports/calendars.ts"
import { openCalendars } from "./calendar-account.ts"
import { type OAuthHost, startOAuthHost } from "./oauth-host.ts"

export let host: OAuthHost
export let calendars: Calendars

/**
 * Called once at the top of a test file. Before each of its tests the host gives tokens again and has been asked nothing.
 */
export function playHosts(): void {
  beforeAll(async () => {
    host = await startOAuthHost()
    const { url } = host
    calendars = openCalendars({
      google: { apiUrl: url, tokenUrl: `${url}/token` },
      microsoft: { apiUrl: `${url}/v1.0`, loginUrl: url },
    })
  })
  afterAll(async () => {
    calendars.close()
    await host.stop()
  })
  beforeEach(() => {
    host.refuseTokens(null)
    host.take()
  })
}
