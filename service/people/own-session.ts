/** The user behind a session, for what users do about themselves. */

import { notFound, Refusal } from "../../domain/model/errors.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { countOwnTry } from "./against-guessing.ts"
import { findPasswordHash } from "./users.sql.ts"

/** Throws 404 for an API key, which has no session. */
export function ownSession({ actor }: Call): { userId: number; sessionId: number } {
  if (actor.kind !== "admin_user" || actor.sessionId === undefined) throw notFound("session")
  return { userId: actor.userId, sessionId: actor.sessionId }
}

/**
 * Asks the user for the password again, so that an unlocked screen is not enough to take the account over. Throws
 * `wrong_password`, and `rate_limited` after ten wrong ones in an hour.
 */
export async function refuseWrongPassword(
  context: AppContext,
  call: Call,
  password: string,
  field: "password" | "current_password",
): Promise<void> {
  const { userId } = ownSession(call)
  const tries = await countOwnTry(context, userId, call.now)
  const kept = await findPasswordHash(context.db, call.companyId, userId)
  if (!(await context.passwords.fits(kept, password))) throw new Refusal("wrong_password", { field })
  await tries.giveBack()
}
