/**
 * The company and actor of a key or session. Each is looked up at most once a second: a revocation holds at once in the
 * process that made it, and within a second in every other.
 */
import type { Actor } from "../../domain/model/actor.ts"
import { allowedAddresses as allowedAddressesOf } from "../../domain/model/allowed-address.ts"
import { isKeyText } from "../../domain/model/api-key.ts"
import { tokenHash } from "../../domain/model/link-token.ts"
import { openedBy, type Scope } from "../../domain/model/scopes.ts"
import { hasEnded } from "../../domain/rules/sign-in/session-end.ts"
import { writeAudit } from "../platform/audited.ts"
import type { Database } from "../platform/pg/database.ts"
import { refusalOf } from "../platform/pg/laws.ts"
import type { Clock } from "../platform/ports.ts"
import { findKeyCredential, type KeyCredential, noteKeyUse } from "./api-keys.sql.ts"
import { findSessionCredential, noteSessionUse, type SessionCredential } from "./user-sessions.sql.ts"

export interface Identity {
  companyId: number
  actor: Actor
  /** The company requires a second factor and the user has none: the session may only set one up. */
  mustEnrol: boolean
  /** The session's token is taken from the console's cookie, and from nowhere else. */
  inCookie: boolean
  /** The part of its role's rights that the key has; left out or null for all. */
  scopes?: ReadonlySet<Scope> | null
  /** The websites whose pages may use the key. Only a publishable key has them. */
  origins?: readonly string[]
  /** True where the key may be used from that network address; left out for any. */
  allows?: (address: string) => boolean
}

/** A key that anybody may read in a page. */
export interface PublishableKey {
  companyId: number
  origins: readonly string[]
}

export interface Credentials {
  /**
   * Null for a text that is neither a key nor a session, and for one that is revoked or expired. A session is used by it unless
   * `isUnattended`: a stream that is open, or a page that reads by itself, does not keep a session from ending.
   */
  identify(bearer: string, requestId: string, isUnattended?: boolean): Promise<Identity | null>
  /** The publishable key; null for all else, as `identify` is for a publishable key. */
  identifyPublishable(bearer: string, requestId: string): Promise<PublishableKey | null>
  /** The same without a look-up: null too where one is needed, or where a use has to be noted. */
  believed(bearer: string, isUnattended?: boolean): Identity | null
  /** The company whose key or session it was when this process last looked it up; null where it never was one. */
  provenFor(bearer: string): number | null
  /** Forgets the remembered keys and sessions of a company, so that the next call looks them up. */
  forget(companyId: number): void
}

/** The result of a look-up. */
interface Known {
  identity: Identity
  /** When the key ends by itself, in epoch milliseconds; null for never. */
  endsAt: number | null
  lastUsedAt: Date | null
  /** Writes that it was used. */
  note(at: number): Promise<void>
}

const believedMs = 1_000
const useNotedEveryMs = 60_000
const refusalNotedEveryMs = 60_000
const mostBelieved = 10_000
const mostProven = 50_000

export function createCredentials(db: Database, clock: Clock): Credentials {
  const believed = new Map<string, Known & { until: number }>()
  /** Companies by the hash of a key that was right. Their callers do not stand in one line with those who guess. */
  const proven = new Map<string, number>()
  /** By hash: a look-up that is on its way, for the streams of one key, which all ask at the same moment. */
  const lookingUp = new Map<string, Promise<Known | null>>()
  const refused = new Map<number, number>()

  async function lookUp(bearer: string, requestId: string, now: number): Promise<Known | null> {
    const hash = tokenHash(bearer)
    if (!isKeyText(bearer)) return lookUpSession(db, hash, now)
    const key = await findKeyCredential(db, hash)
    if (!key) return null
    if (key.isRevoked) {
      await noteRefusal(key, requestId, now)
      return null
    }
    const { companyId, apiKeyId, expiresAt, lastUsedAt } = key
    const note = (at: number) => noteKeyUse(db, companyId, apiKeyId, at)
    return { identity: identityOf(key), endsAt: expiresAt?.getTime() ?? null, lastUsedAt, note }
  }

  /** A revoked key that is still used is forgotten somewhere, or in wrong hands: the company sees it in its audit trail. */
  async function noteRefusal({ companyId, apiKeyId, role }: KeyCredential, requestId: string, now: number) {
    if (now - (refused.get(apiKeyId) ?? 0) < refusalNotedEveryMs) return
    if (refused.size >= mostBelieved) refused.clear()
    refused.set(apiKeyId, now)
    const actor = { kind: "api_key", apiKeyId, role } as const
    const entry = { companyId, actor, requestId, operation: "refuse_key", targetId: apiKeyId, fields: [] }
    await writeAudit(db, now, [entry])
  }

  function lookUpOnce(hash: string, bearer: string, requestId: string, now: number) {
    const answer = lookUp(bearer, requestId, now)
      .then((found) => {
        rememberProof(proven, hash, found)
        if (!found || lookingUp.get(hash) !== answer) return found
        if (believed.size >= mostBelieved) believed.clear()
        const known = { ...found, until: now + believedMs }
        believed.set(hash, known)
        return known
      })
      .finally(() => {
        if (lookingUp.get(hash) === answer) lookingUp.delete(hash)
      })
    lookingUp.set(hash, answer)
    return answer
  }

  function believedAt(hash: string, now: number): (Known & { until: number }) | null {
    const known = believed.get(hash)
    if (known && now < known.until && now >= known.until - believedMs) return known
    believed.delete(hash)
    return null
  }

  async function find(bearer: string, requestId: string, isUnattended: boolean): Promise<Identity | null> {
    const now = clock.now()
    const hash = tokenHash(bearer)
    const asked = believedAt(hash, now) ?? lookingUp.get(hash) ?? lookUpOnce(hash, bearer, requestId, now)
    const found = await asked
    const known = found && isOver(found, now) ? null : found
    if (known && isToNote(known, isUnattended, now)) {
      // Said before it is written, so that of calls at once one writes.
      known.lastUsedAt = new Date(now)
      await known.note(now).catch(passOverTrouble)
    }
    return known?.identity ?? null
  }

  return {
    identify: async (bearer, requestId, isUnattended = false) =>
      unlessPublishable(await find(bearer, requestId, isUnattended)),
    async identifyPublishable(bearer, requestId) {
      const identity = await find(bearer, requestId, true)
      return identity?.origins ? { companyId: identity.companyId, origins: identity.origins } : null
    },
    believed(bearer, isUnattended = false) {
      const now = clock.now()
      const known = believedAt(tokenHash(bearer), now)
      const holds = known && !isOver(known, now) && !isToNote(known, isUnattended, now)
      return holds ? unlessPublishable(known.identity) : null
    },
    provenFor: (bearer) => proven.get(tokenHash(bearer)) ?? null,
    forget(companyId) {
      // A look-up in flight may have read the key before the change.
      lookingUp.clear()
      for (const [hash, { identity }] of believed) if (identity.companyId === companyId) believed.delete(hash)
    },
  }
}

async function lookUpSession(db: Database, hash: string, now: number): Promise<Known | null> {
  const session = await findSessionCredential(db, hash)
  if (!session || hasEnded(session, now)) return null
  const { companyId, sessionId, mustEnrol, inCookie, lastUsedAt } = session
  const actor = actorOf(session)
  const note = (at: number) => noteSessionUse(db, companyId, sessionId, at)
  return { identity: { companyId, actor, mustEnrol, inCookie }, endsAt: null, lastUsedAt, note }
}

/** A publishable key is in pages that anybody reads, so it identifies no caller of the company. */
const unlessPublishable = (identity: Identity | null): Identity | null =>
  identity?.origins ? null : identity

function identityOf({
  companyId,
  apiKeyId,
  role,
  scopes,
  allowedAddresses,
  allowedOrigins,
}: KeyCredential): Identity {
  return {
    companyId,
    actor: { kind: "api_key", apiKeyId, role },
    mustEnrol: false,
    inCookie: false,
    scopes: scopes && openedBy(scopes),
    ...(allowedOrigins ? { origins: allowedOrigins } : {}),
    ...(allowedAddresses ? { allows: allowedAddressesOf(allowedAddresses) } : {}),
  }
}

function actorOf({ userId, sessionId, role, providerId }: SessionCredential): Actor {
  const seat = providerId === null ? {} : { providerId }
  return { kind: "admin_user", userId, sessionId, role, ...seat }
}

const isOver = ({ endsAt }: Known, now: number): boolean => endsAt !== null && now >= endsAt

function rememberProof(proven: Map<string, number>, hash: string, found: Known | null): void {
  if (proven.size >= mostProven) proven.clear()
  if (found) proven.set(hash, found.identity.companyId)
  else proven.delete(hash)
}

/** A database that cannot write now is no reason to refuse a call that only reads. */
function passOverTrouble(error: unknown): void {
  if (refusalOf(error)?.status !== 503) throw error
}

/** A stream uses a key too, without a person present. */
const isToNote = ({ identity, lastUsedAt }: Known, isUnattended: boolean, now: number): boolean =>
  isOld(lastUsedAt, now) && !(isUnattended && identity.actor.kind === "admin_user")

function isOld(lastUsedAt: Date | null, now: number): boolean {
  return lastUsedAt === null || Math.abs(now - lastUsedAt.getTime()) > useNotedEveryMs
}
