/**
 * A company that people make for themselves, where the operator allows it (`SIGN_UP=open`). Where mails go out the address
 * is proved first: the admin has no password until the link in the mail is opened, so that an account in another's name is
 * of no use. No answer shows whether an email is known here: it may be a user of any number of companies.
 */
import type { z } from "zod"
import { invalid, Refusal } from "../../domain/model/errors.ts"
import type { SignUpInput, signedUp } from "../../domain/model/sign-up.ts"
import type { User } from "../../domain/model/user.ts"
import { networkOf, shownNetwork, siteOf } from "../../domain/rules/public-page/network-address.ts"
import { secondsPerDay, secondsPerHour } from "../../domain/time/units.ts"
import { enterCompany } from "../company/change-company.ts"
import { appendAudit } from "../platform/audit.sql.ts"
import { audited } from "../platform/audited.ts"
import { passBotCheck } from "../platform/bot-check.ts"
import type { AppContext } from "../platform/context.ts"
import type { AnonymousRequest } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { takeToken } from "../platform/rate-limits.sql.ts"
import { refuseWithout } from "../platform/rate-limits.ts"
import { mailResetLink } from "./reset-links.ts"
import { insertUser } from "./users.sql.ts"

/** The puzzle that a browser solves before it signs a company up. Throws `route_not_found` where sign-up is closed. */
export async function signUpChallenge(context: AppContext, { now }: AnonymousRequest): Promise<object> {
  return (await openSignUp(context).challenge(now))!
}

function openSignUp({ signUpCheck }: AppContext) {
  if (signUpCheck === null) throw new Refusal("route_not_found")
  return signUpCheck
}

/** Throws `route_not_found` where sign-up is closed, `bot_check_failed`, `rate_limited` and `slug_taken`. */
export async function signUp(
  context: AppContext,
  request: AnonymousRequest,
  { botCheck, password, name, email, company, timezone, slug }: SignUpInput,
): Promise<z.input<typeof signedUp>> {
  const check = openSignUp(context)
  const provesByMail = context.mails !== null
  if (!provesByMail && password === undefined)
    throw invalid("password", "expected a password of 10 to 200 characters")
  await passBotCheck(context.db, check, request, botCheck)
  await limitSignUps(context, request, email)
  const passwordHash = provesByMail ? null : await context.passwords.hash(password!)
  const { now } = request
  const companyId = await audited(context.db, now, async (tx) => {
    const made = {
      name: company,
      timezone,
      slug,
      phone: null,
      mode: "live",
      isUnproven: provesByMail,
    } as const
    const id = await enterCompany(tx, made, now)
    const user = await insertUser(tx, id, { email, name, role: "admin" }, passwordHash, now)
    if (provesByMail) await mailResetLink(tx, context, { companyId: id, user, now })
    auditSignUp(tx, request, id, user)
    return id
  })
  return { company_id: provesByMail ? null : companyId, proof: provesByMail ? "mail" : "none" }
}

const most = { fromNetworkAnHour: 5, fromNetworkADay: 10, fromSiteADay: 20, forEmailADay: 3, onHostADay: 500 }

/** Throws `rate_limited`. */
async function limitSignUps(
  { db, sealer }: AppContext,
  { clientAddress, now }: AnonymousRequest,
  email: string,
): Promise<void> {
  const keyed = (what: string, value: string) => sealer.hashes(`${what} ${value}`, "sign-ups")[0]!
  const network = keyed("network", networkOf(clientAddress))
  const site = siteOf(clientAddress)
  const limits = [
    { key: `sign_up_hour:${network}`, limit: most.fromNetworkAnHour, windowSeconds: secondsPerHour },
    { key: `sign_up:${network}`, limit: most.fromNetworkADay, windowSeconds: secondsPerDay },
    ...(site === null
      ? []
      : [{ key: `sign_up:${keyed("site", site)}`, limit: most.fromSiteADay, windowSeconds: secondsPerDay }]),
    { key: `sign_up:${keyed("email", email)}`, limit: most.forEmailADay, windowSeconds: secondsPerDay },
    { key: "sign_up:host", limit: most.onHostADay, windowSeconds: secondsPerDay },
  ]
  for (const limit of limits) refuseWithout(await takeToken(db, { ...limit, now }))
}

function auditSignUp(
  tx: Tx,
  { requestId, clientAddress, now }: AnonymousRequest,
  companyId: number,
  user: Pick<User, "id">,
): void {
  const by = {
    companyId,
    actor: { kind: "anonymous" },
    requestId,
    now,
    network: shownNetwork(clientAddress),
  } as const
  appendAudit(tx, {
    ...by,
    operation: "sign_up",
    targetId: companyId,
    fields: ["name", "timezone", "public_slug"],
  })
  appendAudit(tx, { ...by, operation: "open_user", targetId: user.id, fields: ["email", "name", "role"] })
}
