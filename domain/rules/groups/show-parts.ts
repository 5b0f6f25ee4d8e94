/** The parts of a group as answers show them. */
import type { ShownLinkedPart } from "../../model/appointment-group.ts"
import { isoOfMinute } from "../../time/dates.ts"
import type { GroupPart } from "./group-part.ts"

export const showParts = (parts: readonly GroupPart[]): ShownLinkedPart[] =>
  parts.map(({ input, provider, location, start, end }) => ({
    appointment_type_id: input.type.id,
    provider_id: provider.id,
    provider_name: provider.name,
    location_id: location.id,
    start_time: isoOfMinute(start),
    end_time: isoOfMinute(end),
  }))
