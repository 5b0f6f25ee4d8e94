/** The providers' own calendars on a server of ours, which counts who was asked. */

import { type LocalServer, startLocalServer } from "../support/local-server.ts"
import type { TestService } from "../support/service.ts"
import { make } from "../support/story.ts"

export type CalendarState = "free" | "down" | "slow" | "busy"

const file = (events: string) => `BEGIN:VCALENDAR\n${events}END:VCALENDAR\n`
/** All of the year. */
const busy = file("BEGIN:VEVENT\nUID:away\nDTSTART:20270101T000000Z\nDTEND:20280101T000000Z\nEND:VEVENT\n")

export interface Feeds {
  /** All of them, or one alone while the others are free. */
  set(state: CalendarState, ofProviderId?: number): void
  /** How often each provider's calendar was asked since the state was set. */
  asked(): ReadonlyMap<number, number>
  connect(service: TestService, providerId: number): Promise<void>
  stop(): Promise<void>
}

/** So long a calendar may take; one that is slow never answers. */
const slowMs = 25

export async function openFeeds(patience: { outsideLimitMs: number }): Promise<Feeds> {
  const server: LocalServer = await startLocalServer()
  const patientMs = patience.outsideLimitMs
  return {
    set(state, ofProviderId) {
      server.asked.length = 0
      patience.outsideLimitMs = state === "slow" ? slowMs : patientMs
      const body = state === "busy" ? busy : file("")
      const answer = state === "down" ? { status: 503 } : { body, silent: state === "slow" }
      const isMeant = (path: string) => ofProviderId === undefined || path === `/${ofProviderId}.ics`
      server.tell(({ path }) => (isMeant(path) ? answer : { body: file("") }))
    },
    asked() {
      const counts = new Map<number, number>()
      for (const { path } of server.asked) {
        const id = Number(path.slice(1, -".ics".length))
        counts.set(id, (counts.get(id) ?? 0) + 1)
      }
      return counts
    },
    async connect(service, providerId) {
      await make(service, `/providers/${providerId}/calendars`, {
        kind: "ics",
        url: `${server.url}/${providerId}.ics`,
      })
      // As if they had been read, and found free.
      await service.context.db.query("UPDATE provider_calendar SET last_read_at = $1 WHERE company_id = $2", [
        new Date(service.clock.now()),
        service.companyId,
      ])
    },
    stop: () => server.stop(),
  }
}
