/** A company and its settings, as they are kept and shown. */
import { z } from "zod"
import { type DistanceUnit, distanceUnits, unitOfZone } from "../units/distance.ts"
import { type Channel, channelView, showChannel } from "./channel.ts"
import {
  type CompanyPatch,
  newCustomers,
  planners,
  providerAssignment,
  type WaitingOrder,
  waitingOrders,
} from "./company-settings.ts"
import { clockOfMinute, locale, minuteOfClock, recordVersion, timestamp, withPatch } from "./fields.ts"
import { mailSettingsView, type ShownMailServer, showMailServer } from "./mail.ts"
import { companyMode, modeOf } from "./test-company.ts"
import { type Travel, travelView } from "./travel.ts"
import { iso } from "./views.ts"

export const companyView = z.object({
  id: z.int(),
  version: recordVersion,
  updated_at: timestamp.meta({ description: "When a setting was last changed." }),
  mode: companyMode.meta({ description: "A test company has a clock of its own, and sends nothing out." }),
  name: z.string(),
  phone: z.string().nullable().meta({ description: "Shown to customers who had better call." }),
  timezone: z.string(),
  locale,
  brand: z.object({ logo_url: z.string().nullable(), accent_color: z.string() }),
  public_slug: z.string().nullable(),
  public_booking_enabled: z.boolean(),
  public_booking_url: z
    .string()
    .nullable()
    .meta({ description: "Null without a slug, and on a host without booking pages." }),
  public_daily_code_cap: z.int(),
  embed_origins: z.array(z.string()),
  thank_you_url: z.string().nullable(),
  thank_you_text: z.string().nullable(),
  booking_links_enabled: z.boolean(),
  new_customers: newCustomers,
  provider_assignment: providerAssignment,
  sms_confirmations: z.boolean(),
  reminders: z.array(z.int()),
  reminders_unanswered: z.array(z.int()),
  mail: mailSettingsView,
  quiet_hours: z
    .object({ start: z.string(), end: z.string() })
    .meta({ description: "Outreach and reminders go between these times, on the recipient's clock." }),
  linked_gap_minutes: z.int(),
  waiting_list: z
    .object({ order: z.enum(waitingOrders), automatic: z.boolean(), per_minute: z.int() })
    .meta({ description: "How freed time is offered to those who wait." }),
  plan: z.object({ freeze_at: z.string(), planner: z.enum(planners) }),
  travel: travelView,
  distance_unit: z.enum(distanceUnits).meta({
    description:
      "In which unit the company's people are told distances. The API's own fields are kilometres.",
  }),
  sign_in: z.object({
    require_second_factor: z.boolean(),
    admin_sessions: z.object({ idle_minutes: z.int(), longest_hours: z.int() }).nullable(),
    oidc: z
      .object({
        issuer: z.string(),
        client_id: z.string(),
        redirect_uri: z.string().nullable().meta({
          description:
            "What the provider has to know as the redirect address; null on a host without an address.",
        }),
      })
      .nullable(),
  }),
  agent: z.object({
    retell: z
      .object({
        webhook_url: z.string().nullable().meta({
          description:
            "Where Retell's inbound webhook and custom functions post; null on a host without an address.",
        }),
      })
      .nullable()
      .meta({ description: "Null without a key of Retell's." }),
    takes_texts: z.boolean(),
    languages: z.array(locale).meta({
      description:
        "The languages besides the company's own in which the agent answers customers who have one of them on file. A conversation " +
        "that begins with a `language` is held in that one.",
    }),
    refusals_as_200: z.boolean().meta({
      description:
        "An agent's tools refuse with status 200 and `ok: false`, for platforms that drop the bodies of other statuses.",
    }),
    transfer_phone: z
      .string()
      .nullable()
      .meta({ description: "Where an agent may put a caller through to who comes too late to change." }),
  }),
  channels: z.array(channelView).meta({
    description:
      "Read only: `POST /channels` and `DELETE /channels/{id}` change them. Texts leave from the first of `sms`.",
  }),
  warnings: z
    .array(z.string())
    .meta({ description: "What keeps customers from using what these settings switch on." }),
})

export interface Company {
  id: number
  version: number
  updated_at: Date
  name: string
  phone: string | null
  timezone: string
  locale: z.infer<typeof locale>
  accent_color: string
  /** Names the logo on the customer host; null without one. */
  logo_hash: string | null
  /** In pixels; null without a logo. */
  logo_width: number | null
  logo_height: number | null
  public_slug: string | null
  public_booking_enabled: boolean
  public_daily_code_cap: number
  embed_origins: string[]
  /** One at most: an https address, or words. */
  thank_you_url: string | null
  thank_you_text: string | null
  booking_links_enabled: boolean
  new_customers: z.infer<typeof newCustomers>
  provider_assignment: z.infer<typeof providerAssignment>
  sms_confirmations: boolean
  reminder_hours: number[]
  unanswered_reminder_hours: number[]
  mail_enabled: boolean
  mail_reply_to: string | null
  /** In a proven domain of its own; null: the host's address. */
  mail_from: string | null
  quiet_start_minute: number
  quiet_end_minute: number
  /** Null: travel is not judged, unless a provider has their own. */
  travel: Travel | null
  /** Null: that of the country of its time zone. */
  distance_unit: DistanceUnit | null
  /** From the end of an appointment of a group to the start of the next, at most. */
  linked_gap_minutes: number
  waiting_order: WaitingOrder
  waiting_automatic: boolean
  waiting_per_minute: number
  /** At this minute of the local day before, the plan of a day is fixed. */
  plan_freeze_minute: number
  planner: (typeof planners)[number]
  require_second_factor: boolean
  /** Both null, or neither. */
  admin_idle_minutes: number | null
  admin_longest_hours: number | null
  agent_refusals_as_200: boolean
  agent_languages: z.infer<typeof locale>[]
  agent_transfer_phone: string | null
  agent_takes_texts: boolean
}

/** The facts on which a company's settings depend and that they do not hold themselves. */
export interface CompanySurroundings {
  /** The customer host's address; null without one. */
  bookUrl: string | null
  /** The address that mails of the host come from; null where it sends none. */
  mailFrom: string | null
  /** Its own; null: the host's. */
  mailServer: ShownMailServer | null
  /** In the order of their ids: the first of a kind is the one that is used. */
  channels: Channel[]
  identityProvider: { issuer: string; clientId: string; redirectUri: string | null } | null
  /** The address that Retell posts to; null without an account there. */
  retell: { webhookUrl: string | null } | null
}

/** The company as its own staff sees it. */
export function showCompany(
  company: Company,
  { bookUrl, mailFrom, mailServer, channels, identityProvider, retell }: CompanySurroundings,
): z.input<typeof companyView> {
  const {
    accent_color,
    reminder_hours,
    unanswered_reminder_hours,
    mail_enabled,
    mail_reply_to,
    mail_from,
    quiet_start_minute,
    quiet_end_minute,
    require_second_factor,
    admin_idle_minutes,
    admin_longest_hours,
    agent_refusals_as_200,
    agent_languages,
    agent_transfer_phone,
    agent_takes_texts,
    waiting_order,
    waiting_automatic,
    waiting_per_minute,
    plan_freeze_minute,
    planner,
    ...rest
  } = company
  const { logo_hash, logo_width, logo_height, ...plain } = rest
  return {
    ...plain,
    updated_at: iso(company.updated_at),
    distance_unit: unitOf(company),
    mode: modeOf(company.id),
    brand: {
      logo_url: bookUrl !== null && logo_hash !== null ? `${bookUrl}/assets/logo/${logo_hash}` : null,
      accent_color,
    },
    public_booking_url: publicBookingUrl(company, bookUrl),
    reminders: reminder_hours,
    reminders_unanswered: unanswered_reminder_hours,
    mail: mail_enabled
      ? {
          from: mailFrom && (mail_from ?? mailFrom),
          own_from: mail_from,
          reply_to: mail_reply_to,
          smtp: mailServer && showMailServer(mailServer),
        }
      : null,
    plan: { freeze_at: clockOfMinute(plan_freeze_minute), planner },
    quiet_hours: { start: clockOfMinute(quiet_start_minute), end: clockOfMinute(quiet_end_minute) },
    waiting_list: {
      order: waiting_order,
      automatic: waiting_automatic,
      per_minute: waiting_per_minute,
    },
    sign_in: {
      require_second_factor,
      admin_sessions:
        admin_idle_minutes === null || admin_longest_hours === null
          ? null
          : { idle_minutes: admin_idle_minutes, longest_hours: admin_longest_hours },
      oidc: identityProvider && {
        issuer: identityProvider.issuer,
        client_id: identityProvider.clientId,
        redirect_uri: identityProvider.redirectUri,
      },
    },
    agent: {
      retell: retell && { webhook_url: retell.webhookUrl },
      languages: agent_languages,
      refusals_as_200: agent_refusals_as_200,
      transfer_phone: agent_transfer_phone,
      takes_texts: agent_takes_texts,
    },
    channels: channels.map(showChannel),
    warnings:
      company.public_booking_enabled && !channels.some(({ kind }) => kind === "sms") ? [noTextingNumber] : [],
  }
}

/** The unit of distances for the company's people. */
export const unitOf = ({
  distance_unit,
  timezone,
}: Pick<Company, "distance_unit" | "timezone">): DistanceUnit => distance_unit ?? unitOfZone(timezone)

/** The address of the public page; null without a slug, and without a customer host. */
export const publicBookingUrl = ({ public_slug }: Company, bookUrl: string | null): string | null =>
  bookUrl !== null && public_slug !== null ? `${bookUrl}/${public_slug}` : null

export const noTextingNumber =
  "The public page is on, but no number can text codes, so its visitors are asked to call. Register an sms channel."

/** The company with the fields that were sent. */
export function changedCompany(present: Company, patch: CompanyPatch): Company {
  const { brand, reminders: hours, reminders_unanswered: again, ...others } = patch
  const { quiet_hours: quiet, sign_in: signIn, agent, mail, plan, waiting_list: waiting, ...plain } = others
  return {
    ...withPatch(present, {
      ...plain,
      require_second_factor: signIn?.require_second_factor,
      ...(signIn?.admin_sessions !== undefined && {
        admin_idle_minutes: signIn.admin_sessions?.idle_minutes ?? null,
        admin_longest_hours: signIn.admin_sessions?.longest_hours ?? null,
      }),
      agent_languages: agent?.languages && [...new Set(agent.languages)],
      agent_refusals_as_200: agent?.refusals_as_200,
      agent_transfer_phone: agent?.transfer_phone,
      agent_takes_texts: agent?.takes_texts,
      waiting_order: waiting?.order,
      waiting_automatic: waiting?.automatic,
      waiting_per_minute: waiting?.per_minute,
    }),
    ...(mail === undefined ? {} : mailFields(present, mail)),
    ...(plan?.freeze_at === undefined ? {} : { plan_freeze_minute: minuteOfClock(plan.freeze_at) }),
    ...(plan?.planner === undefined ? {} : { planner: plan.planner }),
    ...(patch.thank_you_url == null ? {} : { thank_you_text: null }),
    ...(patch.thank_you_text == null ? {} : { thank_you_url: null }),
    ...(brand ? { accent_color: brand.accent_color } : {}),
    ...(hours ? { reminder_hours: [...hours].sort((a, b) => b - a) } : {}),
    ...(again ? { unanswered_reminder_hours: [...again].sort((a, b) => b - a) } : {}),
    ...(quiet
      ? { quiet_start_minute: minuteOfClock(quiet.start), quiet_end_minute: minuteOfClock(quiet.end) }
      : {}),
  }
}

const mailFields = (present: Company, mail: NonNullable<CompanyPatch["mail"]> | null) => ({
  mail_enabled: mail !== null,
  mail_reply_to: mail?.reply_to ?? null,
  mail_from: mail === null ? null : mail.from === undefined ? present.mail_from : mail.from,
})
