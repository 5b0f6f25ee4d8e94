import { fetchFile, type Outcome, send } from "../shared/api.ts"
import type { AppointmentView, LinkView, SlotsView } from "../shared/contract.ts"
import type { Opening } from "../shared/times/openings.ts"
import type { DateRange } from "../shared/times/ranges.ts"
import { untilAnswered } from "../shared/until-answered.ts"

/** The booking link's requests; the token travels in a header and is kept nowhere else. */
export interface BookingLinkClient {
  read(): Promise<Outcome<LinkView>>
  /** @param appointmentId the appointment to be moved; null for a first booking */
  searchSlots(range: DateRange, appointmentId: number | null): Promise<Outcome<SlotsView>>
  /** Books; when no answer comes it asks again under the same key until one does or patience ends. */
  book(choice: Opening, key: string): Promise<Outcome<LinkView>>
  move(appointment: AppointmentView, startTime: string): Promise<Outcome<LinkView>>
  cancel(appointment: AppointmentView): Promise<Outcome<LinkView>>
  calendarFile(): Promise<Blob | null>
}

export function bookingLinkClient(token: string): BookingLinkClient {
  const auth = { "X-Booking-Token": token }
  const appointmentPath = "/api/link/appointment"
  const read = () => send<LinkView>({ method: "GET", path: "/api/link", headers: auth })
  const write = (method: "PUT" | "DELETE", body: unknown) =>
    send<LinkView>({ method, path: appointmentPath, headers: auth, body })

  return {
    read,
    searchSlots: (range, appointmentId) =>
      send({
        method: "POST",
        path: "/api/link/slots",
        headers: auth,
        body: appointmentId === null ? range : { ...range, appointmentId },
      }),
    book: ({ providerId, locationId, startTime }, key) =>
      untilAnswered(() =>
        send({
          method: "POST",
          path: appointmentPath,
          headers: { ...auth, "Idempotency-Key": key },
          body: { providerId, locationId, startTime },
        }),
      ),
    move: async (appointment, startTime) =>
      confirmedBy(await write("PUT", { startTime, ifVersion: appointment.version }), read, (view) =>
        isAt(view, startTime),
      ),
    cancel: async (appointment) =>
      confirmedBy(
        await write("DELETE", { ifVersion: appointment.version }),
        read,
        (view) => view.appointment?.id !== appointment.id,
      ),
    calendarFile: () => fetchFile({ method: "GET", path: `${appointmentPath}.ics`, headers: auth }),
  }
}

/** When no answer came, or a newer version is there, the link itself tells whether the wish came true. */
async function confirmedBy(
  outcome: Outcome<LinkView>,
  read: () => Promise<Outcome<LinkView>>,
  cameTrue: (view: LinkView) => boolean,
): Promise<Outcome<LinkView>> {
  if (outcome.ok || !(outcome.outcomeUnknown || outcome.code === "version_conflict")) return outcome
  const now = await read()
  return now.ok && cameTrue(now.data) ? now : outcome
}

function isAt(view: LinkView, startTime: string): boolean {
  return view.appointment?.startTime === startTime
}
