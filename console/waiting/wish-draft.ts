/** The wish of a customer on the waiting list, while staff type it. */
import { addDays } from "../../ui/dates.ts"
import { api } from "../api/client.ts"
import type { AppointmentType } from "../board/board-data.ts"
import type { Entry } from "./waiting-data.ts"

export type PartOfDay = NonNullable<Entry["parts_of_day"]>[number]
export const partsOfDay: readonly PartOfDay[] = ["morning", "afternoon", "evening"]

/** Empty lists are any. */
export interface WishDraft {
  typeId: number | null
  thenTypeIds: readonly number[]
  sameProvider: boolean
  /** The appointment that is to become earlier; null for a new one. */
  keptId: number | null
  from: string
  until: string
  weekdays: readonly number[]
  parts: readonly PartOfDay[]
  locationIds: readonly number[]
  providerIds: readonly number[]
  noticeMinutes: number
}

/** So long a customer waits unless staff say otherwise. */
const daysToWait = 28

export const blankWish = (today: string): WishDraft => ({
  ...{ typeId: null, thenTypeIds: [], sameProvider: false, keptId: null },
  ...{ from: today, until: addDays(today, daysToWait) },
  ...{ weekdays: [], parts: [], locationIds: [], providerIds: [], noticeMinutes: 0 },
})

export const wishOf = (entry: Entry): WishDraft => ({
  typeId: entry.appointment_type.id,
  thenTypeIds: entry.appointment_types.slice(1).map(({ id }) => id),
  sameProvider: entry.same_provider,
  keptId: entry.appointment_id,
  from: entry.earliest_date,
  until: entry.latest_date,
  weekdays: entry.weekdays ?? [],
  parts: entry.parts_of_day ?? [],
  locationIds: entry.location_ids ?? [],
  providerIds: entry.provider_ids ?? [],
  noticeMinutes: entry.least_notice_minutes,
})

/** It can be waited for with others: the service says so in whole, and refuses the rest. */
export const mayFollow = ({ kind, questions }: AppointmentType): boolean =>
  kind === "open" && !questions?.some(({ required }) => required)

const some = <Value>(chosen: readonly Value[], all: number): Value[] | null =>
  chosen.length === 0 || chosen.length === all ? null : [...chosen].sort()

const wishesIn = (draft: WishDraft) => ({
  earliest_date: draft.from,
  latest_date: draft.until,
  weekdays: some(draft.weekdays, 7),
  parts_of_day: some(draft.parts, partsOfDay.length),
  location_ids: some(draft.locationIds, Number.POSITIVE_INFINITY),
  provider_ids: some(draft.providerIds, Number.POSITIVE_INFINITY),
  least_notice_minutes: draft.noticeMinutes,
})

/** Writes a new entry, or changes the one that is given as it was read. */
export function saveWish(draft: WishDraft, of: { entry: Entry } | { customerId: number }): Promise<Entry> {
  if ("entry" in of)
    return api.updateWaitingEntry({ id: of.entry.id, if_version: of.entry.version, ...wishesIn(draft) })
  const { typeId, thenTypeIds, sameProvider, keptId } = draft
  const types =
    thenTypeIds.length > 0
      ? { appointment_type_ids: [typeId!, ...thenTypeIds], same_provider: sameProvider }
      : { appointment_type_id: typeId!, ...(keptId === null ? {} : { appointment_id: keptId }) }
  return api.createWaitingEntry({ customer_id: of.customerId, ...types, ...wishesIn(draft) })
}
