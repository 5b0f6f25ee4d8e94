/** The page where a customer says that they want no offers by mail. */
import { timingSafeEqual } from "node:crypto"
import type { Sealer } from "../../domain/model/sealing.ts"

/** The number of characters, of 6 bits each. */
const secretLength = 22

const secretsOf = (sealer: Sealer, companyId: number, customerId: number): string[] =>
  sealer
    .hashes(`${companyId}.${customerId}`, "unsubscribe")
    .map((hash) => hash.slice(hash.indexOf(":") + 1).slice(0, secretLength))

/** Null on a host without pages. It holds for the customer, independent of the mail that had it. */
export function unsubscribeUrlOf(
  { bookUrl, sealer }: { bookUrl: string | null; sealer: Sealer },
  companyId: number,
  customerId: number,
): string | null {
  if (bookUrl === null) return null
  return `${bookUrl}/u/${companyId}.${customerId}.${secretsOf(sealer, companyId, customerId)[0]}`
}

const form = /^([1-9]\d{0,15})\.([1-9]\d{0,15})\.([\w-]{22})$/

/** Null for a token that this host has not made. */
export function readUnsubscribeToken(
  sealer: Sealer,
  token: string,
): { companyId: number; customerId: number } | null {
  const [, company, customer, secret] = form.exec(token.slice(0, 80)) ?? []
  if (secret === undefined) return null
  const ids = { companyId: Number(company), customerId: Number(customer) }
  const isKnown = secretsOf(sealer, ids.companyId, ids.customerId).some((own) =>
    timingSafeEqual(Buffer.from(own), Buffer.from(secret)),
  )
  return isKnown ? ids : null
}
