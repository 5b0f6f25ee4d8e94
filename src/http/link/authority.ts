/** The booking link's token travels in a header of its own, never in an address of the JSON endpoints. */
import type { FastifyRequest } from "fastify"
import { Refusal } from "../../model/errors.ts"
import type { PlacedSlot } from "../../model/slot.ts"
import { LinkEnded } from "../../operations/links/open-link.ts"
import { placedView } from "./view.ts"

export function tokenOf(request: FastifyRequest): string {
  const token = request.headers["x-booking-token"]
  if (typeof token !== "string") throw new LinkEnded(null)
  return token
}

/** A refusal whose details are in the words of the pages. */
class PageRefusal extends Refusal {}

/** The same refusal with its details in the words of the pages. */
export function forPage(error: unknown): unknown {
  if (!(error instanceof Refusal) || error instanceof PageRefusal || error.details === undefined) return error
  const { alternatives, company_name, company_phone } = error.details
  const details = {
    ...(Array.isArray(alternatives) ? { alternatives: (alternatives as PlacedSlot[]).map(placedView) } : {}),
    ...(company_name === undefined ? {} : { companyName: company_name }),
    ...(company_phone === undefined ? {} : { companyPhone: company_phone }),
  }
  return new PageRefusal(error.code, {
    message: error.message,
    details,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  })
}

export async function inPageWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw forPage(error)
  }
}
