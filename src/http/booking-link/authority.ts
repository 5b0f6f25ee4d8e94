/** The booking link's token travels in a header of its own, never in an address of the JSON endpoints. */
import type { FastifyRequest } from "fastify"
import { Refusal } from "../../model/errors.ts"
import type { ShownSlot } from "../../model/slot-search.ts"
import { LinkEnded } from "../../operations/booking-link.ts"
import { slotView } from "./view.ts"

export function tokenOf(request: FastifyRequest): string {
  const token = request.headers["x-booking-token"]
  if (typeof token !== "string") throw new LinkEnded(null)
  return token
}

/** A refusal that is in the words of the pages. */
class PageRefusal extends Refusal {}

/** The same refusal with its field and its details in the words of the pages. */
export function forPage(error: unknown): unknown {
  if (!(error instanceof Refusal) || error instanceof PageRefusal) return error
  const { code, message, field, details, retryAfterSeconds } = error
  return new PageRefusal(code, {
    message,
    ...(field === undefined ? {} : { field: pageField(field) }),
    ...(details === undefined ? {} : { details: pageDetails(details) }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}

/** `start_date` → `startDate`. */
const pageField = (field: string) =>
  field === "appointment_type_id"
    ? "typeId"
    : field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function pageDetails({ alternatives, company_name, company_phone }: Record<string, unknown>) {
  return {
    ...(Array.isArray(alternatives) ? { alternatives: (alternatives as ShownSlot[]).map(slotView) } : {}),
    ...(company_name === undefined ? {} : { companyName: company_name }),
    ...(company_phone === undefined ? {} : { companyPhone: company_phone }),
  }
}

export async function inPageWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw forPage(error)
  }
}
