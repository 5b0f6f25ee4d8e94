/** `Idempotency-Key`: the same key and body gives the first answer again. */
import { createHash } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { credentialOf } from "../model/actor.ts"
import { errorBody } from "../model/error-body.ts"
import { invalid, Refusal } from "../model/errors.ts"
import type { House } from "../operations/house.ts"
import type { Call } from "../operations/operation.ts"
import { claimKey, type IdempotencyClaim, keepAnswer, releaseKey } from "../store/idempotency.ts"
import { asRefusal } from "./errors.ts"

const keyPattern = /^[\x20-\x7e]{1,255}$/

export interface Answer {
  status: number
  body: string
}

function claimOf(house: House, call: Call, request: FastifyRequest, key: string): IdempotencyClaim {
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
    claimToken: Buffer.from(house.random.bytes(12)).toString("base64url"),
    now: call.now,
  }
}

/**
 * Runs `answer` under the request's key, when it carries one. The answer is kept in the operation's own transaction,
 * refusals right after it, crashes (5xx) not at all.
 */
export async function answeredOnce(
  house: House,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  secret: boolean,
  answer: (call: Call) => Promise<Answer>,
  compose: (result: unknown) => Answer,
): Promise<Answer> {
  const key = request.headers["idempotency-key"]
  if (key === undefined || request.method !== "POST") return answer(call)
  if (typeof key !== "string" || !keyPattern.test(key)) {
    throw invalid("Idempotency-Key", "expected 1 to 255 printable characters")
  }
  const claim = claimOf(house, call, request, key)
  const sealedAt = `company:${call.companyId}/idempotency:${claim.credential}:${key}`
  const kept = await claimKey(house.db, claim)
  if (kept) {
    if (kept.method !== claim.method || kept.path !== claim.path || kept.bodyHash !== claim.bodyHash) {
      throw new Refusal("idempotency_key_reused")
    }
    if (kept.status === null || kept.answer === null) {
      throw new Refusal("idempotency_key_running", { retryAfterSeconds: 1 })
    }
    reply.header("idempotent-replayed", "true")
    const body = kept.answer.startsWith("v1.") ? house.sealer.open(kept.answer, sealedAt) : kept.answer
    return { status: kept.status, body }
  }
  const seal = (body: string) => (secret ? house.sealer.seal(body, sealedAt) : body)
  let isKept = false
  try {
    const answered = await answer({
      ...call,
      onWritten: async (tx, result, customerId) => {
        isKept = true
        const { status, body } = compose(result)
        const held = await keepAnswer(tx, claim, status, seal(body), customerId)
        if (!held) throw new Refusal("idempotency_key_running", { retryAfterSeconds: 1 })
      },
    })
    // Nothing was written, so running it again gives the same answer.
    if (!isKept) await releaseKey(house.db, claim)
    return answered
  } catch (error) {
    await keepRefusal(house, claim, request.id, error)
    throw error
  }
}

const keptStatuses = new Set([400, 403, 404, 409, 410])

async function keepRefusal(house: House, claim: IdempotencyClaim, requestId: string, error: unknown) {
  const refusal = asRefusal(error)
  if (refusal && keptStatuses.has(refusal.status) && refusal.code !== "idempotency_key_running") {
    await keepAnswer(house.db, claim, refusal.status, JSON.stringify(errorBody(refusal, requestId)), null)
  } else {
    await releaseKey(house.db, claim)
  }
}
