/** What a tool of the agent is: one verb for the caller of one conversation, over the operations of every door. */
import type { z } from "zod"
import type { AppContext } from "../../context.ts"
import type { AgentSession, SessionCustomer } from "../../model/agent/session.ts"
import { Refusal } from "../../model/errors.ts"
import type { Call } from "../operation.ts"

/** One call of one tool. The actor is the agent in this session. */
export interface AgentCall extends Call {
  session: AgentSession
}

interface Description {
  /** snake_case verb and noun: what a model calls it by. */
  name: string
  /** One line for people. */
  summary: string
  /** For a model: when to call it, and what to do with its answer. */
  description: string
  /** The answer's status; 200 when left out. */
  status?: 200 | 201
  /** It changes something. */
  writes: boolean
}

/** As the table of tools holds them. `input` is flat, whatever a door carries in a path or a query. */
export interface AgentTool extends Description {
  input: z.ZodObject
  result: z.ZodType
  run(context: AppContext, call: AgentCall, input: unknown): Promise<unknown>
}

/** Gives a tool its types. */
export function agentTool<Input extends z.ZodObject, Result extends z.ZodType>(
  tool: Description & {
    input: Input
    result: Result
    run(context: AppContext, call: AgentCall, input: z.output<Input>): Promise<z.input<Result>>
  },
): Description & {
  input: Input
  result: Result
  run(context: AppContext, call: AgentCall, input: z.output<Input>): Promise<z.input<Result>>
} {
  return tool
}

/** The caller's number. Throws `caller_unknown`. */
export function phoneOf({ session }: AgentCall): string {
  if (session.phone === null) throw new Refusal("caller_unknown")
  return session.phone
}

/** The caller as a customer. Throws `registration_needed`, or `caller_unknown` where registering can't help. */
export function customerOf(call: AgentCall): SessionCustomer {
  const { customer } = call.session
  if (customer) return customer
  phoneOf(call)
  throw new Refusal("registration_needed")
}
