/** The settings that a company's people may change. */
import { z } from "zod"
import { distanceUnits } from "../units/distance.ts"
import { bounded, clock, flag, ifVersion, locale, name, phone, text, whole } from "./fields.ts"
import { timezone } from "./location.ts"
import { mailSettings } from "./mail.ts"
import { travelInput } from "./travel.ts"

/** First path segments that the customer host uses itself. */
const reservedSlugs: ReadonlySet<string> = new Set([
  "api",
  "assets",
  "docs",
  "embed",
  "favicon",
  "healthz",
  "metrics",
  "readyz",
  "robots",
])

const expectedSlug = "expected 3 to 60 lowercase letters, digits or hyphens"

/** The word that addresses a company's public page: `{book_url}/<slug>`. */
export const publicSlug = bounded(60, expectedSlug)
  .regex(/^[a-z0-9-]{3,60}$/, { error: expectedSlug })
  .refine((value) => !reservedSlugs.has(value), {
    error: "expected a slug that the booking pages do not use",
  })

export const newCustomers = z.enum(["allowed", "not_allowed"], {
  error: "expected one of allowed, not_allowed",
})

export const providerAssignment = z.enum(["none", "per_customer"], {
  error: "expected one of none, per_customer",
})

/** The planner that plans a day anew: the built-in one, or another in VROOM's HTTP form. */
export const planners = ["own", "vroom"] as const

const accentColor = bounded(7, "expected a colour as #rrggbb")
  .regex(/^#[0-9a-f]{6}$/i, { error: "expected a colour as #rrggbb" })
  .toLowerCase()

export const reminders = z
  .array(whole(1, 720))
  .max(5, { error: "expected at most 5 reminders" })
  .refine((hours) => new Set(hours).size === hours.length, { error: "expected each number of hours once" })
  .meta({ description: "Hours before the appointment; an empty list sends none." })

const remindersUnanswered = reminders.meta({
  description:
    "Hours before the appointment at which those are reminded again who have not said whether they come; an empty list " +
    "reminds none of them.",
})

const adminSessions = z.strictObject({ idle_minutes: whole(5, 720), longest_hours: whole(1, 336) }).meta({
  description:
    "Sessions of admins in the console end after so many minutes without use, and all their sessions so many hours after " +
    "they began: those that are open too. Null: as everybody's.",
})

/** Pages link to it, and add nothing to it. */
const thankYouUrl = bounded(500, "expected an https address of at most 500 characters").refine(isPlainHttps, {
  error: "expected an https address without a user name, as https://www.example.com/thanks",
})

function isPlainHttps(address: string): boolean {
  if (!/^https:\/\/[^\s]+$/.test(address) || !URL.canParse(address)) return false
  const { protocol, username, password, hostname } = new URL(address)
  return protocol === "https:" && username === "" && password === "" && hostname.includes(".")
}

/** Minutes between two appointments in one visit. Longer, it would be two visits. */
export const mostLinkedGap = 240

/** The order in which waiting customers are asked. */
export const waitingOrders = ["longest_waiting", "priority", "least_recently_asked"] as const
export type WaitingOrder = (typeof waitingOrders)[number]

const waitingList = z.strictObject({
  order: z
    .enum(waitingOrders, { error: `expected one of ${waitingOrders.join(", ")}` })
    .optional()
    .meta({ description: "Who is asked first. Of equals, who has waited longest." }),
  automatic: flag.optional().meta({
    description: "Freed time is offered by the service. With false, staff alone offer it.",
  }),
  per_minute: whole(1, 20).optional().meta({
    description:
      "To so many people at most is one freed time offered within a minute; more only where the time is so near that all could not be asked else.",
  }),
})

export const identityProvider = z
  .strictObject({
    issuer: text(500).meta({ description: "An https address.", examples: ["https://login.example.com"] }),
    client_id: name(300),
    client_secret: name(1_000).optional().meta({
      description: "Never shown again. May be left out while `issuer` and `client_id` stay as they are.",
    }),
  })
  .meta({
    description:
      "The company's identity provider, by OpenID Connect: its users sign in to the console there. Null: by password only. " +
      "Needs a `public_slug`, by which people name the company when they sign in.",
  })

export type IdentityProviderInput = z.output<typeof identityProvider>

/** Fields sent are changed, the others stay. `embed_origins` are judged by their own rule. */
export const companyPatch = z
  .strictObject({
    if_version: ifVersion,
    name: name().optional(),
    phone: phone.nullable().optional(),
    timezone: timezone.optional(),
    locale: locale.optional(),
    brand: z.strictObject({ accent_color: accentColor }).optional(),
    public_slug: publicSlug.nullable().optional(),
    public_booking_enabled: flag.optional(),
    public_daily_code_cap: whole(0, 10_000).optional(),
    embed_origins: z
      .array(bounded(2_000, "expected an origin, as https://www.example.com"))
      .max(100)
      .optional()
      .meta({
        description:
          "At most 10 exact origins of websites that may embed the pages, as https://www.example.com; an empty list allows none. docs/embedding.md is the guide for their web masters.",
      }),
    thank_you_url: thankYouUrl.nullable().optional().meta({
      description:
        "After a booking, pages offer a link to this https address of the company's own; nothing is added to it. Setting it clears `thank_you_text`.",
    }),
    thank_you_text: text(500).nullable().optional().meta({
      description: "After a booking, pages say these words instead. Setting them clears `thank_you_url`.",
    }),
    booking_links_enabled: flag.optional(),
    new_customers: newCustomers.optional(),
    provider_assignment: providerAssignment.optional(),
    sms_confirmations: flag.optional(),
    reminders: reminders.optional(),
    reminders_unanswered: remindersUnanswered.optional(),
    mail: mailSettings.nullable().optional(),
    quiet_hours: z.strictObject({ start: clock, end: clock }).optional(),
    linked_gap_minutes: whole(0, mostLinkedGap).optional().meta({
      description:
        "Of types that are booked together, to follow one another: the longest wait from the end of one to the start of the next.",
    }),
    waiting_list: waitingList.optional(),
    plan: z
      .strictObject({
        freeze_at: clock.optional(),
        planner: z
          .enum(planners, { error: "expected one of own, vroom" })
          .optional()
          .meta({
            description:
              "Which planner plans a day anew when staff ask for it: the built-in one, or the one in VROOM's HTTP form that " +
              "the host's PLANNER_URL names. Where that does not answer, the built-in one does. `own` unless set.",
          }),
      })
      .optional()
      .meta({
        description:
          "Of visits that were promised a window: from `freeze_at` of the day before on, the plan of a day stays as it is, and each " +
          "customer is told once the hour in which the work begins.",
      }),
    travel: travelInput.optional().meta({
      description:
        "How fast providers get from one visit to the next, unless a provider has a `travel` of their own. With it, times that " +
        "a provider could not reach from the visit before, or that would make the next visit unreachable, are not offered " +
        "for types at the customer's place. Null: travel is not judged.",
    }),
    distance_unit: z
      .enum(distanceUnits, { error: "expected one of km, mi" })
      .optional()
      .meta({
        description:
          "In which unit the company's people are told distances and speeds; the API's own fields are kilometres. Until it is set, " +
          "that of the country that the company's time zone lies in.",
      }),
    sign_in: z
      .strictObject({
        require_second_factor: flag.optional().meta({
          description: "Users without a second factor can only set one up.",
        }),
        admin_sessions: adminSessions.nullable().optional(),
        oidc: identityProvider.nullable().optional(),
      })
      .optional(),
    agent: z
      .strictObject({
        retell: z
          .strictObject({ api_key: name(200).meta({ description: "Never shown again." }) })
          .nullable()
          .optional()
          .meta({
            description:
              "The key that Retell marks for its webhooks, by which posts to `webhook_url` are known as Retell's. Null ends it.",
          }),
        languages: z
          .array(locale.meta({ id: "AgentLanguage" }))
          .max(3, { error: "expected at most 3 languages" })
          .optional()
          .meta({ description: "As `es` and `fr`: those in which your agent can be spoken to." }),
        refusals_as_200: flag.optional(),
        transfer_phone: phone.nullable().optional(),
        takes_texts: flag.optional().meta({
          description:
            "Answers to the company's texts go to the agent platform, so that reminders ask by link only whether the customer comes.",
        }),
      })
      .optional(),
  })
  .refine(({ thank_you_url: url, thank_you_text: words }) => url == null || words == null, {
    error: "expected either thank_you_url or thank_you_text, not both",
    path: ["thank_you_text"],
  })

export type CompanyPatch = z.output<typeof companyPatch>
