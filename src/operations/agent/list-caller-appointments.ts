import { agentAppointment, knownAppointment, upcomingView } from "../../model/agent/appointments.ts"
import { nothingAsked } from "../../model/agent/bookable.ts"
import { sayList, todayIn } from "../../model/agent/say.ts"
import { listUpcoming } from "../../store/appointments.ts"
import { agentTool } from "./agent-tool.ts"

const most = 20

export const listCallerAppointments = agentTool({
  name: "list_my_appointments",
  summary: "List the caller's upcoming appointments",
  description:
    "Lists this caller's appointments that are not over, with the ids that rescheduling and cancelling need.",
  writes: false,
  input: nothingAsked,
  result: upcomingView,
  async run(context, { companyId, session, now }) {
    const { customer, company } = session
    const rows = customer ? await listUpcoming(context.db, companyId, customer.id, { now, most }) : []
    const appointments = rows.map((row) => agentAppointment(knownAppointment(row), company.timezone, now))
    const said = appointments.map(({ appointment_type, say }) => `${appointment_type.name} on ${say}`)
    return {
      ...todayIn(company.timezone, now),
      appointments,
      say:
        said.length === 0 ? "You have no upcoming appointments." : `You have ${sayList(said, "and", "; ")}.`,
    }
  },
})
