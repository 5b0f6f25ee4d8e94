/** Holds the time that a visitor has chosen, while they type a code and their name. */
import { invalid, Refusal } from "../../../domain/model/errors.ts"
import { visitorsHoldMinutes } from "../../../domain/model/hold.ts"
import { tokenHash } from "../../../domain/model/link-token.ts"
import type { PublicPage, VerifiedVisit } from "../../../domain/model/public-page.ts"
import type { Address } from "../../../domain/model/views.ts"
import { networkOf } from "../../../domain/rules/public-page/network-address.ts"
import { msPerMinute } from "../../../domain/time/units.ts"
import { holdGroup } from "../../holds/hold-group.ts"
import { hold } from "../../holds/hold-time.ts"
import type { Holding } from "../../holds/write-hold.ts"
import {
  type HoldingVisitor,
  type HoldOwner,
  visitorOfCode,
  visitorOfNumber,
} from "../../ledger/holds.sql.ts"
import { requireOwnRequest } from "../../ledger/lock-requests.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"
import { limitFor } from "../../platform/rate-limits.ts"
import { publicCall, type Visitor } from "./admit.ts"
import { comingOf, suppliedAddress } from "./book.ts"
import { addressOf, bookableType } from "./find-times.ts"
import { findTextedCode } from "./texted-codes.sql.ts"

export interface VisitorHold {
  typeId: number
  providerId: number
  /** As of the booking: the plan keeps the person of a promised window. */
  keepProvider?: true | undefined
  locationId: number
  startTime: string
  durationOptionId?: number | undefined
  schedulingRequestId?: number | undefined
  address?: Address | undefined
  /** Types that follow at the same coming, one person for all where `sameProvider`, and where each part is. */
  thenTypeIds?: number[] | undefined
  sameProvider?: boolean | undefined
  parts?: { providerId: number; startTime: string }[] | undefined
  /** The id of the texted code, for a visitor without a verified visit. */
  verificationId?: string | undefined
}

const draftPattern = /^[A-Za-z0-9_-]{22,64}$/

/** The browser that drew the token, as holds name it. Null without a token; one that no browser of ours draws is none. */
const holderOf = (draftToken: string | null): string | null =>
  draftToken !== null && draftPattern.test(draftToken) ? `draft:${tokenHash(draftToken)}` : null

/** The holder with a verified number, in any browser; null before that. */
const verifiedHolder = (
  context: AppContext,
  { companyId }: PublicPage,
  visit: VerifiedVisit | null,
): HoldingVisitor | null => visit && visitorOfNumber(context.sealer.phoneHashes(companyId, visit.phone))

/** The owner whose holds hide nothing from the visitor: this browser, and the number that is verified. */
export const ownerOf = (
  context: AppContext,
  page: PublicPage,
  visit: VerifiedVisit | null,
  draftToken: string | null,
): HoldOwner => ({ holder: holderOf(draftToken), visitor: verifiedHolder(context, page, visit) })

/**
 * Each visitor has one hold in all browsers, and a new one replaces it. Only a visitor to whom a code was texted, or whose
 * visit is verified, may hold: so the bot check and the limits of codes guard it, and a hold counts by that code or number.
 * Throws the refusals of the booking, and `rate_limited` where the visitors of the network hold enough already.
 */
export async function holdForVisitor(
  context: AppContext,
  page: PublicPage,
  visitor: Visitor,
  visit: VerifiedVisit | null,
  draftToken: string | null,
  sent: VisitorHold,
): Promise<{ expiresAt: string; seconds: number }> {
  const { companyId } = page
  const holder = holderOf(draftToken)
  if (holder === null)
    throw invalid("X-Draft-Token", "expected a header of 22 to 64 letters, digits, - or _, drawn at random")
  const holdingVisitor =
    verifiedHolder(context, page, visit) ??
    (await visitorTexted(context, companyId, sent.verificationId, visitor.now))
  const customer = visit?.customer ?? null
  await requireOwnRequest(context.db, companyId, customer, sent.schedulingRequestId)
  await bookableType(context, page, sent.typeId, sent.schedulingRequestId !== undefined)
  const typed = await addressOf(context, page, visitor, customer, sent)
  const call = publicCall(companyId, visitor, visit && { id: visit.id, customerId: customer?.id ?? null })
  const holding = {
    customerId: customer?.id ?? null,
    minutes: visitorsHoldMinutes,
    holder,
    visitor: holdingVisitor,
    networks: context.sealer.hashes(networkOf(visitor.clientAddress), limitFor(companyId, "holds:network")),
  }
  const { expires_at } = sent.thenTypeIds
    ? await holdComing(context, call, page, { ...sent, thenTypeIds: sent.thenTypeIds }, holding)
    : await hold(context, call, {
        ...holding,
        now: visitor.now,
        typeId: sent.typeId,
        providerId: sent.providerId,
        keepsProvider: sent.keepProvider === true,
        locationId: sent.locationId,
        startMinute: Date.parse(sent.startTime) / msPerMinute,
        endMs: null,
        requestId: sent.schedulingRequestId ?? null,
        durationOptionId: sent.durationOptionId ?? null,
        overrideEligibility: false,
        serviceAddress: typed && (await suppliedAddress(context, typed)).serviceAddress,
      })
  return { expiresAt: expires_at, seconds: visitorsHoldMinutes * 60 }
}

/** Several types in one visit, each of which the page offers. */
async function holdComing(
  context: AppContext,
  call: Call,
  page: PublicPage,
  sent: VisitorHold & { thenTypeIds: number[] },
  holding: Holding,
) {
  for (const typeId of sent.thenTypeIds) await bookableType(context, page, typeId, false)
  if (sent.schedulingRequestId !== undefined || sent.durationOptionId !== undefined)
    throw invalid("thenTypeIds", "goes with neither schedulingRequestId nor durationOptionId")
  return holdGroup(context, call, { ...comingOf(sent), ...holding })
}

/**
 * The visitor to whom a code was texted. The code may be entered while the hold is under way; its visitor is the number by
 * then. Throws `code_expired` unless the code was texted, and was entered or can still be.
 */
async function visitorTexted(
  context: AppContext,
  companyId: number,
  verificationId: string | undefined,
  now: number,
): Promise<HoldingVisitor> {
  const code =
    verificationId === undefined ? null : await findTextedCode(context.db, companyId, verificationId, now)
  if (verificationId === undefined || code === null) throw new Refusal("code_expired")
  return code.is_used ? visitorOfNumber([code.phone_hash]) : visitorOfCode(verificationId)
}
