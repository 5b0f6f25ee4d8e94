/** The booking link's token travels in a header of its own, never in an address of the JSON endpoints. */
import type { FastifyRequest } from "fastify"
import { Refusal } from "../../model/errors.ts"
import type { PlacedSlot } from "../../model/slot.ts"
import { placedView } from "./view.ts"

export function tokenOf(request: FastifyRequest): string {
  const token = request.headers["x-booking-token"]
  if (typeof token !== "string") throw new Refusal("link_ended")
  return token
}

/** The same refusal with its details in the words of the pages. */
export function forPage(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.details === undefined) return error
  const { alternatives, company_name, company_phone } = error.details
  const details = {
    ...(Array.isArray(alternatives) ? { alternatives: (alternatives as PlacedSlot[]).map(placedView) } : {}),
    ...(company_name === undefined ? {} : { companyName: company_name, companyPhone: company_phone }),
  }
  return new Refusal(error.code, {
    message: error.message,
    details,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  })
}
