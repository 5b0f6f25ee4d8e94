/** The page where the holder of an email address says whether it is theirs: its address, and how often it is sent. */
import { timingSafeEqual } from "node:crypto"
import type { Sealer } from "../../domain/model/sealing.ts"
import { secondsPerDay } from "../../domain/time/units.ts"
import type { Db } from "../platform/pg/database.ts"
import type { MailSender } from "../platform/ports/mails.ts"
import type { Clock } from "../platform/ports.ts"
import { takeToken } from "../platform/rate-limits.sql.ts"

interface ProvenEmail {
  customerId: number
  email: string
}

const secretOf = (hash: string) => hash.slice(hash.indexOf(":") + 1).slice(0, secretLength)

/** The number of characters, of 6 bits each. */
const secretLength = 22

/** Null on a host without pages. The address holds for this email alone: another one has another. */
export function proofUrlOf(
  { bookUrl, sealer }: { bookUrl: string | null; sealer: Sealer },
  companyId: number,
  { customerId, email }: ProvenEmail,
): string | null {
  if (bookUrl === null) return null
  const [newest] = sealer.hashes(`${companyId}.${customerId}.${email}`, "email-proof")
  return `${bookUrl}/e/${companyId}.${customerId}.${secretOf(newest!)}`
}

const form = /^([1-9]\d{0,15})\.([1-9]\d{0,15})\.([\w-]{22})$/

/** The ids that a token names, not yet proved; null for one of another form. */
export function readProofToken(
  token: string,
): { companyId: number; customerId: number; secret: string } | null {
  const [, companyId, customerId, secret] = form.exec(token.slice(0, 80)) ?? []
  return secret === undefined
    ? null
    : { companyId: Number(companyId), customerId: Number(customerId), secret }
}

export function isProofOf(
  { sealer }: { sealer: Sealer },
  { companyId, customerId, secret }: { companyId: number; customerId: number; secret: string },
  email: string,
): boolean {
  const known = sealer.hashes(`${companyId}.${customerId}.${email}`, "email-proof").map(secretOf)
  return known.some((each) => timingSafeEqual(Buffer.from(each), Buffer.from(secret)))
}

const firstMailsADay = 3

interface FirstMailContext {
  db: Db
  sealer: Sealer
  hostClock: Clock
  mails: MailSender | null
}

/**
 * Counts a mail to an unproven address, for all companies of the host. False when it had its mails today. A mail that stays
 * on the host, as a test company's do, is not counted.
 */
export async function mayWriteFirst(
  { db, sealer, hostClock, mails }: FirstMailContext,
  email: string,
): Promise<boolean> {
  if (mails?.staysHere) return true
  const [address] = sealer.hashes(email.toLowerCase(), "first-mails")
  const rate = { key: `first_mail:${address}`, limit: firstMailsADay, windowSeconds: secondsPerDay }
  return (await takeToken(db, { ...rate, now: hostClock.now() })).allowed
}
