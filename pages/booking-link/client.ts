import type { LinkBookInput, LinkView } from "../../domain/contracts/booking-link.ts"
import type { AppointmentView, SlotsView } from "../../domain/contracts/customer-pages.ts"
import { fetchFile, type Outcome, send, untilAnswered } from "../shared/api.ts"
import type { Opening } from "../shared/times/openings.ts"
import type { DateRange } from "../shared/times/ranges.ts"

export interface Sought {
  /** The appointment to be moved; null for a first booking. */
  appointmentId: number | null
  /** The only location to search; null for all. */
  locationId: number | null
  /** Where the wanted part of a long answer begins; null for the first. */
  moreFrom: string | null
}

/** The booking link's requests. The token is sent in a header and stored nowhere. */
export interface BookingLinkClient {
  read(): Promise<Outcome<LinkView>>
  searchSlots(range: DateRange, sought: Sought): Promise<Outcome<SlotsView>>
  /** Books. Without an answer it retries under the same key, twice. */
  book(choice: Opening, told: Pick<LinkBookInput, "answers">, key: string): Promise<Outcome<LinkView>>
  move(appointment: AppointmentView, startTime: string): Promise<Outcome<LinkView>>
  cancel(appointment: AppointmentView): Promise<Outcome<LinkView>>
  /** Says that the customer comes. */
  come(appointment: AppointmentView): Promise<Outcome<LinkView>>
  calendarFile(): Promise<Blob | null>
}

export function bookingLinkClient(token: string): BookingLinkClient {
  const auth = { "X-Booking-Token": token }
  const appointmentPath = "/api/link/appointment"
  const read = () => send<LinkView>({ method: "GET", path: "/api/link", headers: auth })
  const write = (method: "PUT" | "DELETE", body: unknown, path = appointmentPath) =>
    send<LinkView>({ method, path, headers: auth, body })

  return {
    read,
    searchSlots: (range, { appointmentId, locationId, moreFrom }) =>
      send({
        method: "POST",
        path: "/api/link/slots",
        headers: auth,
        body: {
          ...range,
          ...(appointmentId === null ? {} : { appointmentId }),
          ...(locationId === null ? {} : { locationId }),
          ...(moreFrom === null ? {} : { moreFrom }),
        },
      }),
    book: ({ providerId, locationId, startTime }, told, key) =>
      untilAnswered(() =>
        send({
          method: "POST",
          path: appointmentPath,
          headers: { ...auth, "Idempotency-Key": key },
          body: { providerId, locationId, startTime, ...told } satisfies LinkBookInput,
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
    come: async (appointment) => {
      const answer = { attendance: "coming", ifVersion: appointment.version }
      return confirmedBy(
        await write("PUT", answer, "/api/link/attendance"),
        read,
        (view) => view.appointment?.attendance === "coming",
      )
    },
    calendarFile: () => fetchFile({ method: "GET", path: `${appointmentPath}.ics`, headers: auth }),
  }
}

/** Without an answer, or when there is a newer version, reads the link to see whether the change was made. */
async function confirmedBy(
  outcome: Outcome<LinkView>,
  read: () => Promise<Outcome<LinkView>>,
  isDone: (view: LinkView) => boolean,
): Promise<Outcome<LinkView>> {
  if (outcome.ok || !(outcome.outcomeUnknown || outcome.code === "version_conflict")) return outcome
  const now = await read()
  return now.ok && isDone(now.data) ? now : outcome
}

function isAt(view: LinkView, startTime: string): boolean {
  return view.appointment?.startTime === startTime
}
