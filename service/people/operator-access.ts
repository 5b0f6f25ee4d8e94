/**
 * How the operator comes to the page where companies are made: by a link that the command line prints, which opens once and
 * begins a session in that browser.
 */
import { Refusal } from "../../domain/model/errors.ts"
import { tokenHash } from "../../domain/model/link-token.ts"
import { operatorMs } from "../../domain/model/operator.ts"
import { networkOf, shownNetwork } from "../../domain/rules/public-page/network-address.ts"
import { secondsPerHour } from "../../domain/time/units.ts"
import type { AppContext } from "../platform/context.ts"
import type { AnonymousRequest } from "../platform/operation.ts"
import type { Random } from "../platform/ports.ts"
import { takeToken } from "../platform/rate-limits.sql.ts"
import { refuseWithout } from "../platform/rate-limits.ts"
import {
  endOperatorSession,
  findOperatorSession,
  insertOperatorLink,
  openOperatorLink,
} from "./operator-access.sql.ts"

export interface OperatorLink {
  /** The part behind the address of the API host. The token stands behind the #, so that no server and no log sees it. */
  path: string
  /** Epoch milliseconds. */
  endsAt: number
}

export async function makeOperatorLink({ db, clock, random }: AppContext): Promise<OperatorLink> {
  const now = clock.now()
  const token = newToken("op", random)
  const endsAt = now + operatorMs.link
  await insertOperatorLink(db, { hash: tokenHash(token), endsAt }, now)
  return { path: `/console/operator#${token}`, endsAt }
}

const newToken = (prefix: string, random: Random) =>
  `${prefix}_${Buffer.from(random.bytes(32)).toString("base64url")}`

const opensAnHour = 20

/** Begins a session, and returns its token. Throws `operator_link_ended` and `rate_limited`. */
export async function openOperatorPage(
  context: AppContext,
  { clientAddress, now }: AnonymousRequest,
  { token }: { token: string },
): Promise<string> {
  const network = context.sealer.hashes(networkOf(clientAddress), "operator-links")[0]!
  const rate = { key: `operator_link:${network}`, limit: opensAnHour, windowSeconds: secondsPerHour, now }
  refuseWithout(await takeToken(context.db, rate))
  const session = newToken("os", context.random)
  const begun = {
    hash: tokenHash(session),
    from: shownNetwork(clientAddress),
    endsAt: now + operatorMs.session,
  }
  if (!(await openOperatorLink(context.db, tokenHash(token), begun, now)))
    throw new Refusal("operator_link_ended", { field: "token" })
  return session
}

/** The id of the session that the token is of. Throws `forbidden` without one. */
export async function operatorOf({ db, clock }: AppContext, token: string | null): Promise<number> {
  const id = token === null ? null : await findOperatorSession(db, tokenHash(token), clock.now())
  if (id === null) throw new Refusal("forbidden", { message: "Open this page by the operator's link." })
  return id
}

export async function leaveOperatorPage({ db }: AppContext, sessionId: number): Promise<void> {
  await endOperatorSession(db, sessionId)
}
