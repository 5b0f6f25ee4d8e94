/**
 * The sessions of the last calls, as they were then. A read is begun for the session as it was, beside looking it up, and
 * its answer counts only when the session is the same still: a call waits once for the database, not twice in a row.
 */
import { isDeepStrictEqual } from "node:util"
import type { AppContext } from "../../context.ts"
import type { AgentSession } from "../../model/agent/session.ts"
import { keepThread, openSession } from "../../operations/agent/sessions.ts"
import { msPerMinute } from "../../time/units.ts"

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
const knownForMs = 10 * msPerMinute
/** In the order of their last calls. */
const memories = new WeakMap<AppContext, Map<string, Known>>()

function memoryOf(context: AppContext): Map<string, Known> {
  const memory = memories.get(context) ?? new Map<string, Known>()
  memories.set(context, memory)
  return memory
}

const nameOf = ({ companyId, sessionId }: Claimed) => `${companyId}:${sessionId}`

/** Throws `session_expired`. */
export async function openAndKnow(context: AppContext, claimed: Claimed): Promise<AgentSession> {
  const session = await openIn(memoryOf(context), context, claimed)
  await keep(context, claimed, session)
  return session
}

const keep = (
  context: AppContext,
  { companyId, sessionId, now }: Claimed,
  session: AgentSession,
): Promise<void> => keepThread(context, companyId, sessionId, session, now)

async function openIn(
  memory: Map<string, Known>,
  context: AppContext,
  claimed: Claimed,
): Promise<AgentSession> {
  memory.delete(nameOf(claimed))
  const session = await openSession(context, claimed.companyId, claimed.sessionId, claimed.now)
  memory.set(nameOf(claimed), { session, at: claimed.now })
  for (const [name, { at }] of memory) {
    if (memory.size <= mostKnown && at > claimed.now - knownForMs) break
    memory.delete(name)
  }
  return session
}

/** What `read` gives for the session, which it may be asked twice for. Throws `session_expired`, whatever `read` throws. */
export async function readBeside<T>(
  context: AppContext,
  claimed: Claimed,
  read: (context: AppContext, session: AgentSession) => Promise<T>,
): Promise<T> {
  const memory = memoryOf(context)
  const known = memory.get(nameOf(claimed))?.session
  if (!known) return read(context, await openAndKnow(context, claimed))
  // A channel never changes; and what is over is not prolonged.
  const kept = keep(context, claimed, known)
  const answer = context.db.together(async ({ query }) => {
    const joined: AppContext = { ...context, db: { ...context.db, query } }
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
