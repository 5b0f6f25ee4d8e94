/** Users change their own account, and come back in when the password is lost. */
import { z } from "zod"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { tokenHash } from "../../domain/model/link-token.ts"
import {
  ownUserView,
  passwordChange,
  passwordResetInput,
  resetLinkInput,
  resetLinkView,
  showUser,
} from "../../domain/model/user.ts"
import { iso } from "../../domain/model/views.ts"
import { adminOnly, found, openOperation, operation, staff } from "../platform/operation.ts"
import { write, writeAccess } from "../platform/write.ts"
import { ownSession, refuseWrongPassword } from "./own-session.ts"
import { deleteReset, findReset } from "./password-resets.sql.ts"
import { mailResetLink } from "./reset-links.ts"
import { countRecoveryCodes } from "./second-factors.sql.ts"
import { endSessions } from "./user-sessions.sql.ts"
import { findUser, noteAccepted, setPasswordHash } from "./users.sql.ts"

export const readOwnUser = operation({
  byHostTime: true,
  noun: "Users",
  roles: staff,
  seat: "own",
  forEnrolment: true,
  name: "read_own_user",
  refusals: ["not_found"],
  summary: "Read the user who is signed in",
  description: "404 for an API key.",
  result: ownUserView,
  async run(context, call) {
    const { userId, sessionId } = ownSession(call)
    const user = found(await findUser(context.db, call.companyId, userId), notFound("user"))
    const recovery_codes_left = await countRecoveryCodes(context.db, call.companyId, userId)
    return { ...showUser(user), company_id: call.companyId, session_id: sessionId, recovery_codes_left }
  },
})

export const changeOwnPassword = operation({
  byHostTime: true,
  noun: "Users",
  roles: staff,
  seat: "own",
  forEnrolment: true,
  name: "change_own_password",
  refusals: ["not_found", "wrong_password"],
  summary: "Change your password",
  description: "Ends the user's other sessions. 404 for an API key.",
  body: passwordChange,
  result: z.object({ changed: z.literal(true) }),
  async run(context, call, { current_password, new_password }) {
    const { companyId, now } = call
    const { userId, sessionId } = ownSession(call)
    await refuseWrongPassword(context, call, current_password, "current_password")
    const passwordHash = await context.passwords.hash(new_password)
    return writeAccess(context, call, "change_own_password", async (tx) => {
      await setPasswordHash(tx, companyId, userId, passwordHash, now)
      await deleteReset(tx, companyId, userId)
      await endSessions(tx, companyId, userId, { except: sessionId })
      return { result: { changed: true as const }, targetId: userId, fields: ["password"] }
    })
  },
})

export const createResetLink = operation({
  byHostTime: true,
  noun: "Users",
  roles: adminOnly,
  name: "create_reset_link",
  summary: "Make a link by which a user chooses a new password",
  description:
    "It works once, for a day, and replaces an earlier one. Using it ends the user's sessions; a second factor stays. For a " +
    "user without a password it is the invitation, and works for seven days.",
  params: byId,
  body: resetLinkInput,
  result: resetLinkView,
  status: 201,
  secret: true,
  async run(context, call, { id, mail }) {
    const { companyId, now } = call
    return write(context, call, "create_reset_link", async (tx) => {
      const user = found(await findUser(tx, companyId, id), notFound("user"))
      const mails = mail ? context.mails : null
      const link = await mailResetLink(tx, { ...context, mails }, { companyId, user, now })
      const { token, url, expiresAt, mailed } = link
      return {
        result: { token, url, expires_at: iso(new Date(expiresAt)), mailed },
        targetId: id,
        fields: ["password"],
      }
    })
  },
})

export const resetPassword = openOperation({
  name: "reset_password",
  refusals: ["reset_link_ended"],
  summary: "Choose a new password by a reset link",
  description:
    "Ends the user's sessions. 404 `reset_link_ended` for a link that was used, replaced, or is too old.",
  noun: "Users",
  body: passwordResetInput,
  result: z.object({ email: z.string() }),
  async run(context, request, { token, new_password }) {
    const hash = tokenHash(token)
    const reset = await findReset(context.db, hash, request.now)
    if (!reset) throw new Refusal("reset_link_ended", { field: "token" })
    const { companyId, userId, role, email } = reset
    const passwordHash = await context.passwords.hash(new_password)
    const actor = { kind: "admin_user", userId, role } as const
    const call = { companyId, actor, requestId: request.requestId, now: request.now }
    await writeAccess(context, call, "reset_password", async (tx) => {
      if (!(await deleteReset(tx, companyId, userId, hash)))
        throw new Refusal("reset_link_ended", { field: "token" })
      await setPasswordHash(tx, companyId, userId, passwordHash, request.now)
      await noteAccepted(tx, companyId, userId, request.now)
      await endSessions(tx, companyId, userId)
      return { result: null, targetId: userId, fields: ["password"] }
    })
    return { email }
  },
})
