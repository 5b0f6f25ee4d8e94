/** The booking link's requests that change something, which come with the steps after the choice. */
import type {
  ChangeScope,
  LinkBookInput,
  LinkFilesInput,
  LinkView,
} from "../../../domain/contracts/booking-link.ts"
import type { AppointmentView, UploadView } from "../../../domain/contracts/customer-pages.ts"
import type { LinkWaitingJoinInput, WaitingJoinedView } from "../../../domain/contracts/waiting.ts"
import { type Outcome, send } from "../../shared/api.ts"
import { fetchFile } from "../../shared/fetch-file.ts"
import { byToken } from "../../shared/link-token.ts"
import type { Opening } from "../../shared/times/openings.ts"
import { sendOnce } from "../../shared/until-answered.ts"
import type { BookingLinkClient } from "./client.ts"

export interface LinkWrites {
  /** Books. Without an answer it retries under the same key, twice. */
  book(
    choice: Opening,
    told: Pick<LinkBookInput, "answers" | "seats" | "keepProvider">,
    key: string,
  ): Promise<Outcome<LinkView>>
  move(appointment: AppointmentView, startTime: string, scope?: ChangeScope): Promise<Outcome<LinkView>>
  cancel(appointment: AppointmentView, scope?: ChangeScope): Promise<Outcome<LinkView>>
  /** Takes one of the times that the company proposes. */
  accept(appointment: AppointmentView, proposalId: number): Promise<Outcome<LinkView>>
  /** Says that the customer comes. */
  come(appointment: AppointmentView): Promise<Outcome<LinkView>>
  /** Asks for the address of a file's bytes, and the id by which the file answers. */
  askUpload(name: string): Promise<Outcome<UploadView>>
  /** Files for questions that stayed open. */
  sendFiles(answers: LinkFilesInput["answers"]): Promise<Outcome<LinkView>>
  /** Puts the link's customer on the waiting list. */
  join(input: LinkWaitingJoinInput): Promise<Outcome<WaitingJoinedView>>
  calendarFile(): Promise<Blob | null>
}

export function linkWrites({ token, read }: Pick<BookingLinkClient, "token" | "read">): LinkWrites {
  const auth = byToken(token)
  const appointmentPath = "/api/link/appointment"
  const write = (method: "POST" | "PUT" | "DELETE", body: unknown, path = appointmentPath) =>
    send<LinkView>({ method, path, headers: auth, body })

  return {
    book: ({ providerId, locationId, startTime }, told, key) =>
      sendOnce(
        {
          method: "POST",
          path: appointmentPath,
          headers: auth,
          body: { providerId, locationId, startTime, ...told } satisfies LinkBookInput,
        },
        key,
      ),
    move: async (appointment, startTime, scope = "one") =>
      confirmedBy(
        await write("PUT", { startTime, ifVersion: appointment.version, ...scoped(scope) }),
        read,
        (view) => isAt(view, startTime),
      ),
    cancel: async (appointment, scope = "one") =>
      confirmedBy(
        await write("DELETE", { ifVersion: appointment.version, ...scoped(scope) }),
        read,
        (view) => view.appointment?.id !== appointment.id,
      ),
    accept: async (appointment, proposalId) =>
      confirmedBy(
        await write("POST", { proposalId, ifVersion: appointment.version }, "/api/link/proposal"),
        read,
        (view) => view.appointment !== null && view.appointment.pending === undefined,
      ),
    come: async (appointment) => {
      const answer = { attendance: "coming", ifVersion: appointment.version }
      return confirmedBy(
        await write("PUT", answer, "/api/link/attendance"),
        read,
        (view) => view.appointment?.attendance === "coming",
      )
    },
    askUpload: (name) => send({ method: "POST", path: "/api/link/files", headers: auth, body: { name } }),
    sendFiles: (answers) => write("PUT", { answers } satisfies LinkFilesInput, "/api/link/files"),
    join: (body) => send({ method: "POST", path: "/api/link/waiting-entry", headers: auth, body }),
    calendarFile: () => fetchFile({ method: "GET", path: `${appointmentPath}.ics`, headers: auth }),
  }
}

const scoped = (scope: ChangeScope) => (scope === "one" ? {} : { scope })

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
