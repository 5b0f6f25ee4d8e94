/** The obstacles that keep a company from being booked or its systems from hearing of it, in a form that a program can act on. */
import { z } from "zod"
import type { Intervals } from "../time/intervals.ts"
import type { AppointmentType } from "./appointment-type.ts"
import type { Company } from "./company.ts"
import type { ClosedDates } from "./company-time-off.ts"
import type { GeoPoint, ServiceArea } from "./geo.ts"
import type { DateOverride, WeeklyHours } from "./hours.ts"
import type { ShownMailServer } from "./mail.ts"
import type { ProviderCalendar } from "./provider-calendar.ts"
import type { WebhookEndpoint } from "./webhook-endpoint.ts"

/** Everything that is looked at, in the order of the answer, and the kind of record that `target_id` names. */
export const readinessCodes = {
  location: "Whether there is an active location.",
  appointment_type: "Whether there is an active appointment type.",
  provider: "Whether there is an active provider.",
  type_locations: "Whether an active type (`target_id`) has an active location that it may take place at.",
  type_providers: "Whether an active provider offers an active type (`target_id`).",
  type_needs:
    "Whether enough active providers offer an active type (`target_id`) that takes several, and one of its locations has the rooms and equipment that it needs.",
  type_hours:
    "Whether those who offer an active type (`target_id`) have hours in its booking window that are long enough for it.",
  service_area: "Whether an active location (`target_id`) that serves a radius is on the map.",
  link_host: "Whether this host shows the public page and booking links that the company has switched on.",
  public_page: "Whether the public page, where it is on, has an address and a type to book.",
  codes_by_text: "Whether codes can be texted while the public page is on.",
  embedding: "Whether the sites that may embed the pages have a page to show.",
  texts: "Whether the latest texts of the past day went out.",
  mails:
    "Whether the mails that the company has switched on go out, and how many customers' addresses take none.",
  provider_calendar: "Whether a connected calendar (`target_id`) is read.",
  webhook_endpoint: "Whether a webhook endpoint (`target_id`) takes what it is sent.",
} as const satisfies Record<string, string>

export type ReadinessCode = keyof typeof readinessCodes
const codes = Object.keys(readinessCodes) as [ReadinessCode, ...ReadinessCode[]]

export const readinessView = z
  .object({
    ready: z.boolean().meta({ description: "Whether every item is ok." }),
    items: z.array(
      z.object({
        code: z.enum(codes).meta({
          description: `${codes.map((code) => `\`${code}\`: ${readinessCodes[code]}`).join(" ")} More codes may come.`,
        }),
        target_id: z.int().nullable().meta({ description: "The id of the record that was looked at." }),
        ok: z.boolean(),
        message: z.string(),
        fix: z.string().nullable().meta({ description: "What to do; null when the item is ok." }),
      }),
    ),
  })
  .meta({ id: "Readiness" })

export type ReadinessItem = z.infer<typeof readinessView>["items"][number]

/** The facts by which the company's readiness is judged. Locations, types and providers are the active ones. */
export interface ReadinessFacts {
  /** Epoch milliseconds. */
  now: number
  host: HostFacts
  company: Company
  /** The number that the company's texts are sent from; null without an sms channel. */
  textingNumber: string | null
  locations: readonly ReadinessLocation[]
  types: readonly ReadinessType[]
  /** Rooms and equipment. */
  resources: readonly ReadinessResource[]
  providers: readonly ReadinessProvider[]
  /** Dates from yesterday on, on which the company or some locations are closed. */
  closed: readonly ClosedDates[]
  /** The connected ones. */
  calendars: readonly ReadinessCalendar[]
  endpoints: readonly WebhookEndpoint[]
  /** The latest first; of the past day. */
  latestTexts: readonly LatestText[]
  /** The same of mails. */
  latestMails: readonly LatestText[]
  /** Customers whose address the mail server refused. */
  unreachableEmails: number
  /** The company's own mail server; null: the host's. */
  mailServer: Pick<ShownMailServer, "host" | "failing_since" | "last_error"> | null
}

/** The host's services to its companies. */
export interface HostFacts {
  /** The customer host's address; null without one. */
  bookUrl: string | null
  hasBotCheck: boolean
  sendsTexts: boolean
  sendsMails: boolean
}

export interface ReadinessLocation {
  id: number
  name: string
  timezone: string
  point: GeoPoint | null
  service_area: ServiceArea
}

export type ReadinessType = Pick<
  AppointmentType,
  | "id"
  | "name"
  | "kind"
  | "place"
  | "public_booking"
  | "block_minutes"
  | "duration_options"
  | "min_notice_minutes"
  | "booking_window_days"
  | "location_ids"
  | "needs"
>

export interface ReadinessResource {
  group: string
  location_id: number
}

export interface ReadinessProvider {
  id: number
  name: string
  appointment_type_ids: readonly number[]
  hours: readonly WeeklyHours[]
  /** From yesterday on. */
  overrides: readonly DateOverride[]
  /** Time off that is not over yet; may overlap. */
  timeOff: Intervals
}

export type ReadinessCalendar = Pick<
  ProviderCalendar,
  "id" | "provider_id" | "address" | "problem" | "last_read_at" | "failing_since" | "created_at"
> & { provider_name: string }

export interface LatestText {
  at: Date
  /** The carrier refused it, or reported that it did not arrive. */
  failed: boolean
  /** The carrier's own words or code. */
  error: string | null
}
