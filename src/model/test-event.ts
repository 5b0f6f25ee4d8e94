/** What the test operation sends: an event with everything an appointment's event has, about nobody. */

import { msPerHour } from "../time/units.ts"
import type { EventSource } from "./actor.ts"
import { eventId, webhookTest } from "./event.ts"
import type { TestEvent } from "./event-schemas.ts"

/** A made-up appointment a day after `now`, marked by `data.sample`; its ids are 0, which no record has. */
export function testEvent(companyId: number, id: number, source: EventSource, now: number): TestEvent {
  const start = Math.ceil(now / msPerHour) * msPerHour + 24 * msPerHour
  const times = {
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + msPerHour).toISOString(),
  }
  return {
    id: eventId(id),
    type: webhookTest,
    version: 1,
    occurred_at: new Date(now).toISOString(),
    company_id: companyId,
    source,
    data: {
      sample: true,
      appointment: {
        id: 0,
        ...times,
        timezone: "UTC",
        blocks: [times],
        appointment_type: { id: 0, name: "Sample type" },
        duration_option: null,
        provider: { id: 0, name: "Sample provider" },
        location: { id: 0, name: "Sample location" },
        booked_by: "api",
      },
      customer: {
        id: 0,
        external_ref: null,
        name: "Sample Customer",
        phone: "+12025550100",
        email: "sample@example.com",
        address: null,
      },
      scheduling_request: null,
    },
  }
}
