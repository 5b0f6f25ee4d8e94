/**
 * The appointments that change together, those of a series or those that follow one another in one visit, and the locks of
 * all of them.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { ChangeScope } from "../../domain/model/appointment-series.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { whyLeaving, whyUnchangeable } from "../../domain/rules/booking/may-change.ts"
import { findCancelNotice } from "../company/appointment-types.sql.ts"
import type { Call } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import type { Locks } from "../platform/pg/locks.ts"
import { listOfGroup, listOfSeries } from "./appointments.sql.ts"

/** `id` is the appointment that is named. */
export type OthersAsked = { id: number } & (
  | { of: "series"; seriesId: number; scope: Exclude<ChangeScope, "one"> }
  | { of: "group"; groupId: number }
)

/** One customer has all of them. */
export type AskedTogether = OthersAsked & { customerId: number }

type Together = Pick<Appointment, "id" | "customer_id" | "series_id" | "group_id">

/** The others that a change is of besides the named one; null where it changes alone. */
export function askedTogether(
  { id, customer_id: customerId, series_id, group_id }: Together,
  {
    scope = "one",
    whole_group = true,
  }: { scope?: ChangeScope | undefined; whole_group?: boolean | undefined },
): AskedTogether | null {
  if (series_id !== null && scope !== "one")
    return { id, customerId, of: "series", seriesId: series_id, scope }
  return group_id !== null && whole_group ? { id, customerId, of: "group", groupId: group_id } : null
}

/**
 * The appointments that can be changed, in the order of their places: all, or in a series from the named one's place on. The
 * named one is among them when the caller has judged that it may be changed; appointments that have begun, or are too near
 * for this actor, stay as they are.
 */
export async function changeableOf(db: Db, call: Call, asked: OthersAsked): Promise<Appointment[]> {
  const all =
    asked.of === "series"
      ? await listOfSeries(db, call.companyId, asked.seriesId)
      : await listOfGroup(db, call.companyId, asked.groupId)
  const named = all.find((one) => one.id === asked.id)
  if (!named) throw new Refusal("not_found")
  const isFrom = (one: Appointment) =>
    asked.of === "group" || asked.scope === "all" || one.series_index! >= named.series_index!
  const notices = new Map<number, number>()
  for (const { appointment_type_id: id } of all)
    if (!notices.has(id)) notices.set(id, await findCancelNotice(db, call.companyId, id))
  return all.filter(
    (one) =>
      isFrom(one) &&
      (one.id === asked.id || whyLeaving(one) === null) &&
      whyUnchangeable(one, notices.get(one.appointment_type_id)!, call.actor, call.now) === null,
  )
}

export const providersOf = (appointments: readonly Appointment[]): number[] =>
  [...new Set(appointments.flatMap(providerIdsOf))].sort((a, b) => a - b)

/** Customer, request, all providers by id, all appointments by id. Only one of them can have a request. */
export function locksOfAll(
  asked: AskedTogether,
  appointments: readonly Appointment[],
  {
    toProviderIds = [],
    resourceIds = [],
  }: { toProviderIds?: readonly number[]; resourceIds?: readonly number[] } = {},
): Omit<Locks, "companyId"> {
  return {
    customerId: asked.customerId,
    requestId: appointments.find((one) => one.scheduling_request_id !== null)?.scheduling_request_id ?? null,
    providerIds: [...providersOf(appointments), ...toProviderIds],
    resourceIds,
    appointmentIds: [...new Set([asked.id, ...appointments.map(({ id }) => id)])].sort((a, b) => a - b),
  }
}

/** Other appointments are to be changed than those whose locks are held. */
export class OthersChanged extends Refusal {
  constructor() {
    super("busy", { retryAfterSeconds: 1 })
  }
}

/** Throws `OthersChanged` when another change came between the unlocked read and the locks. */
export function requireLocked(before: readonly Appointment[], present: readonly Appointment[]): void {
  const seen = new Map(before.map((one) => [one.id, String(providerIdsOf(one))]))
  if (present.length === 0 || present.some((one) => seen.get(one.id) !== String(providerIdsOf(one))))
    throw new OthersChanged()
}
