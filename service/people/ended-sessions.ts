/** Sign-ins that have ended by themselves: left out wherever sessions are shown, and deleted now and then. */
import type { OpenSession } from "../../domain/model/sign-in.ts"
import { hasEnded } from "../../domain/rules/sign-in/session-end.ts"
import type { Db } from "../platform/pg/database.ts"
import { deleteSessions, listSessions, listSessionTimes } from "./user-sessions.sql.ts"

/** The user's sessions that have not ended, in the order of ids. */
export async function listOpenSessions(
  db: Db,
  companyId: number,
  userId: number,
  { afterId, limit, now }: { afterId: number; limit: number; now: number },
): Promise<OpenSession[]> {
  const open: OpenSession[] = []
  for (let last = afterId; open.length < limit; ) {
    const read = await listSessions(db, companyId, userId, { afterId: last, limit })
    open.push(...read.filter((session) => !hasEnded(session, now)))
    if (read.length < limit) break
    last = read.at(-1)!.id
  }
  return open.slice(0, limit)
}

/** Deletes the sessions of one user that have ended, or of the whole company when `userId` is null. */
export async function deleteEndedSessions(
  db: Db,
  companyId: number,
  userId: number | null,
  now: number,
): Promise<void> {
  const sessions = await listSessionTimes(db, companyId, userId)
  const ended = sessions.filter((session) => hasEnded(session, now))
  if (ended.length === 0) return
  await deleteSessions(
    db,
    companyId,
    ended.map(({ tokenHash }) => tokenHash),
  )
}
