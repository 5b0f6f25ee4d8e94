import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { endSessions } from "../../store/user-sessions.ts"
import { operation, staff } from "../operation.ts"
import { write } from "../write.ts"

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
