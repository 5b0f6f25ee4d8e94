/** One call of one tool, over HTTP or MCP: finds the session, judges the input, runs the tool. */

import { wordingAt } from "../../../domain/model/agent/appointments.ts"
import type { AgentSession } from "../../../domain/model/agent/session.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { AppContext } from "../../context.ts"
import type { AgentTool } from "../../operations/agent/agent-tool.ts"
import { inAgentWords, plainWording } from "../../operations/agent/in-agent-words.ts"
import { keepThread, openSession } from "../../operations/agent/sessions.ts"
import { contextOf } from "../../operations/company-context.ts"
import { withDueDone } from "../../operations/test-companies/move-clock.ts"
import { asRefusal } from "../errors.ts"
import { judged } from "../issues.ts"

export interface ToolCaller {
  companyId: number
  requestId: string
}

/** Fields that platforms add to the model's inputs. */
const ignored = ["session_id", "agent_id", "conversation_id", "tool_call_id"]

/** Inputs that an agent may not set: the session and the company supply them. */
const forbidden = ["customer_id", "company_id", "phone", "override_eligibility"]

/**
 * Returns the tool's answer, cut to its schema. `sent` holds all inputs and the `session_id`, from body, query and path.
 * Refusals come out in words for the caller. A session that has ended is refused before any wrong input.
 */
export async function callTool(
  host: AppContext,
  { companyId, requestId }: ToolCaller,
  tool: AgentTool,
  sent: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return withDueDone(host, companyId, () => answerTool(host, { companyId, requestId }, tool, sent))
}

async function answerTool(
  host: AppContext,
  { companyId, requestId }: ToolCaller,
  tool: AgentTool,
  sent: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const context = await contextOf(host, companyId)
  const now = context.clock.now()
  const answerFor = async (session: AgentSession) => {
    const input = judged(tool.input, inputOf(tool, sent), "body")
    const customerId = session.customer?.id ?? null
    const actor = { kind: "agent", sessionId: session.id, customerId } as const
    const call = { companyId, actor, requestId, now, session }
    const answer = () => tool.run(context, call, input)
    return tool.result.parse(await inAgentWords(wordingAt(null, session.company, now), answer))
  }
  return inAgentWords(plainWording(now), async () => {
    try {
      const session = await openSession(context, companyId, sent.session_id, now)
      await keepThread(context, companyId, sent.session_id, session, now)
      return await answerFor(session)
    } catch (error) {
      // A failed database becomes a refusal, so that it gets words for the caller too.
      throw asRefusal(error) ?? error
    }
  })
}

function inputOf(tool: AgentTool, sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const refused = forbidden.find((name) => sent[name] !== undefined)
  if (refused !== undefined) {
    throw new Refusal("invalid_input", {
      field: refused,
      message: `${refused}: is not taken from an agent; the session says who calls`,
    })
  }
  const isLeftOut = (name: string, value: unknown) => isEmpty(value) && isOptional(tool, name)
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !ignored.includes(name) && !isLeftOut(name, value)),
  )
}

/** What platforms send for an input that the model gave no value. In a query all of it is text. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === 0 || (typeof value === "string" && emptyTexts.has(value.trim()))

const emptyTexts: ReadonlySet<string> = new Set(["", "0", "null"])

const isOptional = (tool: AgentTool, name: string): boolean =>
  Object.hasOwn(tool.input.shape, name) && tool.input.shape[name]!.safeParse(undefined).success
