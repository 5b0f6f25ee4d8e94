/** Why the time of several appointments in one visit is refused: whether it has just been taken, and what stands in the way. */
import { Refusal } from "../../domain/model/errors.ts"
import { showReason } from "../../domain/model/slot-explanation.ts"
import { namesFor } from "../../domain/rules/availability/explain-slots.ts"
import {
  isStartJustTaken,
  ownAppointmentAt,
  type RefusedPart,
  type WhyParts,
  whyNotParts,
} from "../../domain/rules/groups/just-taken.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { loadExplainedSchedules } from "../ledger/explained-schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { inSlices } from "../platform/slices.ts"
import { withDrivingTimes } from "../slots/driving-times.ts"
import { readExplainedType } from "../slots/explain-group.ts"
import { CalendarBusy } from "./ask-calendars.ts"
import { explanationWishOf, type WhyRefused } from "./refusal-reasons.ts"
import { questionAround, serviceAddressFor, type WantedTime } from "./wanted-time.ts"

export interface WantedPart {
  wanted: WantedTime
  /** The other appointments of a move, whose time counts as free. */
  alsoMovedIds?: readonly number[]
}

/**
 * The reason against parts whose providers and starts were chosen. Read anew, since a booking that was faster may have taken
 * them.
 */
export async function whyPartsRefused(
  context: AppContext,
  call: Call,
  parts: readonly WantedPart[],
  refusal: Refusal,
): Promise<WhyRefused> {
  const read = await Promise.all(parts.map((part) => readPart(context, call, part)))
  if (read.some((one) => one === null)) return { code: "time_not_offered", reasons: [] }
  const refused = read as RefusedPart[]
  const [{ loaded }] = refused as [RefusedPart, ...RefusedPart[]]
  const locations = loaded.explainedLocations
  const whys = locations.map((location) => whyNotParts(refused, location))
  const why = whys.find(({ isJustTaken }) => isJustTaken) ?? whys[0]
  const live = refusal instanceof CalendarBusy ? refusal : null
  const isTaken = why?.isJustTaken === true && live?.code !== "time_not_offered"
  return {
    code: isTaken ? "slot_taken" : "time_not_offered",
    reasons: [
      ...(why ? shownReasons(why, refused) : []),
      ...(live?.reasons ?? []).map((reason) =>
        showReason(reason, namesFor(loaded, locations[0] ?? why!.location)),
      ),
    ],
  }
}

const shownReasons = ({ index, location, reasons }: WhyParts, parts: readonly RefusedPart[]) =>
  reasons.map((reason) => showReason(reason, namesFor(parts[index]!.loaded, location)))

/** Null where there is nothing to explain: no such type or provider. */
async function readPart(
  context: AppContext,
  call: Call,
  { wanted, alsoMovedIds = [] }: WantedPart,
): Promise<RefusedPart | null> {
  const question = { ...questionAround(call, wanted, 1), alsoMovedIds }
  const found = await loadExplainedSchedules(context.db, question)
  const loaded = await withDrivingTimes(context, found, serviceAddressFor(found, wanted))
  if (!loaded.type || !loaded.explained) return null
  return { loaded, wish: explanationWishOf(call, wanted, loaded), start: wanted.startMinute }
}

/** As several types were asked for in one visit. */
export interface AskedStart {
  typeIds: number[]
  /** Null while it is not known who comes. */
  customerId: number | null
  /** The provider of the first part. */
  providerId: number
  startTime: string
  locationId: number | null
  sameProvider: boolean | undefined
  overrideEligibility: boolean
}

/**
 * The reason why a start cannot be had that no search offers, where the search was to find the people; with the refusal to
 * be shown.
 */
export async function whyStartRefused(
  context: AppContext,
  call: Call,
  asked: AskedStart,
  holdId: number | null,
): Promise<WhyRefused & { refusal: Refusal }> {
  const start = Date.parse(asked.startTime) / msPerMinute
  const { typeIds, providerId, sameProvider = false } = asked
  const question = {
    appointment_type_ids: typeIds,
    provider_id: providerId,
    start_time: asked.startTime,
    same_provider: sameProvider,
    ...(asked.customerId === null ? {} : { customer_id: asked.customerId }),
    ...(asked.locationId === null ? {} : { location_id: asked.locationId }),
    ...(asked.overrideEligibility ? { override_eligibility: true } : {}),
  }
  const types = await Promise.all(
    typeIds.map(async (typeId, index) => {
      const of = { typeId, index, startMinute: start, sameProvider, holdId }
      const { wish, ...type } = await readExplainedType(context, call, question, of)
      return { ...type, wish: { ...wish, asksLive: true } }
    }),
  )
  const [{ many, each }] = types as [(typeof types)[number], ...typeof types]
  const following = { gapMinutes: many.company.linked_gap_minutes, sameProvider }
  for (const location of each[0]?.explainedLocations ?? []) {
    const own = await inSlices(ownAppointmentAt(types, { providerId, location, start }, following))
    if (own !== null)
      return {
        ...{ code: "time_not_offered", reasons: [] },
        refusal: new Refusal("customer_busy", { details: { appointment_id: own } }),
      }
  }
  const isTaken = await inSlices(isStartJustTaken(types, { providerId, start }, following))
  const code = isTaken ? "slot_taken" : "time_not_offered"
  return { code, reasons: [], refusal: new Refusal(code) }
}
