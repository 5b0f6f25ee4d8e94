/**
 * The company and actor of a key or session. Each is looked up at most once a second: a revocation holds at once in the
 * process that made it, and within a second in every other.
 */
import type { Actor } from "../../model/actor.ts"
import { apiKeyPrefix } from "../../model/api-key.ts"
import { tokenHash } from "../../model/link-token.ts"
import type { Clock } from "../../ports.ts"
import { findKeyCredential, type KeyCredential, noteKeyUse } from "../../store/api-keys.ts"
import type { Database } from "../../store/pg/database.ts"
import { findSessionCredential } from "../../store/users.ts"

export interface Identity {
  companyId: number
  actor: Actor
}

export interface Credentials {
  /** Null for a text that is neither a key nor a session, and for one that is revoked or expired. */
  identify(bearer: string): Promise<Identity | null>
  /** Forgets the remembered keys and sessions of a company, so that the next call looks them up. */
  forget(companyId: number): void
}

const believedMs = 1_000
const useNotedEveryMs = 60_000
const mostBelieved = 10_000

export function createCredentials(db: Database, clock: Clock): Credentials {
  const believed = new Map<string, Identity & { until: number }>()

  async function lookUp(bearer: string, hash: string, now: number): Promise<Identity | null> {
    if (!bearer.startsWith(apiKeyPrefix)) {
      const session = await findSessionCredential(db, hash, now)
      if (!session) return null
      const { companyId, ...user } = session
      return { companyId, actor: { kind: "admin_user", ...user } }
    }
    const key = await findKeyCredential(db, hash)
    if (!key) return null
    if (useIsOld(key, now)) await noteKeyUse(db, key.companyId, key.apiKeyId, now)
    return { companyId: key.companyId, actor: { kind: "api_key", apiKeyId: key.apiKeyId, role: key.role } }
  }

  return {
    async identify(bearer) {
      const now = clock.now()
      const hash = tokenHash(bearer)
      const known = believed.get(hash)
      if (known && now < known.until && now >= known.until - believedMs) return known
      believed.delete(hash)
      const identity = await lookUp(bearer, hash, now)
      if (!identity) return null
      if (believed.size >= mostBelieved) believed.clear()
      believed.set(hash, { ...identity, until: now + believedMs })
      return identity
    },
    forget(companyId) {
      for (const [hash, identity] of believed) if (identity.companyId === companyId) believed.delete(hash)
    },
  }
}

function useIsOld(key: KeyCredential, now: number): boolean {
  return key.lastUsedAt === null || Math.abs(now - key.lastUsedAt.getTime()) > useNotedEveryMs
}
