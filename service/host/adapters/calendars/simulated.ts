/** Calendars of test companies: never busy, and writing into them always works. Nothing leaves the host. */
import type { CalendarReading, Calendars } from "../../../platform/ports/calendars.ts"

const nothingBusy: CalendarReading = { busy: new Int32Array(), version: "simulated" }

export const simulatedCalendars: Calendars = {
  read: async (_account, { known }) => (known === nothingBusy.version ? "unchanged" : nothingBusy),
  put: async (_account, event, known) => known ?? { remoteId: event.id, etag: null },
  remove: async () => {},
  examine: async ({ writes }) => ({ mayWrite: writes, serverTime: null }),
  close() {},
}
