/** Several types in one visit, as a conversation asks for them. */

import { idsIn } from "../../../domain/model/agent/fields.ts"
import { sayList, sayTime } from "../../../domain/model/agent/say.ts"
import { type Language, wordsIn } from "../../../domain/model/agent/speech.ts"
import { fewestLinked, mostLinked } from "../../../domain/model/appointment-group.ts"
import { invalid } from "../../../domain/model/errors.ts"
import { spokenName } from "../../../domain/model/written-by-people.ts"
import type { GroupPart } from "../../../domain/rules/groups/group-part.ts"
import { minuteToLocal } from "../../../domain/time/local-time.ts"
import { findAppointmentType } from "../../company/appointment-types.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import type { AgentCall } from "./agent-tool.ts"

/** The types in their order, with their names. */
export interface Coming {
  typeIds: number[]
  sameProvider: boolean
  names: ReadonlyMap<number, string>
}

interface Asked {
  appointment_type_id?: number | null | undefined
  then_type_ids?: string | null | undefined
  same_provider?: boolean | null | undefined
  appointment_id?: number | null | undefined
  scheduling_request_id?: number | null | undefined
  duration_option_id?: number | null | undefined
  seats?: number | null | undefined
  answers?: unknown
}

const goesAlone = [
  "appointment_id",
  "scheduling_request_id",
  "duration_option_id",
  "seats",
  "answers",
] as const

/**
 * Null where one type alone is asked for. Throws `invalid_input` for what goes with one alone, and for a type with questions
 * that have to be answered: they are asked with a booking of its own.
 */
export async function comingAsked(
  context: AppContext,
  { companyId }: AgentCall,
  asked: Asked,
): Promise<Coming | null> {
  if (asked.then_type_ids == null) {
    if (asked.same_provider != null) throw invalid("same_provider", "goes with then_type_ids only")
    return null
  }
  if (asked.appointment_type_id == null)
    throw invalid("appointment_type_id", "is required with then_type_ids")
  const mixed = goesAlone.find((field) => asked[field] != null)
  if (mixed) throw invalid(mixed, "does not go with then_type_ids")
  const typeIds = [asked.appointment_type_id, ...idsIn(asked.then_type_ids)]
  if (typeIds.length < fewestLinked || typeIds.length > mostLinked)
    throw invalid("then_type_ids", `expected at most ${mostLinked - 1} ids`)
  const names = new Map<number, string>()
  for (const id of new Set(typeIds)) {
    const type = await findAppointmentType(context.db, companyId, id)
    if (type?.questions.some(({ required }) => required))
      throw invalid("then_type_ids", `type ${id} has questions to ask, so it is booked alone`)
    names.set(id, spokenName(type?.name ?? ""))
  }
  return { typeIds, sameProvider: asked.same_provider === true, names }
}

/** The chosen time as a booking and a hold of several types take it: each part as the search offers it from that start on. */
export const comingWish = (
  { typeIds, sameProvider }: Coming,
  {
    provider_id,
    location_id,
    start_time,
  }: { provider_id: number; location_id?: number | null | undefined; start_time: string },
) => ({
  typeIds,
  sameProvider,
  providerId: provider_id,
  locationId: location_id ?? null,
  startTime: start_time,
  overrideEligibility: false,
  parts: undefined,
})

/** `Colour with Ben Okafor at 10:30 AM`, of each that follows the first. */
export function sayFollowing(
  language: Language,
  { names }: Coming,
  [, ...rest]: readonly GroupPart[],
): string {
  const words = wordsIn(language).together
  const each = rest.map(({ input, provider, location, start }) =>
    words.followingOne({
      what: names.get(input.type.id)!,
      person: spokenName(provider.name),
      time: sayTime(language, minuteToLocal(location.zone, start).minuteOfDay),
    }),
  )
  return words.following({ list: sayList(language, each) })
}

/** `Cut, then Colour`: what all of it is called. */
export const nameOfAll = (language: Language, names: readonly string[]): string =>
  names.map(spokenName).reduce((first, second) => wordsIn(language).list.followedBy({ first, second }))
