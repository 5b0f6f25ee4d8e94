/** The requests that this process is answering under an `Idempotency-Key`. */
import type { AppContext } from "../../context.ts"
import type { KeyedRequest } from "../../store/idempotency.ts"

const byContext = new WeakMap<AppContext, Map<string, KeyedRequest>>()

/** Takes the key in hand and runs `work`. When another request has it in hand, that one is the answer, and nothing runs. */
export async function withKeyInHand<Result>(
  context: AppContext,
  request: KeyedRequest,
  busy: (other: KeyedRequest) => Result,
  work: () => Promise<Result>,
): Promise<Result> {
  const inHand = byContext.get(context) ?? new Map<string, KeyedRequest>()
  byContext.set(context, inHand)
  const inHandKey = JSON.stringify([request.companyId, request.credential, request.key])
  const other = inHand.get(inHandKey)
  if (other) return busy(other)
  inHand.set(inHandKey, request)
  try {
    return await work()
  } finally {
    inHand.delete(inHandKey)
  }
}
