/** Mails: the company's settings, and the log of them. */
import { z } from "zod"
import { bounded, email, locale, name, timestamp, whole } from "./fields.ts"
import { domainName } from "./mail-domain.ts"
import {
  mailSkipReasons,
  staffMailPurposes,
  staffSkipReasons,
  type TextRow,
  textOutcomes,
  textPurposes,
  unknownOutcome,
} from "./text-message.ts"
import { iso, isoOrNull } from "./views.ts"

export const mailServerInput = z
  .strictObject({
    host: domainName,
    port: whole(1, 65_535).meta({
      description: "587, 465, 25 or 2525. 465 begins encrypted, the others by STARTTLS.",
    }),
    username: name(320),
    password: bounded(1_000, "expected a password of at most 1000 characters")
      .min(1, { error: "expected a password" })
      .optional()
      .meta({
        description:
          "Never shown again. May be left out while `host`, `port` and `username` stay as they are.",
      }),
  })
  .meta({
    description:
      "The company's own mail server, for its mails to customers; encrypted and signed in to, always. Needs a `from`. Null: the " +
      "host's. Left out, it stays.",
  })

export type MailServerInput = z.output<typeof mailServerInput>

export const mailSettings = z
  .strictObject({
    from: email.nullable().optional().meta({
      description:
        "Which address the mails come from, in a proven domain of `GET /mail-domains`; null: the host's. Left out, it stays.",
    }),
    smtp: mailServerInput.nullable().optional(),
    reply_to: email.nullable().optional().meta({
      description: "Where customers' answers go; null: to the address that the mails come from.",
    }),
  })
  .meta({
    description:
      "Mails for confirmations, changes, cancellations and reminders, beside texts. Null sends none, as long as it is not set, and " +
      "forgets `from` and `smtp`.",
  })

/** Faults of a mail server that takes no mail at all. */
export const serverFaults = [
  "unreachable",
  "blocked_address",
  "smtp_no_encryption",
  "smtp_certificate",
  "smtp_sign_in",
] as const
export type ServerFault = (typeof serverFaults)[number]

const serverFaultWords = serverFaults.join(", ")

export const mailSettingsView = z
  .object({
    from: z.string().nullable().meta({
      description: "Which address the mails come from; null on a host that sends none.",
    }),
    own_from: z.string().nullable().meta({
      description: "The company's own address, where it has set one; null: mails come from the host's.",
    }),
    reply_to: z.string().nullable(),
    smtp: z
      .object({
        host: z.string(),
        port: z.int(),
        username: z.string(),
        failing_since: timestamp.nullable(),
        last_error: z
          .string()
          .nullable()
          .meta({
            description: `Why it takes no mails, while it fails: ${serverFaultWords}.`,
          }),
      })
      .nullable()
      .meta({ description: "The company's own mail server; null: mails go by the host's." }),
  })
  .nullable()

/** The company's own mail server, as it is shown. */
export interface ShownMailServer {
  host: string
  port: number
  username: string
  failing_since: Date | null
  last_error: string | null
}

export const showMailServer = ({ host, port, username, failing_since, last_error }: ShownMailServer) => ({
  host,
  port,
  username,
  failing_since: isoOrNull(failing_since),
  last_error,
})

/** The fault in a customer's email that holds mails back. To an unproven one a few go, without the link that cancels. */
export type EmailState = "unproven" | "unreachable" | "refused"

export const mailPurposes = [...textPurposes, ...staffMailPurposes] as const

export const mailView = z
  .object({
    id: z.int(),
    purpose: z.enum(mailPurposes),
    outcome: z.enum(textOutcomes),
    reason: z
      .string()
      .nullable()
      .meta({
        description:
          `Why it was skipped (${[...mailSkipReasons, ...staffSkipReasons].join(", ")}) or failed (${unknownOutcome}, or the mail server's code); of one ` +
          "that waits, why the try before failed.",
      }),
    attempts: z.int(),
    due_at: timestamp.nullable().meta({ description: "Of one that waits: it does not go before." }),
    customer: z.object({ id: z.int(), name: z.string() }).nullable().meta({
      description: "Null of a mail to one of the company's own people.",
    }),
    user: z.object({ id: z.int(), name: z.string() }).nullable().meta({
      description: "Of a mail to a user.",
    }),
    provider: z.object({ id: z.int(), name: z.string() }).nullable().meta({
      description: "Of a digest of a provider's day.",
    }),
    email: z.string().nullable().meta({
      description: "Where it went. Null before that, since the address is read when it goes.",
    }),
    from_email: z.string().nullable(),
    appointment_id: z.int().nullable(),
    created_at: timestamp,
    sent_at: timestamp.nullable().meta({ description: "When the mail server took it." }),
  })
  .meta({ id: "Mail" })

/** As the log of mails is read. */
export interface LoggedMail
  extends Pick<
    TextRow,
    | "id"
    | "purpose"
    | "attempts"
    | "email_sealed"
    | "from_email"
    | "appointment_id"
    | "created_at"
    | "sent_at"
  > {
  outcome: (typeof textOutcomes)[number]
  reason: string | null
  customer_id: number | null
  customer_name: string | null
  user_id: number | null
  user_name: string | null
  provider_id: number | null
  provider_name: string | null
}

export function mailShown(
  { email_sealed: _, ...logged }: LoggedMail,
  { address, dueAt }: { address: string | null; dueAt: Date | null },
): z.input<typeof mailView> {
  const { customer_id, customer_name, user_id, user_name, provider_id, provider_name, ...mail } = logged
  return {
    ...mail,
    customer: personOf(customer_id, customer_name),
    user: personOf(user_id, user_name),
    provider: personOf(provider_id, provider_name),
    email: address,
    due_at: isoOrNull(dueAt),
    created_at: iso(mail.created_at),
    sent_at: isoOrNull(mail.sent_at),
  }
}

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? "" })

/** The words of a mail as they are kept where no mail leaves the host. */
export interface KeptMail {
  subject: string
  text: string
  html: string
}

/** The mails that a company can read before a customer does. */
export const samplePurposes = ["confirmation", "change", "cancellation", "reminder", "offer"] as const
export type SamplePurpose = (typeof samplePurposes)[number]

export const mailPreviewInput = z
  .strictObject({
    purpose: z.enum(samplePurposes, { error: `expected one of ${samplePurposes.join(", ")}` }),
    locale: locale.optional().meta({ description: "The company's when left out." }),
  })
  .meta({ examples: [{ purpose: "confirmation" }] })

export const mailPreviewView = z.object({
  from: z.string().nullable().meta({ description: "Null on a host that sends no mail." }),
  reply_to: z.string().nullable(),
  subject: z.string(),
  text: z.string().meta({ description: "As programs without HTML show it." }),
  html: z.string(),
})

/** A moved appointment's time before. */
export interface FormerTime {
  startMs: number
  endMs: number
  timezone: string
}
