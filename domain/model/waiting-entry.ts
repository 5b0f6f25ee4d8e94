/** The waiting customers, and the times that they are offered. */
import { z } from "zod"
import { type BookedBy, bookedByKinds } from "./actor.ts"
import { linkedPartView, linkedTypeIds, type ShownLinkedPart, sameProvider } from "./appointment-group.ts"
import { date, id, ifVersion, minuteInstant, recordVersion, timestamp, whole } from "./fields.ts"
import { idAndName, iso, isoOrNull } from "./views.ts"

/** A customer has at most so many entries that wait. */
export const mostWaitingEntries = 5

/** The hold for a customer who opens an offer ends after so many minutes. */
export const offerHoldMinutes = 5

/** An ended entry, with its offers, is deleted after so many days. */
export const waitingEntryDays = 400

/** As the database keeps an entry's state. Whether an offer is open is the offer's to say. */
export type EntryStatus = "waiting" | "booked" | "declined" | "expired" | "withdrawn"

export const entryStates = [
  "waiting",
  "offered",
  "held",
  "booked",
  "declined",
  "expired",
  "withdrawn",
] as const
export const entryState = z.enum(entryStates, { error: `expected one of ${entryStates.join(", ")}` })
export type EntryState = z.infer<typeof entryState>

export const offerStates = ["offered", "held", "booked", "declined", "expired", "withdrawn"] as const
export const offerState = z.enum(offerStates, { error: `expected one of ${offerStates.join(", ")}` })
export type OfferState = z.infer<typeof offerState>

export const partsOfDay = ["morning", "afternoon", "evening"] as const
export type PartOfDay = (typeof partsOfDay)[number]

/** The channels by which a customer may be offered a time. */
export const offerChannels = ["sms", "mail"] as const
export type OfferChannel = (typeof offerChannels)[number]

const distinct = (values: readonly unknown[]) => new Set(values).size === values.length
const onceEach = { error: "expected each value once" }

const weekdays = z
  .array(whole(1, 7))
  .min(1, { error: "expected at least one weekday" })
  .max(7)
  .refine(distinct, onceEach)
  .nullable()
  .optional()
  .meta({ description: "1 is Monday, 7 is Sunday. Null: any day.", examples: [[1, 3]] })

const partsOfDayInput = z
  .array(z.enum(partsOfDay, { error: `expected one of ${partsOfDay.join(", ")}` }))
  .min(1, { error: "expected at least one part of the day" })
  .max(partsOfDay.length)
  .refine(distinct, onceEach)
  .nullable()
  .optional()
  .meta({
    description:
      "By the start, on the location's clock: `morning` before 12:00, `afternoon` before 17:00, `evening` from then on. Null: any.",
  })

const someIds = (what: string) =>
  z
    .array(id)
    .min(1, { error: `expected at least one ${what}` })
    .max(20)
    .refine(distinct, onceEach)
    .nullable()
    .optional()
    .meta({ description: "Null: any." })

const channels = z
  .array(z.enum(offerChannels, { error: `expected one of ${offerChannels.join(", ")}` }))
  .min(1, { error: "expected at least one channel" })
  .max(offerChannels.length)
  .refine(distinct, onceEach)
  .meta({
    description:
      "By which times are offered, as far as the customer has agreed and can be reached. Both when left out.",
  })

/** A customer's wishes about when, where and with whom. Pages and links send the same in their own spelling. */
const wishes = {
  weekdays,
  parts_of_day: partsOfDayInput,
  location_ids: someIds("location"),
  provider_ids: someIds("provider"),
  least_notice_minutes: whole(0, 43_200).optional().meta({
    description: "The customer is offered no time that begins sooner than so many minutes from the offer.",
  }),
  channels: channels.optional(),
}

const latestDate = date.meta({
  description: "Inclusive, on the company's calendar. After it the entry ends.",
})
const earliestDate = date.optional().meta({ description: "Today when left out." })
const priority = whole(0, 9).optional().meta({
  description: "Higher is asked first, where the company's order is `priority`. 0 when left out.",
})

/** The dates and wishes alone, as a customer's own link sends them. */
export const waitingWishes = z.strictObject({
  earliest_date: earliestDate,
  latest_date: latestDate,
  ...wishes,
})
export type WaitingWishes = z.output<typeof waitingWishes>

export const waitingEntryInput = z
  .strictObject({
    customer_id: id,
    appointment_type_id: id
      .optional()
      .meta({ description: "Required unless appointment_type_ids is given." }),
    appointment_type_ids: linkedTypeIds.meta({
      description:
        "Types that follow one another in one visit, in their order, in the place of appointment_type_id. Only times for all of " +
        "them are offered.",
    }),
    same_provider: sameProvider.meta({
      description: "With appointment_type_ids: one provider leads all. So it is with `provider_ids`, too.",
    }),
    earliest_date: earliestDate,
    latest_date: latestDate,
    ...wishes,
    appointment_id: id.nullable().optional().meta({
      description:
        "An appointment of the customer and the type, which they keep until they take an earlier time. Only times before it are offered.",
    }),
    priority,
  })
  .meta({
    examples: [
      {
        customer_id: 1,
        appointment_type_id: 1,
        latest_date: "2027-03-31",
        weekdays: [1, 3],
        parts_of_day: ["morning"],
      },
    ],
  })

export const waitingEntryPatch = z
  .strictObject({
    if_version: ifVersion,
    earliest_date: date.optional(),
    latest_date: latestDate.optional(),
    ...wishes,
    priority,
  })
  .meta({ examples: [{ latest_date: "2027-04-30", parts_of_day: null }] })

/** As the store reads it. `open_offer` is the one that the entry has open now. */
export interface WaitingEntry {
  id: number
  customer_id: number
  appointment_type_id: number
  /** Types that follow it at the same coming; empty where it is waited for alone. */
  then_type_ids: number[]
  /** One provider leads all of them. */
  same_provider: boolean
  earliest_date: string
  latest_date: string
  weekdays: number[] | null
  parts_of_day: PartOfDay[] | null
  location_ids: number[] | null
  provider_ids: number[] | null
  appointment_id: number | null
  least_notice_minutes: number
  channels: OfferChannel[]
  priority: number
  status: EntryStatus
  made_by: BookedBy
  asked_at: Date | null
  times_asked: number
  booked_appointment_id: number | null
  ended_at: Date | null
  link_version: number
  link_key_id: string
  link_random: string
  version: number
  created_at: Date
  updated_at: Date
}

/** With the names that staff read. */
export interface NamedEntry extends WaitingEntry {
  customer_name: string
  type_name: string
  /** The names of the types that follow it, in their order. */
  then_type_names: string[]
  /** Its open offer; null without one. */
  open_offer: WaitingOffer | null
}

/** All types that are waited for in one visit, in their order. */
export const typeIdsOf = ({
  appointment_type_id,
  then_type_ids,
}: Pick<WaitingEntry, "appointment_type_id" | "then_type_ids">): number[] => [
  appointment_type_id,
  ...then_type_ids,
]

type NamedTypes = Pick<NamedEntry, "appointment_type_id" | "type_name" | "then_type_ids" | "then_type_names">

const namedTypesOf = (entry: NamedTypes): { id: number; name: string }[] => [
  { id: entry.appointment_type_id, name: entry.type_name },
  ...entry.then_type_ids.map((typeId, i) => ({ id: typeId, name: entry.then_type_names[i] ?? "" })),
]

/** One of several types in one visit, as the database keeps it with the offer. Times are instants. */
export interface OfferPart {
  appointment_type_id: number
  provider_id: number
  start_time: string
  end_time: string
}

export interface NamedOfferPart extends OfferPart {
  type_name: string
  provider_name: string
}

export interface WaitingOffer {
  id: number
  entry_id: number
  customer_id: number
  appointment_type_id: number
  provider_id: number
  location_id: number
  start_at: Date
  end_at: Date
  /** The parts of several types in one visit, in their order. Null for one type. */
  parts: OfferPart[] | null
  status: OfferState
  /** The hold that keeps its time; null before and without one. */
  hold_id: number | null
  made_by: "system" | BookedBy
  asked_for_at: Date | null
  created_at: Date
  good_until: Date
  ended_at: Date | null
}

export interface NamedOffer extends WaitingOffer {
  parts: NamedOfferPart[] | null
  provider_name: string
  location_name: string
  timezone: string
}

export const waitingOfferView = z
  .object({
    id: z.int(),
    waiting_entry_id: z.int(),
    state: offerState.meta({
      description:
        "`offered` until it is answered; `held` while its time is kept for the customer. `expired`: its time was taken or came too near.",
    }),
    appointment_type_id: z.int(),
    provider: idAndName,
    location: idAndName,
    timezone: z.string(),
    start_time: timestamp,
    end_time: timestamp,
    parts: z.array(linkedPartView).optional().meta({
      description:
        "Of several types in one visit: each with its provider and its time. `provider` and `start_time` are of the first. Absent of one type.",
    }),
    made_by: z.enum(["system", ...bookedByKinds]).meta({ description: "`system`: freed time was offered." }),
    is_next: z.boolean().meta({
      description: "The customer has asked for it while another was deciding, and gets it when that ends.",
    }),
    created_at: timestamp,
    good_until: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: "WaitingOffer" })

export const waitingEntryView = z
  .object({
    id: z.int(),
    state: entryState,
    customer: idAndName,
    appointment_type: idAndName.meta({ description: "The first, where several are waited for together." }),
    appointment_types: z.array(idAndName).meta({
      description: "All types that are waited for in one visit, in their order; mostly one.",
    }),
    same_provider: z.boolean().meta({ description: "Of several types: one provider leads all." }),
    earliest_date: z.string(),
    latest_date: z.string(),
    weekdays: z.array(z.int()).nullable(),
    parts_of_day: z.array(z.enum(partsOfDay)).nullable(),
    location_ids: z.array(z.int()).nullable(),
    provider_ids: z.array(z.int()).nullable(),
    appointment_id: z
      .int()
      .nullable()
      .meta({ description: "The appointment that is to become earlier; null without one." }),
    least_notice_minutes: z.int(),
    channels: z.array(z.enum(offerChannels)),
    priority: z.int(),
    made_by: z.enum(bookedByKinds),
    times_asked: z.int(),
    asked_at: timestamp.nullable().meta({ description: "When a time was offered last." }),
    booked_appointment_id: z.int().nullable().meta({ description: "What ended it, where it is `booked`." }),
    wait_url: z.string().nullable().meta({
      description:
        "The customer's link: to see the entry, change it, leave the list and open offers. Null when links are not set up, and of one that has ended.",
    }),
    created_at: timestamp,
    updated_at: timestamp.meta({ description: "When the record was last changed." }),
    ended_at: timestamp.nullable(),
    version: recordVersion,
  })
  .meta({ id: "WaitingEntry" })

/** The state that people read: an open offer says more than that the entry waits. */
export const stateOfEntry = (entry: Pick<NamedEntry, "status" | "open_offer">, now: number): EntryState => {
  if (entry.status !== "waiting") return entry.status
  const offer = entry.open_offer
  const isOpen = offer !== null && (offer.status === "held" || offer.good_until.getTime() > now)
  return isOpen ? (offer.status as "offered" | "held") : "waiting"
}

export function showEntry(
  entry: NamedEntry,
  { waitUrl, now }: { waitUrl: string | null; now: number },
): z.input<typeof waitingEntryView> {
  return {
    id: entry.id,
    state: stateOfEntry(entry, now),
    customer: { id: entry.customer_id, name: entry.customer_name },
    appointment_type: { id: entry.appointment_type_id, name: entry.type_name },
    appointment_types: namedTypesOf(entry),
    same_provider: entry.same_provider,
    earliest_date: entry.earliest_date,
    latest_date: entry.latest_date,
    weekdays: entry.weekdays,
    parts_of_day: entry.parts_of_day,
    location_ids: entry.location_ids,
    provider_ids: entry.provider_ids,
    appointment_id: entry.appointment_id,
    least_notice_minutes: entry.least_notice_minutes,
    channels: entry.channels,
    priority: entry.priority,
    made_by: entry.made_by,
    times_asked: entry.times_asked,
    asked_at: isoOrNull(entry.asked_at),
    booked_appointment_id: entry.booked_appointment_id,
    wait_url: entry.status === "waiting" ? waitUrl : null,
    created_at: iso(entry.created_at),
    updated_at: iso(entry.updated_at),
    ended_at: isoOrNull(entry.ended_at),
    version: entry.version,
  }
}

/** One that is over by the clock is shown so, whether or not its row says it yet. */
export const stateOfOffer = (offer: Pick<WaitingOffer, "status" | "good_until">, now: number): OfferState =>
  offer.status === "offered" && offer.good_until.getTime() <= now ? "expired" : offer.status

const showOfferPart = ({ type_name: _, ...part }: NamedOfferPart, locationId: number): ShownLinkedPart => ({
  ...part,
  location_id: locationId,
})

export const showOffer = (offer: NamedOffer, now: number): z.input<typeof waitingOfferView> => ({
  id: offer.id,
  waiting_entry_id: offer.entry_id,
  state: stateOfOffer(offer, now),
  appointment_type_id: offer.appointment_type_id,
  provider: { id: offer.provider_id, name: offer.provider_name },
  location: { id: offer.location_id, name: offer.location_name },
  timezone: offer.timezone,
  start_time: iso(offer.start_at),
  end_time: iso(offer.end_at),
  ...(offer.parts ? { parts: offer.parts.map((part) => showOfferPart(part, offer.location_id)) } : {}),
  made_by: offer.made_by,
  is_next: offer.status === "offered" && offer.asked_for_at !== null,
  created_at: iso(offer.created_at),
  good_until: iso(offer.good_until),
  ended_at: isoOrNull(offer.ended_at),
})

/** The time that staff offer to one who waits. */
export const offerInput = z
  .strictObject({ provider_id: id, location_id: id, start_time: minuteInstant })
  .meta({ examples: [{ provider_id: 1, location_id: 1, start_time: "2027-03-16T15:00:00.000Z" }] })

/** A gap on the board, for which staff ask who waits. */
export const gapInput = z
  .strictObject({
    provider_id: id.optional().meta({ description: "Left out: with any provider." }),
    start_time: minuteInstant,
    end_time: minuteInstant.meta({ description: "At most 31 days after start_time." }),
  })
  .meta({
    examples: [
      { provider_id: 1, start_time: "2027-03-16T15:00:00.000Z", end_time: "2027-03-16T18:00:00.000Z" },
    ],
  })

/** The days of a board, for whose free stretches staff ask how many wait. */
export const gapsInput = z
  .strictObject({
    start_time: minuteInstant,
    end_time: minuteInstant.meta({ description: "At most 8 days after start_time." }),
  })
  .meta({
    examples: [{ start_time: "2027-03-16T06:00:00.000Z", end_time: "2027-03-17T06:00:00.000Z" }],
  })

export const waitedForGapView = z.object({
  provider_id: z.int(),
  location_id: z.int(),
  start_time: timestamp,
  end_time: timestamp,
  customers: z.int().meta({ description: "So many who wait would fit in it." }),
  customer_ids: z.array(z.int()).meta({
    description: "Who they are. One customer may wait for several of the stretches.",
  }),
})

/** Why somebody who waits is not among those who can be offered a time. */
export const whyNotAsked = [
  "no_time",
  "no_consent",
  "nothing_sent",
  "quiet_hours",
  "offer_open",
  "asked_before",
] as const
export type WhyNotAsked = (typeof whyNotAsked)[number]

export const waitingForGapView = z.object({
  waiting_entry: waitingEntryView,
  offer: waitingOfferView
    .nullable()
    .meta({ description: "The entry's open offer, of this or another time." }),
  slot: z
    .object({
      provider_id: z.int(),
      provider_name: z.string(),
      location_id: z.int(),
      location_name: z.string(),
      timezone: z.string(),
      start_time: timestamp,
      end_time: timestamp,
      parts: z
        .array(linkedPartView)
        .optional()
        .meta({ description: "Of several types in one visit: each of them. Absent of one type." }),
    })
    .nullable()
    .meta({ description: "The first time in the gap that a search would offer the customer." }),
  reason: z
    .enum(whyNotAsked)
    .nullable()
    .meta({
      description:
        "Why the service would not offer it now: `no_time` that a search offers; no consent to texts or mails; quiet hours; an open " +
        "offer; or this start was offered before. Null: it would.",
    }),
})

export const waitingSummaryView = z
  .object({
    waiting: z.int().meta({ description: "Entries that wait now." }),
    joined: z
      .int()
      .meta({ description: "Entries of the time asked about; the others below are of that time, too." }),
    offers: z.int(),
    booked: z.int().meta({ description: "Offers that were taken." }),
    booked_minutes: z.int().meta({ description: "The length of what was taken, together." }),
    median_minutes_to_booking: z.int().nullable().meta({
      description: "From the offer to the booking; null where none was taken.",
    }),
  })
  .meta({ id: "WaitingSummary" })

export type WaitingSummary = z.output<typeof waitingSummaryView>

/** An entry as events carry it. */
export interface EntryInEvent {
  id: number
  state: EntryState
  appointment_type: { id: number; name: string }
  appointment_types?: { id: number; name: string }[]
  earliest_date: string
  latest_date: string
  booked_appointment_id: number | null
}

/** An offer as `waiting_entry.offered` carries it. */
export interface OfferInEvent {
  id: number
  start_time: string
  end_time: string
  provider_id: number
  location_id: number
  parts?: OfferPart[]
  good_until: string
}

export const entryInEvent = (
  entry: NamedTypes & Pick<NamedEntry, "id" | "earliest_date" | "latest_date">,
  state: EntryState,
  bookedAppointmentId: number | null = null,
): EntryInEvent => ({
  id: entry.id,
  state,
  appointment_type: { id: entry.appointment_type_id, name: entry.type_name },
  ...(entry.then_type_ids.length > 0 ? { appointment_types: namedTypesOf(entry) } : {}),
  earliest_date: entry.earliest_date,
  latest_date: entry.latest_date,
  booked_appointment_id: bookedAppointmentId,
})

export const offerInEvent = (offer: WaitingOffer): OfferInEvent => ({
  id: offer.id,
  start_time: iso(offer.start_at),
  end_time: iso(offer.end_at),
  provider_id: offer.provider_id,
  location_id: offer.location_id,
  ...(offer.parts ? { parts: offer.parts } : {}),
  good_until: iso(offer.good_until),
})
