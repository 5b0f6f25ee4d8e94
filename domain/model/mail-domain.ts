/** The domains that a company's mails to customers may come from, once they are proven to be its own. */
import { z } from "zod"
import { bounded, timestamp } from "./fields.ts"
import { iso, isoOrNull } from "./views.ts"

const expectedDomain = "expected a domain as example.com, in ASCII"

const isLabel = (label: string) => label.length <= 63 && !label.startsWith("-") && !label.endsWith("-")

export const domainName = bounded(253, expectedDomain)
  .toLowerCase()
  .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, { error: expectedDomain })
  .refine((value) => value.split(".").every(isLabel), { error: expectedDomain })

export const mailDomainInput = z
  .strictObject({ domain: domainName })
  .meta({ examples: [{ domain: "harbour.example" }] })

const proofs = ["operator", "dns"] as const

/** As it is stored. */
export interface MailDomain {
  id: number
  domain: string
  token: string
  proven_by: (typeof proofs)[number] | null
  proven_at: Date | null
  /** The time since when the record of a proven domain is missing. */
  missing_since: Date | null
  checked_at: Date | null
  created_at: Date
}

/** A company has no more. */
export const mostMailDomains = 10

/** The name and the text of the record in DNS. */
export const proofRecordOf = ({ domain, token }: Pick<MailDomain, "domain" | "token">) => ({
  type: "TXT" as const,
  name: `_appointed.${domain}`,
  value: `appointed-mail=${token}`,
})

export const mailDomainView = z
  .object({
    id: z.int(),
    domain: z.string().meta({ description: "Addresses in it and in its subdomains may be `from`." }),
    proven_by: z.enum(proofs).nullable().meta({
      description: "`operator`: the operator of this host has assigned it. Null: nothing proves it.",
    }),
    proven_at: timestamp.nullable(),
    record: z.object({ type: z.literal("TXT"), name: z.string(), value: z.string() }).meta({
      description: "What DNS has to say of the domain to prove it.",
    }),
    missing_since: timestamp.nullable().meta({
      description:
        "Of one that DNS has proven: since when the record is missing. After three days the proof ends.",
    }),
    checked_at: timestamp.nullable().meta({ description: "When DNS was asked last." }),
    created_at: timestamp,
  })
  .meta({ id: "MailDomain" })

export function showMailDomain(row: MailDomain): z.input<typeof mailDomainView> {
  const { id, domain, proven_by } = row
  return {
    id,
    domain,
    proven_by,
    proven_at: isoOrNull(row.proven_at),
    record: proofRecordOf(row),
    missing_since: isoOrNull(row.missing_since),
    checked_at: isoOrNull(row.checked_at),
    created_at: iso(row.created_at),
  }
}
