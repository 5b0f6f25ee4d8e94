import { bookableTypesView, nothingAsked } from "../../model/agent/bookable.ts"
import { sayList, todayIn } from "../../model/agent/say.ts"
import { agentTool } from "./agent-tool.ts"
import { bookableTypes } from "./bookable-types.ts"

export const listBookableTypes = agentTool({
  name: "list_appointment_types",
  summary: "List what the caller may book",
  description:
    "Lists what this caller may book, with the ids that every search and booking needs. Call it before you search for " +
    "times. A type with a scheduling_request was asked of this caller: pass that request's id when you search and book.",
  writes: false,
  input: nothingAsked,
  result: bookableTypesView,
  async run(context, { companyId, session, now }) {
    const { company, customer } = session
    const types = await bookableTypes(context, companyId, { customerId: customer?.id ?? null, company, now })
    const isClosed = customer === null && company.newCustomers !== "allowed"
    const names = sayList(types.map(({ name }) => name))
    return {
      ...todayIn(company.timezone, now),
      appointment_types: types,
      say:
        types.length > 0
          ? `You can book ${names}.`
          : isClosed
            ? "We don't take new customers at the moment."
            : "There is nothing that can be booked here at the moment.",
    }
  },
})
