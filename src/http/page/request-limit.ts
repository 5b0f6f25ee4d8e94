/** The limit of a network's requests is asked for while the page is looked up, and passed before anything is answered. */
import type { FastifyRequest } from "fastify"
import type { House } from "../../operations/house.ts"
import { limitPageRequests } from "../../operations/public-page/limits.ts"

const asked = new WeakMap<FastifyRequest, Promise<void>>()

/** Counts the request, whatever becomes of it. */
export function countRequest(house: House, request: FastifyRequest): void {
  const limit = limitPageRequests(house, request.ip)
  // Whoever answers the request waits for it; one that ends before that has been answered already.
  limit.catch(() => undefined)
  asked.set(request, limit)
}

/** Gives back what was looked up meanwhile. Throws `rate_limited` first, whatever came of the look-up. */
export async function withinLimit<T>(request: FastifyRequest, lookUp: Promise<T>): Promise<T> {
  lookUp.catch(() => undefined)
  await asked.get(request)
  return lookUp
}
