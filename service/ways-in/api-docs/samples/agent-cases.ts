/** Samples of an agent's tools. A platform has the session from the beginning of its conversation. */
import type { Input, Sample, Step } from "./sample.ts"

const appointment_type_id = 1
const session_id = "$session"
const time = { start_time: "$slot.start_time" }
const place = { provider_id: "$slot.provider_id", location_id: "$slot.location_id" }

const inSession = (input: Input = {}, steps: readonly Step[] = []): Sample => ({
  given: ["session"],
  steps,
  input: { session_id, ...input },
})
const offered: Step = {
  name: "slot",
  operationId: "agent_find_slots",
  input: { session_id, appointment_type_id },
  pick: ".recommended[0]",
}
const mine: Step = {
  name: "id",
  operationId: "agent_list_my_appointments",
  input: { session_id },
  pick: ".appointments[0].id",
}

export const agentCases: Readonly<Record<string, Sample>> = {
  agent_list_appointment_types: inSession(),
  agent_list_locations: inSession({ appointment_type_id }),
  agent_list_providers: inSession({ appointment_type_id }),
  agent_list_my_appointments: inSession(),
  agent_find_slots: inSession({ appointment_type_id }),
  agent_hold_slot: inSession({ appointment_type_id, ...place, ...time }, [offered]),
  agent_book_appointment: inSession({ appointment_type_id, ...place, ...time }, [offered]),
  agent_reschedule_appointment: inSession({ appointment_id: "$id", ...time }, [
    mine,
    { ...offered, input: { session_id, appointment_id: "$id" } },
  ]),
  agent_cancel_appointment: inSession({ appointment_id: "$id" }, [mine]),
  agent_save_address: inSession({ line1: "2 Oak Ave", postal_code: "78702" }),
  agent_create_customer: inSession({ first_name: "Sam", last_name: "Poe" }),
  agent_request_callback: inSession({ message: "Wants a quote for a new bathroom." }),
  agent_start_contact: inSession({ contact_number: "+12105550126" }),
  agent_confirm_contact: {
    given: ["session", "verification", "code"],
    input: { session_id, verification_id: "$verification", code: "$code" },
  },
  agent_join_waiting_list: inSession({ appointment_type_id, texts_agreed: true }),
  agent_leave_waiting_list: inSession(),
  agent_waiting_status: inSession(),
  agent_accept_offer: inSession({ waiting_entry_id: "$entry", offer_id: "$offer", accepted: true }, [
    {
      name: "entry",
      operationId: "agent_join_waiting_list",
      input: { session_id, appointment_type_id, texts_agreed: true },
      pick: ".waiting_entry_id",
    },
    offered,
    {
      name: "offer",
      operationId: "offer_waiting_entry",
      input: { id: "$entry", ...place, ...time },
      pick: ".id",
    },
  ]),
  agent_accept_proposal: {
    given: ["session", "pending", "proposed"],
    input: { session_id, appointment_id: "$pending", start_time: "$proposed" },
  },
  agent_update_booking: inSession({ appointment_id: "$id", note: "The gate sticks." }, [mine]),
  agent_confirm_attendance: inSession({ appointment_id: "$id" }, [mine]),
  agent_resend_link: inSession({ appointment_id: "$id" }, [mine]),
  agent_opt_out: inSession(),
}
