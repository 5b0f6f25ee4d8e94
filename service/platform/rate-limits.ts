/** Limits that count in tokens. Their counters are shared by every process. */

import { Refusal } from "../../domain/model/errors.ts"
import type { LinkedNoun } from "../../domain/model/link-token.ts"
import { isTestCompany } from "../../domain/model/test-company.ts"
import { networkOf } from "../../domain/rules/public-page/network-address.ts"
import { secondsPerDay } from "../../domain/time/units.ts"
import type { AppContext } from "./context.ts"
import { type Token, takeToken } from "./rate-limits.sql.ts"
import { takeTokenOfMany } from "./refused-tries.ts"

/** Throws `rate_limited` when no token is left, with the seconds to wait if waiting helps. */
export function refuseWithout(
  { allowed, retryAfterSeconds }: Token,
  details?: Readonly<Record<string, unknown>>,
): void {
  if (allowed) return
  throw new Refusal("rate_limited", {
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(details === undefined ? {} : { details }),
  })
}

/** Many customers of one carrier share an address, so views are many, and what costs more counts by the link. */
const linkViewsAMinute = 300
const linkUsesAMinute = 60

/** Counts a view of a booking link, whichever link, by the client's network. Throws `rate_limited`. */
export async function limitLinkViews(context: AppContext, clientAddress: string): Promise<void> {
  const network = context.sealer.hashes(networkOf(clientAddress), "link-views")[0]!
  const now = context.hostClock.now()
  const token = { key: `link_view:${network}`, limit: linkViewsAMinute, windowSeconds: 60, now }
  refuseWithout(await takeTokenOfMany(context.db, token))
}

/** Counts a search or a write through one link, from wherever it comes. Throws `rate_limited`. */
export async function limitLinkUses(
  context: AppContext,
  { of, companyId, id }: { of: LinkedNoun; companyId: number; id: number },
): Promise<void> {
  const now = context.hostClock.now()
  const key = `link_use:${of}:${companyId}:${id}`
  refuseWithout(await takeTokenOfMany(context.db, { key, limit: linkUsesAMinute, windowSeconds: 60, now }))
}

/** Texts of a test company reach no person, so they take nothing from what live companies may send to the number. */
export const limitFor = (companyId: number, name: string): string =>
  isTestCompany(companyId) ? `${name}:${companyId}` : name

const linkTextsAnHour = 3

/** Counts a text with the links of a number's appointments. Throws `rate_limited` with `details`. */
export async function limitLinkTexts(
  context: AppContext,
  companyId: number,
  phone: string,
  details: Record<string, unknown>,
): Promise<void> {
  const number = context.sealer.hashes(phone, limitFor(companyId, "link-texts"))[0]!
  const now = context.hostClock.now()
  const token = { key: `link_texts:${number}`, limit: linkTextsAnHour, windowSeconds: 3_600, now }
  refuseWithout(await takeToken(context.db, token), details)
}

const feedReadsAnHour = 120

/** Counts a read of a calendar feed, from wherever it comes. Throws `rate_limited`. */
export async function limitFeedReads(context: AppContext, companyId: number, feedId: number): Promise<void> {
  const now = context.hostClock.now()
  const key = `feed_read:${companyId}:${feedId}`
  refuseWithout(await takeToken(context.db, { key, limit: feedReadsAnHour, windowSeconds: 3_600, now }))
}

const webhookTestsAMinute = 10

/** Counts a test of a webhook endpoint. Throws `rate_limited`. */
export async function limitWebhookTests(
  context: AppContext,
  companyId: number,
  endpointId: number,
): Promise<void> {
  const now = context.hostClock.now()
  const key = `webhook_test:${companyId}:${endpointId}`
  refuseWithout(await takeToken(context.db, { key, limit: webhookTestsAMinute, windowSeconds: 60, now }))
}

const embeddingChecksAMinute = 10

/** Counts a check of a website that embeds the pages. Throws `rate_limited`. */
export async function limitEmbeddingChecks(context: AppContext, companyId: number): Promise<void> {
  const now = context.hostClock.now()
  const key = `embedding_check:${companyId}`
  refuseWithout(await takeToken(context.db, { key, limit: embeddingChecksAMinute, windowSeconds: 60, now }))
}

const perNetworkAMinute = 10
const perCompanyADay = 500

/**
 * Takes a token for an address search from the client's network, then one from the company: a client over its own limit
 * uses up none of the company's. Throws `rate_limited` with `details`, which may name a phone number to call instead.
 */
export async function limitAddressSearches(
  context: AppContext,
  companyId: number,
  clientAddress: string,
  details?: Record<string, unknown>,
): Promise<void> {
  const network = context.sealer.hashes(networkOf(clientAddress), "address-searches")[0]!
  const now = context.hostClock.now()
  const own = { key: `address_search:${network}`, limit: perNetworkAMinute, windowSeconds: 60, now }
  refuseWithout(await takeTokenOfMany(context.db, own), details)
  await limitCompanysAddressSearches(context, companyId, details)
}

/** Takes one of the company's tokens for address searches. Throws `rate_limited`. */
export async function limitCompanysAddressSearches(
  context: AppContext,
  companyId: number,
  details?: Record<string, unknown>,
): Promise<void> {
  const now = context.hostClock.now()
  const shared = {
    key: `address_search:company:${companyId}`,
    limit: perCompanyADay,
    windowSeconds: secondsPerDay,
    now,
  }
  refuseWithout(await takeToken(context.db, shared), details)
}
