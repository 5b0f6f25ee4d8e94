/** Changes that free time and take none go the same way: each waits for its turn, locks, reads again and writes. */
import type { Actor } from "../../domain/model/actor.ts"
import type { Appointment } from "../../domain/model/appointment.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import type { Db } from "../platform/pg/database.ts"
import type { Judged } from "./plan-parts.ts"
import type { Taking } from "./take-time.ts"

type Freeing<Read extends Judged, Facts, Result> = Pick<
  Taking<Read, Facts, Result>,
  "operation" | "locks" | "judge" | "read" | "record"
>

/** `judge` reads what ends, without locks only after it had to wait. Throws the refusal. */
export const freeing = <Read extends Judged, Facts, Result>(
  deed: Freeing<Read, Facts, Result>,
): Taking<Read, Facts, Result> => ({ parts: [], together: "all", ...deed })

/** No part is taken; a link that acts is judged by what it names. */
export async function nothingTaken(
  db: Db,
  { companyId, actor }: { companyId: number; actor: Actor },
  appointment: Appointment,
): Promise<Judged & { appointment: Appointment }> {
  const requestId = actor.kind === "link" ? appointment.scheduling_request_id : null
  const request = requestId === null ? null : await findRequest(db, companyId, requestId)
  return { parts: [], request, appointment }
}
