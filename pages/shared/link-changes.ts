/** Asks whether what a link's page shows still stands. */
import type { LinkView } from "../../domain/contracts/booking-link.ts"
import { type Outcome, send } from "./api.ts"
import { fetchFile } from "./fetch-file.ts"
import { byToken } from "./link-token.ts"

/** Null where the version still stands, else the view as it stands. */
export function askForChanges(token: string, version: string): Promise<Outcome<LinkView | null>> {
  return send({
    method: "GET",
    path: `/api/link/changes?version=${encodeURIComponent(version)}`,
    headers: byToken(token),
  })
}

/** The appointment's file for calendars; null when that fails. */
export const linkFile = (token: string): Promise<Blob | null> =>
  fetchFile({ method: "GET", path: "/api/link/appointment.ics", headers: byToken(token) })
