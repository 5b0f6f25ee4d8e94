/** The input and the answer of the explanation of a search. */
import { z } from "zod"
import { isoOfMinute } from "../time/dates.ts"
import { linkedTypeIds, sameProvider } from "./appointment-group.ts"
import { date, flag, id, latitude, longitude, minuteInstant, timestamp } from "./fields.ts"
import {
  causeKinds,
  legNames,
  type ReasonCause,
  type ReasonCode,
  type ReasonNames,
  reasonCodes,
  reasonTable,
} from "./slot-reasons.ts"
import { slotQuestion, slotsPerProvider } from "./slot-search.ts"
import { addressInput } from "./views.ts"

/** Why a start is not offered, before an answer writes it out. */
export interface Reason {
  code: ReasonCode
  causes: readonly ReasonCause[]
}

export interface ExplainedStart {
  start: number
  isOffered: boolean
  /** Empty exactly where it is offered. */
  reasons: readonly Reason[]
}

const overrideEligibility = flag.optional().meta({
  description:
    "What would keep a booking with staff judgement from the start: notice, window, dates, area, drives and the customer's other " +
    "appointments are no reasons.",
})

/** Starts of one local day, each a slot interval after the one before, that are all offered or have the same reasons. */
export interface StartRun {
  first: number
  last: number
  count: number
  isOffered: boolean
  reasons: readonly Reason[]
  /** A run of one start, for several types of which the first could begin. */
  blocked?: readonly BlockedStart[]
}

/** The start of one of several types, its provider, and why it can't be had. */
export interface BlockedStart {
  typeId: number
  start: number
  reasons: readonly Reason[]
  names: ReasonNames
  providerId: number
}

export const explainQuestion = z.strictObject({
  appointment_type_id: id.optional().meta({ description: "Needed unless appointment_id is given." }),
  appointment_id: id.optional().meta({ description: "The appointment to move: its type, length and place." }),
  appointment_type_ids: linkedTypeIds.meta({
    description:
      "Instead of appointment_type_id: types that follow one another in one visit. `provider_id` and `start_time` are of the first.",
  }),
  same_provider: sameProvider.meta({
    description: "With appointment_type_ids: one provider leads all of them.",
  }),
  provider_id: id,
  location_id: id.nullable().optional().meta({
    description:
      "Left out: the appointment's or the request's location, else the one where the provider has most to offer.",
  }),
  start_time: minuteInstant.optional().meta({ description: "One start. Send this or `date`." }),
  date: date.optional().meta({
    description:
      "A local day of the location: each start on the type's interval, counted from midnight, and each offered one.",
  }),
  customer_id: id.nullable().optional(),
  scheduling_request_id: id.nullable().optional(),
  duration_option_id: id.nullable().optional(),
  address: addressInput
    .nullable()
    .optional()
    .meta({ description: "For this question only; else the customer's on file. Nothing of it is stored." }),
  latitude: latitude.optional(),
  longitude: longitude.optional(),
  override_eligibility: overrideEligibility,
})

export type ExplainQuestion = z.output<typeof explainQuestion>

export const reasonView = z
  .object({
    code: z.enum(reasonCodes),
    message: z.string(),
    causes: z.array(
      z.object({
        kind: z.enum(causeKinds),
        id: z.int().optional(),
        from: timestamp.optional(),
        to: timestamp.optional(),
        value: z.union([z.number(), z.string()]).optional(),
        leg: z.enum(legNames).optional().meta({
          description: "Which drive is too long, in its direction; `value` are its minutes with the set up.",
        }),
        packed: z.literal(true).optional().meta({
          description: "The type also starts right before or after busy time, on whole five minutes.",
        }),
        also: z.array(z.enum(reasonCodes)).optional().meta({
          description:
            "The other reasons of the start that name the same record: what lifts it lifts them all.",
        }),
      }),
    ),
    lift: z.string().meta({ description: "What would make it bookable, as far as this reason goes." }),
  })
  .meta({ id: "SlotReason" })

export type ShownReason = z.input<typeof reasonView>

const blockedView = z.object({
  appointment_type_id: z.int(),
  provider_id: z.int(),
  provider_name: z.string(),
  start_time: timestamp,
  reasons: z.array(reasonView),
})

export const explanationView = z
  .object({
    provider_id: z.int(),
    location_id: z.int(),
    timezone: z.string(),
    starts: z.array(
      z.object({
        start_time: timestamp,
        offered: z.boolean(),
        reasons: z.array(reasonView).meta({
          description:
            "Empty for an offered start; else all reasons, each of which is enough to keep the start from being offered. Of several " +
            "types, those of the first.",
        }),
        blocked: z
          .array(blockedView)
          .optional()
          .meta({
            description:
              "Of several types of which the first could begin then: who could have begun one that follows, and when, each with all " +
              "reasons. Every way for the rest to follow meets one of them. Absent of one type.",
          }),
      }),
    ),
  })
  .meta({ id: "SlotExplanation" })

export const explainRangeQuestion = slotQuestion.omit({ all_starts: true, whole_group: true }).extend({
  provider_id: id.nullable().optional().meta({
    description:
      "Left out: the appointment's provider, else all active providers who offer the type, of several the first.",
  }),
  override_eligibility: overrideEligibility,
})

export type ExplainRangeQuestion = z.output<typeof explainRangeQuestion>

const startRunView = z.object({
  first_start_time: timestamp,
  last_start_time: timestamp.meta({ description: "Itself a start of the run." }),
  count: z.int().meta({ description: "How many starts: each slot_interval_minutes after the one before." }),
  offered: z.boolean(),
  reasons: z.array(reasonView).meta({
    description:
      "As of one start, the same for each of the run; what hours lack is told for all of its starts together. Of several types, " +
      "those of the first.",
  }),
  blocked: z.array(blockedView).optional().meta({
    description:
      "As of one start, of a run that is one start. Of several types of which the first could begin then, and only there.",
  }),
})

export const rangeExplanationView = z
  .object({
    slot_interval_minutes: z.int(),
    providers: z
      .array(
        slotsPerProvider(startRunView)
          .omit({ slots: true })
          .extend({ runs: z.array(startRunView) }),
      )
      .meta({
        description:
          "Per provider and location where the provider has hours. A run is of one local date; by its first start.",
      }),
    more_from: z.string().nullable().meta({
      description:
        "Not null when the answer would be longer than 4 MB or take too long: as that of a search.",
    }),
  })
  .meta({ id: "SlotRangeExplanation" })

export function showReason({ code, causes }: Reason, names: ReasonNames): ShownReason {
  const { message, lift } = reasonTable[code]
  return { code, message: message(names, causes), causes: causes.map(showCause), lift: lift(names, causes) }
}

export const showStartRun = (
  { first, last, count, isOffered, reasons, blocked }: StartRun,
  names: ReasonNames,
): z.input<typeof startRunView> => ({
  first_start_time: isoOfMinute(first),
  last_start_time: isoOfMinute(last),
  count,
  offered: isOffered,
  reasons: reasons.map((reason) => showReason(reason, names)),
  ...(blocked ? { blocked: blocked.map(showBlocked) } : {}),
})

export const showBlocked = ({
  typeId,
  providerId,
  start,
  reasons,
  names,
}: BlockedStart): z.input<typeof blockedView> => ({
  appointment_type_id: typeId,
  provider_id: providerId,
  provider_name: names.provider,
  start_time: isoOfMinute(start),
  reasons: reasons.map((reason) => showReason(reason, names)),
})

const showCause = ({ from, to, also, ...cause }: ReasonCause): ShownReason["causes"][number] => ({
  ...cause,
  ...(also === undefined ? {} : { also: also as ReasonCode[] }),
  ...(from === undefined ? {} : { from: isoOfMinute(from) }),
  ...(to === undefined ? {} : { to: isoOfMinute(to) }),
})
