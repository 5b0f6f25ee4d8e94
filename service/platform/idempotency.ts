/**
 * Calls under an `Idempotency-Key`: the same key and request gets the first answer again. `write` keeps the answer in the
 * operation's transaction, so that of several calls with one key, in any process, only one has an effect.
 * docs/decisions/0010 says why nothing is claimed beforehand.
 */

import { credentialOf } from "../../domain/model/actor.ts"
import { errorBody, Refusal } from "../../domain/model/errors.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import type { AppContext } from "./context.ts"
import {
  type AnswerSubject,
  findAnswer,
  type KeptAnswer,
  type KeyedRequest,
  keepAnswer,
  keepRefused,
} from "./idempotency.sql.ts"
import type { Answer, Call, KeyedCall } from "./operation.ts"
import type { Tx } from "./pg/database.ts"
import { refusalOf } from "./pg/laws.ts"

export interface FoundAnswer extends Answer {
  isReplay: boolean
}

/**
 * Runs the call, unless its key has an answer. Refusals are kept right after the call; crashes, and calls that wrote
 * nothing, are not kept. Throws `idempotency_key_running` while this process answers another call under the key, and
 * `idempotency_key_reused` when that other call was not the same.
 */
export async function answerOnce(
  context: AppContext,
  call: Call,
  keyed: KeyedCall,
  run: (call: Call) => Promise<unknown>,
): Promise<FoundAnswer> {
  const running = runningIn(context)
  const request = requestOf(context, call, keyed)
  const name = JSON.stringify([request.companyId, request.credential, request.key])
  const other = running.get(name)
  if (other) {
    refuseUnlessSame(other, request)
    throw new Refusal("idempotency_key_running", { retryAfterSeconds: 1 })
  }
  running.set(name, request)
  try {
    return await findOrRun(context, call, keyed, run)
  } finally {
    running.delete(name)
  }
}

const runningByDatabase = new WeakMap<AppContext["db"], Map<string, KeyedRequest>>()

/** The requests under a key that this process is answering. */
function runningIn({ db }: AppContext): Map<string, KeyedRequest> {
  const running = runningByDatabase.get(db) ?? new Map<string, KeyedRequest>()
  runningByDatabase.set(db, running)
  return running
}

/** A day is the host's day, also in a test company. */
function requestOf(
  { hostClock }: AppContext,
  { companyId, actor }: Call,
  { key, method, path, bodyHash }: KeyedCall,
): KeyedRequest {
  const now = hostClock.now()
  return { companyId, credential: credentialOf(actor), key, method, path, bodyHash, now }
}

async function findOrRun(
  context: AppContext,
  call: Call,
  keyed: KeyedCall,
  run: (call: Call) => Promise<unknown>,
): Promise<FoundAnswer> {
  const findFirst = () => findFirstAnswer(context, requestOf(context, call, keyed))
  const first = keyed.runsFirst ? null : await findFirst()
  if (first) return first
  try {
    return { ...keyed.compose(await run({ ...call, keyed })), isReplay: false }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    if (keyed.runsFirst) {
      const first = await findFirst()
      if (first) return first
      // The row under the key was more than a day old, and looking has removed it.
      if (refusal.code === "idempotency_key_running") {
        return findOrRun(context, call, { ...keyed, runsFirst: false }, run)
      }
    }
    const hasMetAnother = await keepRefusal(context, requestOf(context, call, keyed), refusal, call.requestId)
    const theirs = hasMetAnother ? await findFirst() : null
    if (theirs) return theirs
    throw error
  }
}

async function findFirstAnswer(context: AppContext, request: KeyedRequest): Promise<FoundAnswer | null> {
  const kept = await findAnswer(context.db, request)
  if (kept === null) return null
  refuseUnlessSame(kept, request)
  const isSealed = kept.answer.startsWith("v1.")
  const body = isSealed ? context.sealer.open(kept.answer, boundTo(request)) : kept.answer
  return { status: kept.status, body, isReplay: true }
}

function refuseUnlessSame(first: KeptAnswer | KeyedRequest, { method, path, bodyHash }: KeyedRequest): void {
  const isSame = first.method === method && first.path === path && first.bodyHash === bodyHash
  if (!isSame) throw new Refusal("idempotency_key_reused")
}

const boundTo = ({ companyId, credential, key }: KeyedRequest) =>
  associatedData.answer(companyId, credential, key)

/** For `write`: keeps the answer to the result in the operation's transaction. */
export function keepComposed(
  tx: Tx,
  context: AppContext,
  call: Call,
  keyed: KeyedCall,
  { result, customerId = null, ofMany = false }: { result: unknown } & Partial<AnswerSubject>,
): void {
  const request = requestOf(context, call, keyed)
  const { status, body } = keyed.compose(result)
  const kept = keyed.isSecret ? context.sealer.seal(body, boundTo(request)) : body
  keepAnswer(tx, request, status, kept, { customerId, ofMany })
}

const keptStatuses = new Set([400, 403, 404, 409, 410])
/** The refusals that a call gets when another process answers under the same key. */
const metAnother = new Set(["idempotency_key_running", "busy"])

/** Keeps a refusal that a repeat would get as well. Returns whether another process may have answered under the key. */
async function keepRefusal(
  context: AppContext,
  request: KeyedRequest,
  refusal: Refusal,
  requestId: string,
): Promise<boolean> {
  if (metAnother.has(refusal.code)) return true
  if (!keptStatuses.has(refusal.status)) return false
  try {
    await keepRefused(context.db, request, refusal.status, JSON.stringify(errorBody(refusal, requestId)))
    return false
  } catch (error) {
    if (refusalOf(error)?.code !== "idempotency_key_running") throw error
    return true
  }
}
