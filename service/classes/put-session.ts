/** Putting a session on the board and changing one share the reads, the locks and the judgement that its time is free. */
import { type ClassSession, classSessionView } from "../../domain/model/class-session.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { Resource } from "../../domain/model/resource.ts"
import type { JudgedSession, NamedBySession } from "../../domain/rules/classes/judge-session.ts"
import { isoOfMinute } from "../../domain/time/dates.ts"
import { findAppointmentType } from "../company/appointment-types.sql.ts"
import { findLocation } from "../company/locations.sql.ts"
import { findProvider } from "../company/providers.sql.ts"
import { findResource, groupOf } from "../company/resource-details.sql.ts"
import { findOccupied, type WantedSpan } from "../ledger/allocations.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { occupy, ownedBySession } from "../taking/write-allocations.ts"

export const common = { noun: "Class sessions", result: classSessionView }

export async function readNamed(
  db: Db,
  companyId: number,
  ids: { typeId: number; locationId: number; providerIds: readonly number[]; resourceIds: readonly number[] },
): Promise<NamedBySession> {
  const [type, location, providers, resources] = await Promise.all([
    findAppointmentType(db, companyId, ids.typeId),
    findLocation(db, companyId, ids.locationId),
    Promise.all(ids.providerIds.map((id) => findProvider(db, companyId, id))),
    Promise.all(ids.resourceIds.map((id) => findResource(db, companyId, id))),
  ])
  return { type, location, providers, resources }
}

/** A booking locks the first of a group alone, so that a session locks the groups of its rooms whole. */
export async function locksOfResources(
  db: Db,
  companyId: number,
  resourceIds: readonly number[],
): Promise<number[]> {
  const groups = await Promise.all(resourceIds.map((id) => groupOf(db, companyId, id)))
  return [...new Set([...groups.flat(), ...resourceIds])]
}

/** When and by whom a session is given, in epoch minutes. */
export interface SessionTime {
  start: number
  end: number
}

type Given = Pick<JudgedSession, "type" | "providers" | "resources">

const spansOf = ({ type, providers, resources }: Given, { start, end }: SessionTime): WantedSpan[] => [
  ...providers.map(({ id }) => ({
    resourceId: id,
    start: start - type.buffer_before_minutes,
    end: end + type.buffer_after_minutes,
  })),
  ...resources.map(({ id, turnover_minutes: turnover }) => ({
    resourceId: id,
    start,
    end: end + turnover,
  })),
]

/** Throws `slot_taken`, naming what is taken and when. `own` is the session that is moved; null for new ones. */
export async function refuseOccupied(
  tx: Tx,
  companyId: number,
  given: Given,
  times: readonly SessionTime[],
  { own, now }: { own: ClassSession | null; now: number },
): Promise<void> {
  const spans = times.flatMap((time) => spansOf(given, time))
  const taken = await findOccupied(tx, companyId, spans, { sessionId: own?.id ?? 0, now: new Date(now) })
  const [first] = taken
  if (first === undefined) return
  const names = new Map([...given.providers, ...given.resources].map(({ id, name }) => [id, name]))
  throw new Refusal("slot_taken", {
    message: `${names.get(first.resourceId)} is taken then.`,
    details: {
      alternatives: [],
      conflicts: taken.map(({ resourceId, start, end, appointmentId }) => ({
        resource_id: resourceId,
        name: names.get(resourceId)!,
        start_time: isoOfMinute(start),
        end_time: isoOfMinute(end),
        ...(appointmentId === null ? {} : { appointment_id: appointmentId }),
      })),
    },
  })
}

/** Occupies the time of its providers and rooms. An overlap fails the transaction with `slot_taken`. */
export function occupyBySession(
  tx: Tx,
  companyId: number,
  session: ClassSession,
  { type, providers, resources }: Given,
  { start, end }: SessionTime,
): void {
  const job = { jobStart: start, jobEnd: end }
  const [from, until] = [start - type.buffer_before_minutes, end + type.buffer_after_minutes]
  occupy(tx, companyId, ownedBySession(session), [
    ...providers.map(({ id }, i) => ({
      ...{ resourceId: id, isLead: i === 0, isPinned: false, start: from, end: until, ...job },
    })),
    ...resources.map(({ id, turnover_minutes: turnover }) => ({
      ...{ resourceId: id, isLead: false, isPinned: true, start, end: end + turnover, ...job },
    })),
  ])
}

export const takenBySession = (resources: readonly Resource[]): ClassSession["resources"] =>
  resources.map(({ id, name, kind }) => ({ id, name, kind }))
