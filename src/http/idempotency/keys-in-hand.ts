/** The requests that this process is answering under an `Idempotency-Key`. */
import type { House } from "../../operations/house.ts"
import type { KeyedRequest } from "../../store/idempotency.ts"

const ofHouses = new WeakMap<House, Map<string, KeyedRequest>>()

/** Takes the key in hand and runs `work`. When another request has it in hand, that one is the answer, and nothing runs. */
export async function withKeyInHand<Result>(
  house: House,
  request: KeyedRequest,
  busy: (other: KeyedRequest) => Result,
  work: () => Promise<Result>,
): Promise<Result> {
  const inHand = ofHouses.get(house) ?? new Map<string, KeyedRequest>()
  ofHouses.set(house, inHand)
  const place = JSON.stringify([request.companyId, request.credential, request.key])
  const other = inHand.get(place)
  if (other) return busy(other)
  inHand.set(place, request)
  try {
    return await work()
  } finally {
    inHand.delete(place)
  }
}
