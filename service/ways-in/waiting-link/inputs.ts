/** The inputs of the waiting list's endpoints on the customer host, as the pages spell them. */
import { z } from "zod"
import type {
  LinkWaitingJoinInput,
  WaitingChangeInput,
  WaitingDeclineInput,
  WaitingHoldInput,
  WaitingJoinInput,
  WaitingTakeInput,
} from "../../../domain/contracts/waiting.ts"
import { mostLinked } from "../../../domain/model/appointment-group.ts"
import { date, flag, id, version } from "../../../domain/model/fields.ts"
import { answersInput } from "../../../domain/model/question.ts"
import { waitingWishes } from "../../../domain/model/waiting-entry.ts"

const { weekdays, parts_of_day, location_ids, provider_ids, channels } = waitingWishes.shape

const wishes = {
  earliestDate: date.optional(),
  weekdays,
  partsOfDay: parts_of_day,
  locationIds: location_ids,
  providerIds: provider_ids,
  channels,
}

/** Ticked, or not: what is left out is a no. */
const consents = { textOffers: flag.default(false), mailOffers: flag.default(false) }

export const joinInput = z.strictObject({
  typeId: id,
  thenTypeIds: z
    .array(id)
    .min(1)
    .max(mostLinked - 1)
    .optional(),
  sameProvider: flag.optional(),
  ...wishes,
  latestDate: date,
  ...consents,
})
export const linkJoinInput = z.strictObject({ ...wishes, latestDate: date, ...consents })
export const changeInput = z.strictObject({
  ...wishes,
  latestDate: date.optional(),
  ifVersion: version.optional(),
})
export const holdInput = z.strictObject({ offerId: id })
export const takeInput = z.strictObject({ offerId: id, answers: answersInput })
export const declineInput = z.strictObject({ offerId: id, leaves: flag.default(false) })

type Sent = Omit<z.output<typeof changeInput>, "ifVersion">

/** The same in the operations' names. */
export const wishesOf = ({
  earliestDate,
  latestDate,
  partsOfDay,
  locationIds,
  providerIds,
  ...same
}: Sent) => ({
  weekdays: same.weekdays,
  channels: same.channels,
  earliest_date: earliestDate,
  latest_date: latestDate,
  parts_of_day: partsOfDay,
  location_ids: locationIds,
  provider_ids: providerIds,
})

type Takes<Schema extends z.ZodType, Input extends z.input<Schema>> = [Schema, Input]

/** The pages' requests, by their own types: a change that a schema would refuse does not compile. */
export type SentByThePages = [
  Takes<typeof joinInput, WaitingJoinInput>,
  Takes<typeof linkJoinInput, LinkWaitingJoinInput>,
  Takes<typeof changeInput, WaitingChangeInput>,
  Takes<typeof holdInput, WaitingHoldInput>,
  Takes<typeof takeInput, WaitingTakeInput>,
  Takes<typeof declineInput, WaitingDeclineInput>,
]
