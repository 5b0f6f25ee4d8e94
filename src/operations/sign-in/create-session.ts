import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import { tokenHash } from "../../model/link-token.ts"
import { sessionView, showUser, signInInput } from "../../model/user.ts"
import { iso } from "../../model/views.ts"
import { networkOf } from "../../rules/public-page/network-address.ts"
import { takeToken } from "../../store/rate-limits.ts"
import { endExpiredSessions, insertSession } from "../../store/user-sessions.ts"
import { findUserByEmail, type UserWithPassword } from "../../store/users.ts"
import { msPerHour } from "../../time/units.ts"
import { type AnonymousRequest, openOperation } from "../operation.ts"
import { refuseWithout } from "../refuse-without.ts"
import { write } from "../write.ts"
import { hashOfNobody, passwordFits } from "./passwords.ts"
import { sessionHours, sessionToken } from "./session-token.ts"

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
    const fits = await passwordFits(user?.passwordHash ?? hashOfNobody, password)
    if (!user?.active || !fits) throw new Refusal("wrong_credentials")
    return signIn(context, request, user)
  },
})

const triesAnHour = 10

async function countTry(context: AppContext, request: AnonymousRequest, whose: string): Promise<void> {
  const token = await takeToken(context.db, {
    key: `sign_in:${tokenHash(whose)}`,
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
