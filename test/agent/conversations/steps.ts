/** Steps that many conversations have. */
import type { CompanyStep, Fields, ToolStep } from "../conversation.ts"

export const tuesday = { start_date: "2027-03-02", end_date: "2027-03-03" }
export const thatWeek = { start_date: "2027-03-02", end_date: "2027-03-06" }

/** Looks for times of a type. */
export const find = (type: string, dates: Fields, more: Fields = {}): ToolStep => ({
  tool: "find_slots",
  inputs: { appointment_type_id: `$${type}`, ...dates, ...more },
  as: "found",
})

/** Books a slot that was kept. */
export const book = (type: string, slot = "$found.recommended.0", more: Fields = {}): ToolStep => ({
  tool: "book_appointment",
  inputs: {
    appointment_type_id: `$${type}`,
    provider_id: `${slot}.provider_id`,
    location_id: `${slot}.location_id`,
    start_time: `${slot}.start_time`,
    ...more,
  },
  status: 201,
  as: "booked",
})

/** The company asks Sam to book. */
export const ask = (type: string, as: string, more: Fields = {}): CompanyStep => ({
  company: "POST /scheduling-requests",
  body: { customer_id: "$sam", appointment_type_id: `$${type}`, latest_date: "2027-03-31", ...more },
  as,
})

/** The company books for somebody by itself. */
export const companyBooks = (as: string, more: Fields = {}): CompanyStep => ({
  company: "POST /appointments",
  body: {
    customer_id: "$sam",
    appointment_type_id: "$boiler",
    provider_id: "$ana",
    location_id: "$austin",
    start_time: "2027-03-03T15:00:00.000Z",
    ...more,
  },
  as,
})
