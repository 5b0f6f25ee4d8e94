/** An agent's tool: one verb for the caller of one conversation, over the same operations as every interface. */
import type { z } from "zod"
import type { AgentSession, SessionCustomer } from "../../../domain/model/agent/session.ts"
import { type ErrorCode, Refusal } from "../../../domain/model/errors.ts"
import type { EventType } from "../../../domain/model/event.ts"
import { toolInput } from "../../../domain/rules/agent/tool-input.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"

/** One call of one tool. The actor is the agent in this session. */
export interface AgentCall extends Call {
  session: AgentSession
  /** The Idempotency-Key of its request; null without one. */
  idempotencyKey?: string | null
}

interface Description {
  /** snake_case verb and noun, by which a model calls it. */
  name: string
  /** One line for people. */
  summary: string
  /** For a model: when to call it, and what to do with its answer. */
  description: string
  /** The answer's status; 200 when left out. */
  status?: 200 | 201
  /** The codes that it is refused with, but for those that every tool shares (`service/ways-in/http/refusals-of.ts`). */
  refusals?: readonly ErrorCode[]
  /** The types of the events that it may cause. */
  events?: readonly EventType[]
  /** It changes something. */
  writes: boolean
}

/** As the table of tools holds them. `input` is flat: fields of the path and the query are merged into it. */
export interface AgentTool extends Description {
  input: z.ZodObject
  result: z.ZodType
  run(context: AppContext, call: AgentCall, input: unknown): Promise<unknown>
}

/** The inputs of `sent` that count for the tool, not judged yet. Refuses what an agent may not set. */
export function inputOf(
  { input }: AgentTool,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const isOptional = (name: string) =>
    Object.hasOwn(input.shape, name) && input.shape[name]!.safeParse(undefined).success
  const counted = toolInput(sent, isOptional)
  if (counted instanceof Refusal) throw counted
  return counted
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

/** The caller as a customer. Throws `registration_needed`, or `caller_unknown` for a call without a number. */
export function customerOf(call: AgentCall): SessionCustomer {
  const { customer } = call.session
  if (customer) return customer
  phoneOf(call)
  throw new Refusal("registration_needed")
}
