/** A private address by which calendar programs read the appointments of a provider or of a location. */
import { z } from "zod"
import { id, timestamp } from "./fields.ts"
import { idAndName, iso, isoOrNull } from "./views.ts"

export const feedCustomers = ["nothing", "first_name", "name_and_address"] as const
export type FeedCustomer = (typeof feedCustomers)[number]
const feedCustomer = z
  .enum(feedCustomers, { error: "expected one of nothing, first_name, name_and_address" })
  .meta({ id: "FeedCustomer" })

export const calendarFeedInput = z.strictObject({
  provider_id: id.optional().meta({ description: "The feed of a provider. Either this or `location_id`." }),
  location_id: id.optional().meta({ description: "The feed of a location. Either this or `provider_id`." }),
  customer: feedCustomer.default("nothing").meta({
    description:
      "What the feed says of customers: `nothing`, their `first_name`, or `name_and_address` with the address of a visit.",
  }),
})

export const calendarFeedView = z.object({
  id: z.int(),
  provider: idAndName.nullable().meta({ description: "Null of a location's feed." }),
  location: idAndName.nullable().meta({ description: "Null of a provider's feed." }),
  customer: feedCustomer.meta({ description: "What the feed says of customers." }),
  last_four: z
    .string()
    .meta({ description: "The last four characters of its token, to tell addresses apart." }),
  created_at: timestamp,
  last_read_at: timestamp.nullable().meta({ description: "May lag an hour behind." }),
})

export const calendarFeedWithUrl = calendarFeedView.extend({
  url: z.string().meta({
    description:
      "The address that calendar programs subscribe to. Shown only now; who has it reads the feed.",
  }),
})

export interface CalendarFeed {
  id: number
  provider: { id: number; name: string } | null
  location: { id: number; name: string } | null
  customer: FeedCustomer
  last_four: string
  created_at: Date
  last_read_at: Date | null
}

export const showCalendarFeed = (feed: CalendarFeed): z.input<typeof calendarFeedView> => ({
  ...feed,
  created_at: iso(feed.created_at),
  last_read_at: isoOrNull(feed.last_read_at),
})

const tokenPattern = /^[A-Za-z0-9_-]{43}$/
export const isFeedToken = (text: string) => tokenPattern.test(text)

/** 256 bits, as an address holds them. */
export const feedToken = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")
