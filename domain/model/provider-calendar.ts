/** A provider's connected calendar: busy times are read from it, and appointments may be written into it. */
import { z } from "zod"
import { msPerMinute } from "../time/units.ts"
import { type CalendarProblem, calendarProblemWords } from "./calendar-problem.ts"
import { email, flag, name, timestamp } from "./fields.ts"
import { timezone } from "./location.ts"
import { iso, isoOrNull } from "./views.ts"

export const calendarKinds = ["caldav", "ics", "google", "microsoft"] as const
export type CalendarKind = (typeof calendarKinds)[number]

const url = (description: string) =>
  name(2_000).meta({ description, examples: ["https://dav.example.com/ana/work/"] })
const secret = (description: string) => name(4_000).meta({ description: `${description} Never returned.` })

const unansweredBlocks = flag.default(true).meta({
  description:
    "Whether invitations that the owner has not answered keep them busy. False needs `owner_email` for caldav and ics, and `writes` for google and microsoft, which tell it only of calendars that are written into.",
})
const common = {
  timezone: timezone.optional().meta({
    description: "For whole days and times that name no zone; the company's when left out.",
  }),
  owner_email: email
    .nullable()
    .optional()
    .meta({ description: "Where invitations reach the owner: those declined do not count." }),
  unanswered_blocks: unansweredBlocks,
}
const writes = flag
  .default(true)
  .meta({ description: "Whether appointments are written into it; false only reads." })

const oauth = {
  client_id: name(500),
  client_secret: secret("Of your application."),
  refresh_token: secret("What the owner's consent gave your application."),
}

const caldav = z.strictObject({
  kind: z.literal("caldav"),
  url: url("The calendar's own address, not its server's."),
  username: name(500),
  password: secret("An app password, where the server has such."),
  writes,
  ...common,
})
const ics = z.strictObject({
  kind: z.literal("ics"),
  url: url("The feed's address. Only its host is shown again: such addresses are often secret."),
  ...common,
})
const google = z.strictObject({
  kind: z.literal("google"),
  calendar_id: name(500).default("primary"),
  ...oauth,
  writes,
  ...common,
})
const microsoft = z.strictObject({
  kind: z.literal("microsoft"),
  calendar_id: name(500).nullable().default(null).meta({ description: "Null means the account's main one." }),
  tenant: name(200)
    .regex(/^[A-Za-z0-9.-]+$/, { error: "expected a tenant's id or domain, or common" })
    .default("common"),
  ...oauth,
  writes,
  ...common,
})

/** Read from files in which invitations name who is invited. */
const isOfFile = (kind: CalendarKind) => kind === "caldav" || kind === "ics"

export const calendarInput = z
  .discriminatedUnion("kind", [caldav, ics, google, microsoft], {
    error: `expected kind to be one of ${calendarKinds.join(", ")}`,
  })
  .refine((sent) => sent.kind !== "microsoft" || sent.writes || sent.owner_email != null, {
    error:
      "is required where a microsoft calendar is only read: its free and busy times are asked by address",
    path: ["owner_email"],
  })
  .refine((sent) => sent.unanswered_blocks || isOfFile(sent.kind) || ("writes" in sent && sent.writes), {
    error:
      "can be false only where the calendar is written into: its free and busy times do not say which invitations are unanswered",
    path: ["unanswered_blocks"],
  })
  .refine((sent) => sent.unanswered_blocks || !isOfFile(sent.kind) || sent.owner_email != null, {
    error: "is required where unanswered_blocks is false: it tells which answer is the owner's",
    path: ["owner_email"],
  })
export type CalendarInput = z.output<typeof calendarInput>

export const calendarStatuses = ["waiting", "fresh", "failing", "unread"] as const

export const calendarView = z
  .object({
    id: z.int(),
    provider_id: z.int(),
    kind: z.enum(calendarKinds),
    address: z.string().meta({ description: "Enough to tell it from others; of a feed the host alone." }),
    writes: z.boolean(),
    timezone: z.string(),
    unanswered_blocks: z.boolean(),
    owner_email: z.string().nullable(),
    status: z.enum(calendarStatuses).meta({
      description:
        "`waiting`: not read yet. `fresh`. `failing`: can't be read, its last times still serve. `unread`: for so long that the provider is not offered.",
    }),
    problem: z.enum(calendarProblemWords).nullable().meta({
      description:
        "Why it can't be read; of one that is read, whether some of its events are unclear: the check names them.",
    }),
    last_read_at: timestamp.nullable(),
    failing_since: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "ProviderCalendar" })

const unclearLine = z
  .object({
    uid: z.string().meta({ description: "The event's UID in the calendar." }),
    line: z.int().meta({ description: "The number of the line in the file, or in the event's own text." }),
    text: z.string().meta({ description: "The line as it stands, cut where it is long." }),
  })
  .meta({ id: "UnclearLine" })

/** Events that are widened to all that they can mean, and lines of some of them. */
export interface UnclearEvents {
  events: number
  lines: readonly z.output<typeof unclearLine>[]
}

/** More are a problem of their own: the program may name its zones in a way that is not known. */
const mostUnclear = 10

export const problemOfUnclear = ({ events }: UnclearEvents): CalendarProblem =>
  events > mostUnclear ? "many_unclear_events" : "unclear_events"

export const calendarCheckView = z
  .object({
    ok: z.boolean(),
    problems: z.array(
      z.object({
        problem: z.enum(calendarProblemWords),
        says: z.string(),
        mend: z.string(),
        events: z
          .array(unclearLine)
          .meta({ description: "Which lines are unclear, at most twenty; empty for any other problem." }),
      }),
    ),
    waiting_writes: z.int().meta({ description: "Appointments that are still to be written into it." }),
  })
  .meta({ id: "CalendarCheck" })

/** As the store keeps it, apart from the sealed settings. */
export interface ProviderCalendar {
  id: number
  provider_id: number
  kind: CalendarKind
  address: string
  writes: boolean
  timezone: string
  unanswered_blocks: boolean
  owner_email: string | null
  problem: CalendarProblem | null
  unclear: UnclearEvents | null
  last_read_at: Date | null
  failing_since: Date | null
  created_at: Date
}

/** The credentials and address of the calendar; sealed at rest. */
export type CalendarSettings =
  | { kind: "caldav"; url: string; username: string; password: string }
  | { kind: "ics"; url: string }
  | ({ kind: "google"; calendarId: string } & OAuthGrant)
  | ({ kind: "microsoft"; calendarId: string | null; tenant: string } & OAuthGrant)

export interface OAuthGrant {
  clientId: string
  clientSecret: string
  refreshToken: string
}

export function settingsOf(input: CalendarInput): CalendarSettings {
  switch (input.kind) {
    case "caldav":
      return { kind: input.kind, url: input.url, username: input.username, password: input.password }
    case "ics":
      // Feeds are often handed out under a scheme of their own that means https.
      return { kind: input.kind, url: input.url.replace(/^webcals?:/i, "https:") }
    case "google":
      return { kind: input.kind, calendarId: input.calendar_id, ...grantOf(input) }
    case "microsoft":
      return { kind: input.kind, calendarId: input.calendar_id, tenant: input.tenant, ...grantOf(input) }
  }
}

const grantOf = (input: { client_id: string; client_secret: string; refresh_token: string }): OAuthGrant => ({
  clientId: input.client_id,
  clientSecret: input.client_secret,
  refreshToken: input.refresh_token,
})

/** The part of the calendar's address that may be shown. */
export function shownAddress(settings: CalendarSettings): string {
  switch (settings.kind) {
    case "caldav":
      return settings.url
    case "ics":
      return URL.parse(settings.url)?.host ?? ""
    default:
      return settings.calendarId ?? "main calendar"
  }
}

/** The limit per provider: each calendar is asked at every booking. */
export const mostCalendars = 10

/** How long the last reading counts while a calendar cannot be read. After that its provider is not offered. */
export const servedWhileFailingMs = 15 * msPerMinute

/** True where a calendar's last reading is too old to count. */
export const isUnread = (lastReadAt: number | null, now: number) =>
  lastReadAt === null || now - lastReadAt > servedWhileFailingMs

export function showCalendar(calendar: ProviderCalendar, now: number): z.input<typeof calendarView> {
  const { unclear, ...shown } = calendar
  const lastReadAt = calendar.last_read_at?.getTime() ?? null
  const isWaiting = lastReadAt === null && calendar.failing_since === null
  const failing = calendar.failing_since === null ? "fresh" : "failing"
  return {
    ...shown,
    problem: calendar.problem ?? (unclear && problemOfUnclear(unclear)),
    status: isWaiting ? "waiting" : isUnread(lastReadAt, now) ? "unread" : failing,
    last_read_at: isoOrNull(calendar.last_read_at),
    failing_since: isoOrNull(calendar.failing_since),
    created_at: iso(calendar.created_at),
  }
}
