/** A forgotten password: a mail with a link that works once, on a host that mails. The answer is the same for every email. */
import { networkOf, shownNetwork, siteOf } from "../../domain/rules/public-page/network-address.ts"
import { secondsPerDay, secondsPerHour } from "../../domain/time/units.ts"
import { appendAudit } from "../platform/audit.sql.ts"
import { audited } from "../platform/audited.ts"
import type { AppContext } from "../platform/context.ts"
import type { AnonymousRequest } from "../platform/operation.ts"
import { takeToken } from "../platform/rate-limits.sql.ts"
import { refuseWithout } from "../platform/rate-limits.ts"
import { inEvenTime } from "./against-guessing.ts"
import { mailResetLink } from "./reset-links.ts"
import { findSigningIn, type SigningIn } from "./users.sql.ts"

const yardstickPassword = "what every answer takes as long as"

/**
 * Mails a link to each of the email's users. Takes as long and answers the same when there is none. Throws `rate_limited`, which
 * counts what was typed, known or not.
 */
export async function mailForgottenPassword(
  context: AppContext,
  request: AnonymousRequest,
  email: string,
): Promise<void> {
  await limitForgotten(context, request, email)
  const yardstick = () => context.passwords.hash(yardstickPassword)
  await inEvenTime(context.signInStepMs, yardstick, async () => {
    const users = await findSigningIn(context.db, email, null)
    for (const user of users.filter(({ active }) => active)) await mailLink(context, request, user)
  })
}

async function mailLink(context: AppContext, request: AnonymousRequest, user: SigningIn): Promise<void> {
  const { companyId } = user
  const { clientAddress, requestId, now } = request
  await audited(context.db, now, async (tx) => {
    await mailResetLink(tx, context, { companyId, user, now })
    appendAudit(tx, {
      companyId,
      actor: { kind: "anonymous" },
      requestId,
      operation: "mail_reset_link",
      targetId: user.id,
      fields: ["password"],
      // An invited person is a stranger yet: the company that listed the email learns nothing of where they are.
      network: user.acceptedAt === null ? null : shownNetwork(clientAddress),
      now,
    })
  })
}

const most = { fromNetworkAnHour: 10, fromSiteAnHour: 20, forEmailAnHour: 3, forEmailADay: 6 }

async function limitForgotten(
  { db, sealer }: AppContext,
  { clientAddress, now }: AnonymousRequest,
  email: string,
): Promise<void> {
  const keyed = (what: string, value: string) =>
    `forgotten:${sealer.hashes(`${what} ${value}`, "forgotten-passwords")[0]!}`
  const site = siteOf(clientAddress)
  const hour = secondsPerHour
  const limits = [
    { key: keyed("network", networkOf(clientAddress)), limit: most.fromNetworkAnHour, windowSeconds: hour },
    ...(site === null ? [] : [{ key: keyed("site", site), limit: most.fromSiteAnHour, windowSeconds: hour }]),
    { key: keyed("email", email), limit: most.forEmailAnHour, windowSeconds: hour },
    { key: keyed("email a day", email), limit: most.forEmailADay, windowSeconds: secondsPerDay },
  ]
  for (const limit of limits) refuseWithout(await takeToken(db, { ...limit, now }))
}
