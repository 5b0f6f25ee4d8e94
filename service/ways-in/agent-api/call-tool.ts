/** One call of one tool, over HTTP or MCP: finds the session, judges the input, runs the tool. */

import { wordingAt } from "../../../domain/model/agent/known-appointment.ts"
import type { AgentSession } from "../../../domain/model/agent/session.ts"
import { invalid } from "../../../domain/model/errors.ts"
import { contextOf } from "../../platform/company-context.ts"
import type { AppContext } from "../../platform/context.ts"
import { withDueDone } from "../../test-companies/move-clock.ts"
import { asRefusal } from "../http/errors.ts"
import { judged } from "../http/issues.ts"
import { type AgentTool, inputOf } from "./agent-tool.ts"
import { inAgentWords, plainWording } from "./in-agent-words.ts"
import { keepThread, openSession } from "./sessions.ts"

export interface ToolCaller {
  companyId: number
  requestId: string
  /** The Idempotency-Key of its request; null or left out without one. */
  idempotencyKey?: string | null
  /** The session that the header `Appointed-Session` names; null or left out without one. */
  boundSession?: string | null
}

/**
 * Returns the tool's answer, cut to its schema. `sent` holds all inputs and the `session_id`, from body, query and path.
 * Refusals come out in words for the caller. A session that has ended is refused before any wrong input.
 */
export async function callTool(
  host: AppContext,
  caller: ToolCaller,
  tool: AgentTool,
  sent: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return withDueDone(host, caller.companyId, () => answerTool(host, caller, tool, sent))
}

async function answerTool(
  host: AppContext,
  { companyId, requestId, idempotencyKey = null, boundSession = null }: ToolCaller,
  tool: AgentTool,
  sent: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const context = await contextOf(host, companyId)
  const now = context.clock.now()
  const answerFor = async (session: AgentSession) => {
    const customerId = session.customer?.id ?? null
    const actor = { kind: "agent", sessionId: session.id, customerId } as const
    const call = { companyId, actor, requestId, now, session, idempotencyKey }
    const answer = () =>
      withFailuresRefused(() => tool.run(context, call, judged(tool.input, inputOf(tool, sent), "body")))
    return tool.result.parse(await inAgentWords(wordingAt(null, session.listener, now), answer))
  }
  return inAgentWords(plainWording(now), () =>
    withFailuresRefused(async () => {
      const sessionId = sessionOf(boundSession, sent.session_id)
      const session = await openSession(context, companyId, sessionId, now)
      await keepThread(context, companyId, sessionId, session, now)
      return await answerFor(session)
    }),
  )
}

/** A failed database becomes a refusal, so that it gets words for the caller too. */
async function withFailuresRefused<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    throw asRefusal(error) ?? error
  }
}

/** The header's session, which the model then need not write. Throws where both are sent and differ. */
function sessionOf(bound: string | null, sent: unknown): unknown {
  const isUnlike = bound !== null && sent !== undefined && sent !== null && sent !== "" && sent !== bound
  if (isUnlike) throw invalid("session_id", "expected none, or the session that Appointed-Session names")
  return bound ?? sent
}
