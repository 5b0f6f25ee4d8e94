/**
 * `Idempotency-Key`: the same key and body gives the first answer again. An answer is kept in the transaction of the
 * operation, so that of two requests with one key, wherever they run, only one can have an effect.
 */
import { createHash } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { AppContext } from "../../context.ts"
import { credentialOf } from "../../model/actor.ts"
import { errorBody } from "../../model/error-body.ts"
import { invalid, Refusal } from "../../model/errors.ts"
import type { AnyOperation, Call } from "../../operations/operation.ts"
import {
  findAnswer,
  type KeptAnswer,
  type KeyedRequest,
  keepAnswer,
  keepRefused,
} from "../../store/idempotency.ts"
import { asRefusal } from "../errors.ts"
import { withKeyInHand } from "./keys-in-hand.ts"

const keyPattern = /^[\x20-\x7e]{1,255}$/

export interface Answer {
  status: number
  body: string
}

function keyedRequest(call: Call, request: FastifyRequest, key: string): KeyedRequest {
  const path = request.url.split("?")[0]!
  const credential = credentialOf(call.actor)
  return {
    companyId: call.companyId,
    credential,
    key,
    method: request.method,
    path: credential.startsWith("link:") ? "link" : path,
    bodyHash: createHash("sha256")
      .update(JSON.stringify(request.body ?? null))
      .digest("hex"),
    now: call.now,
  }
}

const running = () => new Refusal("idempotency_key_running", { retryAfterSeconds: 1 })

/**
 * Runs `answer` under the request's key, when it carries one. The answer is kept in the operation's own transaction,
 * refusals right after it, crashes (5xx) and what wrote nothing not at all.
 */
export async function answeredOnce(
  context: AppContext,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  { secret = false, isOneTransaction = false }: Pick<AnyOperation, "secret" | "isOneTransaction">,
  answer: (call: Call) => Promise<Answer>,
  compose: (result: unknown) => Answer,
): Promise<Answer> {
  const key = request.headers["idempotency-key"]
  if (key === undefined || request.method !== "POST") return answer(call)
  if (typeof key !== "string" || !keyPattern.test(key)) {
    throw invalid("Idempotency-Key", "expected 1 to 255 printable characters")
  }
  const keyed = keyedRequest(call, request, key)
  const sealedAt = `company:${call.companyId}/idempotency:${keyed.credential}:${key}`
  const seal = (body: string) => (secret ? context.sealer.seal(body, sealedAt) : body)
  const open = (kept: string) => (kept.startsWith("v1.") ? context.sealer.open(kept, sealedAt) : kept)

  const replayed = async (): Promise<Answer | null> => {
    const kept = await findAnswer(context.db, keyed)
    if (kept === null) return null
    refuseAnother(kept, keyed)
    reply.header("idempotent-replayed", "true")
    return { status: kept.status, body: open(kept.answer) }
  }
  const onWritten: Call["onWritten"] = (tx, result, customerId) => {
    const { status, body } = compose(result)
    keepAnswer(tx, keyed, status, seal(body), customerId)
  }
  const inHandAlready = (other: KeyedRequest): never => {
    refuseAnother(other, keyed)
    throw running()
  }
  const run = () => answer({ ...call, onWritten })
  const refused = async (error: unknown): Promise<Answer> => {
    const mayHaveMet = await keepRefusal(context, keyed, request.id, error)
    const theirs = mayHaveMet ? await replayed() : null
    if (theirs) return theirs
    throw error
  }
  const lookAndRun = async () => (await replayed()) ?? run().catch(refused)
  const runAndLook = () =>
    run().catch(async (error: unknown) => {
      const refusal = asRefusal(error)
      if (!refusal) throw error
      const first = await replayed()
      if (first) return first
      // What stood under the key is more than a day old, and has just made room.
      return refusal.code === "idempotency_key_running" ? lookAndRun() : refused(error)
    })
  return withKeyInHand(context, keyed, inHandAlready, isOneTransaction ? runAndLook : lookAndRun)
}

function refuseAnother(first: KeptAnswer | KeyedRequest, { method, path, bodyHash }: KeyedRequest): void {
  const isSame = first.method === method && first.path === path && first.bodyHash === bodyHash
  if (!isSame) throw new Refusal("idempotency_key_reused")
}

const keptStatuses = new Set([400, 403, 404, 409, 410])
/** What a request is told that met another process's with the same key. */
const metAnother = new Set(["idempotency_key_running", "busy"])

/** Whether another request may have answered under the key. */
async function keepRefusal(
  context: AppContext,
  keyed: KeyedRequest,
  requestId: string,
  error: unknown,
): Promise<boolean> {
  const refusal = asRefusal(error)
  if (!refusal) return false
  if (metAnother.has(refusal.code)) return true
  if (!keptStatuses.has(refusal.status)) return false
  try {
    await keepRefused(context.db, keyed, refusal.status, JSON.stringify(errorBody(refusal, requestId)))
    return false
  } catch (failure) {
    if (asRefusal(failure)?.code !== "idempotency_key_running") throw failure
    return true
  }
}
