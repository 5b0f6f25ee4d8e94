/**
 * The sessions of the last calls, as they were then. A read is begun for the session as it was, beside looking it up, and
 * its answer counts only when the session is the same still: a call waits once for the database, not twice in a row.
 */
import { isDeepStrictEqual } from "node:util"
import type { AgentSession } from "../../model/agent/session.ts"
import { keepThread, openSession } from "../../operations/agent/open-session.ts"
import type { House } from "../../operations/house.ts"

/** Whose conversation a call says that it belongs to, and when. */
export interface Claimed {
  companyId: number
  sessionId: unknown
  now: number
}

interface Known {
  session: AgentSession
  at: number
}

const mostKnown = 1_000
/** Longer than a caller thinks; a customer's data need not stay in memory for the conversation's whole life. */
const knownForMs = 10 * 60_000
/** In the order of their last calls. */
const memories = new WeakMap<House, Map<string, Known>>()

function memoryOf(house: House): Map<string, Known> {
  const memory = memories.get(house) ?? new Map<string, Known>()
  memories.set(house, memory)
  return memory
}

const nameOf = ({ companyId, sessionId }: Claimed) => `${companyId}:${sessionId}`

/** Throws `session_expired`. */
export async function openAndKnow(house: House, claimed: Claimed): Promise<AgentSession> {
  const session = await openIn(memoryOf(house), house, claimed)
  await keep(house, claimed, session)
  return session
}

const keep = (house: House, { companyId, sessionId, now }: Claimed, session: AgentSession): Promise<void> =>
  keepThread(house, companyId, sessionId, session, now)

async function openIn(memory: Map<string, Known>, house: House, claimed: Claimed): Promise<AgentSession> {
  memory.delete(nameOf(claimed))
  const session = await openSession(house, claimed.companyId, claimed.sessionId, claimed.now)
  memory.set(nameOf(claimed), { session, at: claimed.now })
  for (const [name, { at }] of memory) {
    if (memory.size <= mostKnown && at > claimed.now - knownForMs) break
    memory.delete(name)
  }
  return session
}

/** What `read` gives for the session, which it may be asked twice for. Throws `session_expired`, whatever `read` throws. */
export async function readBeside<T>(
  house: House,
  claimed: Claimed,
  read: (house: House, session: AgentSession) => Promise<T>,
): Promise<T> {
  const memory = memoryOf(house)
  const known = memory.get(nameOf(claimed))?.session
  if (!known) return read(house, await openAndKnow(house, claimed))
  // A channel never changes; and what is over is not prolonged.
  const kept = keep(house, claimed, known)
  const answer = house.db.together(async ({ query }) => {
    const joined: House = { ...house, db: { ...house.db, query } }
    const opening = openIn(memory, joined, claimed)
    const early = read(joined, known)
    // Both are over before their connection serves somebody else.
    await Promise.allSettled([opening, early])
    const session = await opening
    return isDeepStrictEqual(session, known) ? early : read(joined, session)
  })
  await Promise.allSettled([kept, answer])
  await kept
  return answer
}
