/**
 * A pass to a company's public page: a text that proves for some hours that a key or a user of the company asked for it. With
 * it staff open a test company's page, which strangers cannot, and the console shows the page in a frame. It travels in the
 * page's address or in a header, since pages in frames of other sites have no cookies.
 */
import { timingSafeEqual } from "node:crypto"
import type { Sealer } from "../../../domain/model/sealing.ts"
import { msPerHour } from "../../../domain/time/units.ts"
import type { AppContext } from "../../platform/context.ts"

const validHours = 12
const purpose = (companyId: number) => `company:${companyId}/page-pass`

/** A pass for at least twelve hours. The same within an hour, so that a list that is read again stays as it was. */
export function makePass(
  { sealer, hostClock }: Pick<AppContext, "sealer" | "hostClock">,
  companyId: number,
): string {
  const until = (Math.floor(hostClock.now() / msPerHour) + 1 + validHours).toString(36)
  return `${until}-${sealer.hashes(until, purpose(companyId))[0]}`
}

/** True where the text is a pass to the company's page that still holds. */
export function isPass(
  { sealer, hostClock }: Pick<AppContext, "sealer" | "hostClock">,
  companyId: number,
  sent: string,
): boolean {
  const [, until, hash] = passPattern.exec(sent.slice(0, longest)) ?? []
  if (until === undefined || hash === undefined) return false
  if (!(Number.parseInt(until, 36) * msPerHour > hostClock.now())) return false
  return sealer.hashes(until, purpose(companyId)).some((known) => areSame(known, hash))
}

const longest = 200
const passPattern = /^([0-9a-z]{1,8})-(\S+)$/

function areSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export type PassMaker = { sealer: Sealer } & Pick<AppContext, "hostClock" | "bookUrl">

/** The page's address with a pass; null without a slug, and on a host without booking pages. */
export function addressWithPass(
  context: PassMaker,
  { id, public_slug }: { id: number; public_slug: string | null },
  as: "pass" | "preview",
): string | null {
  if (context.bookUrl === null || public_slug === null) return null
  return `${context.bookUrl}/${public_slug}?${as}=${makePass(context, id)}`
}
