/**
 * Test companies: for trying out an integration. Time is their own, and nothing of theirs leaves the host but webhooks to
 * their own endpoints.
 */
import { z } from "zod"
import { instant, timestamp, whole } from "./fields.ts"
import { iso } from "./views.ts"

/**
 * The ids of test companies begin here, so that an id alone says which clock counts and which queue serves it: live
 * companies pay for neither with a look-up.
 */
export const firstTestCompanyId = 1_000_000_000

export const isTestCompany = (companyId: number): boolean => companyId >= firstTestCompanyId

export const companyMode = z.enum(["live", "test"], { error: "expected one of live, test" })
export type CompanyMode = z.infer<typeof companyMode>

export const modeOf = (companyId: number): CompanyMode => (isTestCompany(companyId) ? "test" : "live")

/** A test company's clock. While it runs it moves with the host's time, from `at`, which it showed at `since`. */
export interface TestClock {
  at: Date
  /** By the host's time. */
  since: Date
  running: boolean
}

/** Epoch milliseconds that the clock shows when the host's clock shows `hostNow`. */
export function readingOf({ at, since, running }: TestClock, hostNow: number): number {
  return at.getTime() + (running ? Math.max(0, hostNow - since.getTime()) : 0)
}

export const testClockView = z.object({
  now: timestamp,
  running: z.boolean().meta({ description: "False while the clock stands." }),
})

export const showTestClock = (clock: TestClock, hostNow: number): z.input<typeof testClockView> => ({
  now: iso(new Date(readingOf(clock, hostNow))),
  running: clock.running,
})

export const mostAdvanceMinutes = 366 * 1_440

const oneOfBoth = "expected either to or by_minutes"

export const advanceInput = z
  .strictObject({ to: instant.optional(), by_minutes: whole(0, mostAdvanceMinutes).optional() })
  .refine(({ to, by_minutes }) => (to === undefined) !== (by_minutes === undefined), {
    error: oneOfBoth,
    path: ["to"],
  })
  .meta({ examples: [{ by_minutes: 1_440 }] })

/** Kinds of work that may be due, in the order in which they are done. */
export const dueKinds = [
  "requests",
  "answers",
  "holds",
  "waiting",
  "freed",
  "endpoints",
  "freezing",
  "reminders",
  "digests",
  "texts",
  "calendarWrites",
  "deliveries",
  "calendarReads",
] as const
export type DueKind = (typeof dueKinds)[number]

/** The kinds of work that a company does by itself. */
export const ranKinds = [
  "reminder",
  "outreach",
  "text",
  "request_expired",
  "answer",
  "code_expired",
  "webhook",
  "endpoint_disabled",
  "calendar_write",
] as const
export type RanKind = (typeof ranKinds)[number]

/** One thing that happened of itself. */
export interface Ran {
  kind: RanKind
  id: number | string
  outcome: string
}

const ranView = z.object({
  at: timestamp,
  kind: z.enum(ranKinds).meta({
    description:
      "`reminder`, `outreach` and `text`: of the outbox. `webhook`: one attempt of a delivery. `code_expired`: a code that was not entered.",
  }),
  id: z.union([z.int(), z.string()]).meta({
    description:
      "The id of the text, scheduling request, delivery, endpoint or appointment. A code's is its verification id, a text.",
  }),
  outcome: z.string().meta({
    description:
      "`sent`, `skipped` or `failed`; a webhook's `succeeded`, `failed` or `abandoned`; else `done`.",
  }),
})

export const advancedView = testClockView.extend({
  done: z.boolean().meta({
    description: "False when there was so much to do that the clock stopped on its way: advance again.",
  }),
  ran: z.array(ranView).meta({ description: "What happened of itself, in its order." }),
})

export const testCompanyView = z.object({
  company_id: z.int(),
  api_key: z.string().meta({ description: "Its first admin key, `sk_test_…`. Shown only now." }),
})

/** Test companies that a company may have. */
export const mostOfCompany = 20

/** A row in the list of test companies. */
export const madeTestCompanyView = z.object({
  id: z.int(),
  name: z.string(),
  public_slug: z.string().nullable(),
  public_page_url: z.string().nullable().meta({
    description:
      "Its public page with a pass; null without a slug, and on a host without booking pages. Who has the address sees the page.",
  }),
  clock: testClockView,
  created_at: timestamp,
})

export const showMadeTestCompany = (
  row: TestClock & { id: number; name: string; public_slug: string | null; created_at: Date },
  hostNow: number,
  public_page_url: string | null,
): z.input<typeof madeTestCompanyView> => ({
  id: row.id,
  name: row.name,
  public_slug: row.public_slug,
  public_page_url,
  clock: showTestClock(row, hostNow),
  created_at: iso(row.created_at),
})

/** The answer of what is done to a test company as a whole. */
export const resetTestCompanyView = z.object({ company_id: z.int() })

export const outboxView = z.object({
  id: z.int(),
  channel: z.enum(["sms", "voice", "mail"]).meta({ description: "`voice`: a call by the voice agent." }),
  purpose: z.string(),
  status: z.enum(["sent", "skipped", "failed"]),
  reason: z.string().nullable().meta({ description: "Why it did not go." }),
  from: z.string().nullable(),
  to: z.string().nullable(),
  subject: z.string().nullable().meta({ description: "Of a mail." }),
  body: z.string().nullable().meta({ description: "The words of a text; of a mail its plain text." }),
  variables: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .nullable()
    .meta({ description: "What a call's conversation would have begun with." }),
  customer_id: z.int().nullable(),
  appointment_id: z.int().nullable(),
  at: timestamp.meta({ description: "By the company's clock." }),
})
