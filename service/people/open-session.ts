/** Each way of signing in ends here: with a session, or with a refusal that the company sees. */
import type { z } from "zod"
import { tokenHash } from "../../domain/model/link-token.ts"
import { cookieSession, sessionMs, type sessionView } from "../../domain/model/sign-in.ts"
import { showUser } from "../../domain/model/user.ts"
import { iso } from "../../domain/model/views.ts"
import { shownNetwork } from "../../domain/rules/public-page/network-address.ts"
import { msPerHour } from "../../domain/time/units.ts"
import { writeAudit } from "../platform/audited.ts"
import type { AppContext } from "../platform/context.ts"
import type { AnonymousRequest } from "../platform/operation.ts"
import type { Random } from "../platform/ports.ts"
import { write } from "../platform/write.ts"
import { deleteEndedSessions } from "./ended-sessions.ts"
import { deviceKey, noteDevice } from "./known-devices.sql.ts"
import { insertSession } from "./user-sessions.sql.ts"
import { noteAccepted, type SigningIn } from "./users.sql.ts"

const mostOfUserAgent = 200

export interface Way {
  inCookie: boolean
  /** By the company's identity provider, which answers for a second factor. */
  byProvider: boolean
  /** The browser is remembered by this random value; null where it is not. */
  device?: string | null
}

export async function openSession(
  context: AppContext,
  request: AnonymousRequest,
  user: SigningIn,
  { inCookie, byProvider, device = null }: Way,
): Promise<z.input<typeof sessionView>> {
  const { companyId } = user
  const token = sessionToken(context.random)
  const network = shownNetwork(request.clientAddress)
  const session = {
    userId: user.id,
    tokenHash: tokenHash(token),
    inCookie,
    byProvider,
    network,
    userAgent: request.userAgent?.replace(/[^\x20-\x7e]/g, "").slice(0, mostOfUserAgent) || null,
    expiresAt: request.now + longestMs(user, inCookie),
  }
  const call = {
    companyId,
    actor: { kind: "admin_user", userId: user.id, role: user.role },
    requestId: request.requestId,
    now: request.now,
  } as const
  return write(context, call, "create_session", async (tx) => {
    await deleteEndedSessions(tx, companyId, user.id, request.now)
    const id = await insertSession(tx, companyId, session, request.now)
    if (device !== null) {
      const known = { userId: user.id, key: deviceKey(device, user.email) }
      await noteDevice(tx, companyId, known, request.now)
    }
    if (user.acceptedAt === null) await noteAccepted(tx, companyId, user.id, request.now)
    const expires_at = iso(new Date(session.expiresAt))
    const must_enrol = user.mustEnrol && !byProvider
    const result = { token, expires_at, must_enrol, user: showUser(user) }
    return { result, targetId: id, fields: byProvider ? ["identity_provider"] : [], network }
  })
}

function longestMs({ role, adminLongestHours }: SigningIn, inCookie: boolean): number {
  const usual = inCookie ? cookieSession.longestMs : sessionMs
  return role === "admin" && adminLongestHours !== null
    ? Math.min(usual, adminLongestHours * msPerHour)
    : usual
}

/** The token's text out of 32 random bytes. Its prefix is never an API key's. */
const sessionToken = (random: Random) => `us_${Buffer.from(random.bytes(32)).toString("base64url")}`

/**
 * Each company sees what was tried with its own user. An email that is no user's is nowhere in the audit trail, and callers leave
 * out users who have not accepted their invitation: anybody may list a stranger's email, to see where they sign in from.
 */
export async function auditRefusals(
  context: AppContext,
  { requestId, clientAddress, now }: AnonymousRequest,
  targets: readonly { companyId: number; userId: number | null }[],
  /** Names of what was wrong. */
  fields: readonly string[],
): Promise<void> {
  if (targets.length === 0) return
  const entries = targets.map(({ companyId, userId }) => ({
    companyId,
    actor: { kind: "anonymous" } as const,
    requestId,
    operation: "refuse_sign_in",
    targetId: userId,
    fields,
    network: shownNetwork(clientAddress),
  }))
  await writeAudit(context.db, now, entries)
}
