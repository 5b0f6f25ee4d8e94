/** The addresses from which a company's mails may come, and the proof that a domain is its own. */
import { type ServerFault, serverFaults } from "../../model/mail.ts"
import { type MailDomain, proofRecordOf } from "../../model/mail-domain.ts"
import { msPerDay, msPerMinute } from "../../time/units.ts"

type Proof = Pick<MailDomain, "domain" | "token" | "proven_by" | "proven_at" | "missing_since">

/** The holder of a domain may speak for its subdomains. */
export function isInDomain(address: string, domain: string): boolean {
  const own = address.slice(address.lastIndexOf("@") + 1).toLowerCase()
  return own === domain || own.endsWith(`.${domain}`)
}

export const maySendFrom = (
  address: string,
  domains: readonly Pick<MailDomain, "domain" | "proven_by">[],
): boolean => domains.some(({ domain, proven_by }) => proven_by !== null && isInDomain(address, domain))

/** The DNS records of a domain: all texts at the name of its record, or null where no name server answered. */
export type DomainTexts = readonly string[] | null

/** A record that is missing may be a slip of the people who keep the zone. */
export const graceMs = 3 * msPerDay

/**
 * The proof after DNS was asked. What the operator has assigned needs no record. A name server that does not answer proves
 * nothing and takes nothing away.
 */
export function proofAfter<Row extends Proof>(row: Row, texts: DomainTexts, now: number): Row {
  if (row.proven_by === "operator" || texts === null) return row
  if (texts.includes(proofRecordOf(row).value)) {
    return { ...row, proven_by: "dns", proven_at: row.proven_at ?? new Date(now), missing_since: null }
  }
  if (row.proven_by === null) return row
  const missingSince = row.missing_since ?? new Date(now)
  if (now - missingSince.getTime() < graceMs) return { ...row, missing_since: missingSince }
  return { ...row, proven_by: null, proven_at: null, missing_since: null }
}

export const isServerFault = (error: string): error is ServerFault =>
  serverFaults.some((fault) => fault === error)

const longestPauseMinutes = 60

/** When a server is tried again after so many tries in a row that did not get as far as a mail. */
export const nextServerTry = (failures: number, now: number): number =>
  now + Math.min(longestPauseMinutes, 2 ** (failures - 1)) * msPerMinute
