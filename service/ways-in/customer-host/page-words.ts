/** Refusals of operations for the customers' pages: field names in camel case, slots as the pages show them. */
import type { RecommendedView } from "../../../domain/contracts/customer-pages.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { ShownSlot } from "../../../domain/model/slot-search.ts"
import { clocksOf } from "./clocks.ts"
import { slotView } from "./slots.ts"

/** A refusal that already has the pages' names, so that a second pass leaves it as it is. */
class PageRefusal extends Refusal {}

/** The same refusal with its field and its details under the pages' names. Other errors come back as they are. */
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

/** `start_date` → `startDate`. The key of a question is the company's own. */
const pageField = (field: string) =>
  field === "appointment_type_id"
    ? "typeId"
    : field.startsWith("answers.")
      ? field
      : field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function pageDetails(details: Record<string, unknown>) {
  const { alternatives, seats_left, company_name, company_phone, because } = details
  return {
    ...(seats_left === undefined ? {} : { seatsLeft: seats_left }),
    ...(Array.isArray(alternatives) ? alternativesView(alternatives) : {}),
    ...(company_name === undefined ? {} : { companyName: company_name }),
    ...(company_phone === undefined ? {} : { companyPhone: company_phone }),
    ...(because === undefined ? {} : { because }),
  }
}

function alternativesView(slots: readonly ShownSlot[]) {
  const [first] = slots
  const zones = slots.map(({ timezone }) => timezone)
  return {
    alternatives: slots.map(alternativeView),
    ...(first ? { clocks: clocksOf(zones, Date.parse(first.start_time)) } : {}),
  }
}

/** Several types in one visit are one time, whose parts are no days. */
function alternativeView(slot: ShownSlot): RecommendedView {
  const view = slotView(slot)
  const { startTime, endTime } = view
  if (!slot.parts) return view
  const parts = slot.parts.map((part) => ({
    typeId: part.appointment_type_id,
    typeName: "",
    providerId: part.provider_id,
    providerName: part.provider_name,
    startTime: part.start_time,
    endTime: part.end_time,
  }))
  return { ...view, blocks: [{ startTime, endTime }], parts }
}

/** Runs `work`; its refusals come out under the pages' names. */
export async function inPageWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw forPage(error)
  }
}
