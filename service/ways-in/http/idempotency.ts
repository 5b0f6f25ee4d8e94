/** The `Idempotency-Key` header of the interfaces that take it. */
import { createHash } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { invalid } from "../../../domain/model/errors.ts"
import type { AppContext } from "../../platform/context.ts"
import { answerOnce } from "../../platform/idempotency.ts"
import type { Answer, AnyOperation, Call } from "../../platform/operation.ts"

const keyPattern = /^[\x20-\x7e]{1,255}$/

/** A call, with the request that it came by. */
interface Requested {
  call: Call
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Answers a call, once for each key where the request carries one. `run` has to pass on the call that it is given, which
 * carries the key; what it throws is kept for a repeat as it is.
 */
export async function answerCall(
  context: AppContext,
  { call, request, reply }: Requested,
  { secret = false, isOneTransaction = false }: Pick<AnyOperation, "secret" | "isOneTransaction">,
  run: (call: Call) => Promise<unknown>,
  compose: (result: unknown) => Answer,
): Promise<Answer> {
  const key = keyOf(request)
  if (key === null) return compose(await run(call))
  const keyed = {
    key,
    method: request.method,
    path: request.url.split("?")[0]!,
    bodyHash: createHash("sha256")
      .update(JSON.stringify(request.body ?? null))
      .digest("hex"),
    isSecret: secret,
    runsFirst: isOneTransaction,
    compose,
  }
  const { isReplay, ...answer } = await answerOnce(context, call, keyed, run)
  if (isReplay) reply.header("idempotent-replayed", "true")
  return answer
}

/** The key that a POST carries; null without one. Throws `invalid_input`. */
export function keyOf({ headers, method }: FastifyRequest): string | null {
  const key = headers["idempotency-key"]
  if (key === undefined || method !== "POST") return null
  if (typeof key === "string" && keyPattern.test(key)) return key
  throw invalid("Idempotency-Key", "expected 1 to 255 printable characters")
}
