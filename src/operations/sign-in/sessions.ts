/** Signing in with an email and a password, and signing out. */
import { z } from "zod"
import type { AppContext } from "../../context.ts"
import { notFound, Refusal } from "../../model/errors.ts"
import { tokenHash } from "../../model/link-token.ts"
import { sessionView, showUser, signInInput } from "../../model/user.ts"
import { iso } from "../../model/views.ts"
import type { Random } from "../../ports.ts"
import { networkOf } from "../../rules/public-page/network-address.ts"
import { takeToken } from "../../store/rate-limits.ts"
import {
  endExpiredSessions,
  endSessions,
  findUserByEmail,
  insertSession,
  type UserWithPassword,
} from "../../store/users.ts"
import { msPerHour } from "../../time/units.ts"
import { type AnonymousRequest, openOperation, operation, staff } from "../operation.ts"
import { refuseWithout } from "../rate-limits.ts"
import { write } from "../write.ts"
import { hashOfUnknownUser, passwordFits } from "./passwords.ts"

const triesAnHour = 10
const sessionHours = 12

export const createSession = openOperation({
  name: "create_session",
  summary: "Sign in",
  description: "Ten tries an hour for an email, and as many from a network address.",
  noun: "Sessions",
  body: signInInput,
  result: sessionView,
  status: 201,
  secret: true,
  async run(context, request, { email, password }) {
    await countTry(context, request, `address:${networkOf(request.clientAddress)}`)
    await countTry(context, request, `email:${email}`)
    const user = await findUserByEmail(context.db, email)
    const fits = await passwordFits(user?.passwordHash ?? hashOfUnknownUser, password)
    if (!user?.active || !fits) throw new Refusal("wrong_credentials")
    return signIn(context, request, user)
  },
})

async function countTry(context: AppContext, request: AnonymousRequest, counted: string): Promise<void> {
  const token = await takeToken(context.db, {
    key: `sign_in:${tokenHash(counted)}`,
    limit: triesAnHour,
    windowSeconds: 3_600,
    now: request.now,
  })
  refuseWithout(token)
}

async function signIn(context: AppContext, request: AnonymousRequest, user: UserWithPassword) {
  const { companyId, passwordHash: _kept, ...shown } = user
  const token = sessionToken(context.random)
  const expiresAt = request.now + sessionHours * msPerHour
  const call = {
    companyId,
    actor: { kind: "admin_user", userId: user.id, role: user.role },
    requestId: request.requestId,
    now: request.now,
  } as const
  return write(context, call, "create_session", async (tx) => {
    await endExpiredSessions(tx, companyId, user.id, request.now)
    const session = { userId: user.id, tokenHash: tokenHash(token), expiresAt }
    const id = await insertSession(tx, companyId, session, request.now)
    const result = { token, expires_at: iso(new Date(expiresAt)), user: showUser(shown) }
    return { result, targetId: id, fields: [] }
  })
}

/** The token's text out of 32 random bytes. Its prefix is never an API key's. */
const sessionToken = (random: Random) => `us_${Buffer.from(random.bytes(32)).toString("base64url")}`

export const endSession = operation({
  name: "end_session",
  summary: "Sign out",
  description: "Ends the session whose token is shown. 404 for an API key, which has none.",
  noun: "Sessions",
  roles: staff,
  result: z.object({ ended: z.literal(true) }),
  async run(context, call) {
    const { actor } = call
    if (actor.kind !== "admin_user" || actor.sessionId === undefined) throw notFound("session")
    const { userId, sessionId } = actor
    const answer = await write(context, call, "end_session", async (tx) => {
      await endSessions(tx, call.companyId, userId, sessionId)
      return { result: { ended: true as const }, targetId: sessionId, fields: [] }
    })
    context.credentials.forget(call.companyId)
    return answer
  },
})
