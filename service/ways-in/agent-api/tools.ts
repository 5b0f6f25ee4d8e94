/**
 * The agent API: every tool with its method and path below `/api/v1/agent`. Routes, OpenAPI, the list for MCP and the
 * export for agent platforms all follow it. `conversation-init` is no tool, so it is not in the table.
 */
import { resendLinkForCaller, updateBookingForCaller } from "./add-to-booking.ts"
import type { AgentTool } from "./agent-tool.ts"
import { acceptProposalForCaller, confirmAttendanceForCaller } from "./answer-appointment.ts"
import { cancelForCaller, listCallerAppointments, rescheduleForCaller } from "./appointments.ts"
import { bookForCaller } from "./book.ts"
import { listBookableTypes } from "./bookable-types.ts"
import { createCaller, optOut } from "./caller.ts"
import { confirmContact, startContact } from "./contacts.ts"
import { listLocationsForCaller, listProvidersForCaller } from "./eligible.ts"
import { findSlotsForCaller } from "./find-slots.ts"
import { holdForCaller } from "./hold-slot.ts"
import { requestCallback } from "./request-callback.ts"
import { saveAddress } from "./save-address.ts"
import { joinWaitingListForCaller, leaveWaitingListForCaller } from "./waiting-list.ts"
import { answerOfferForCaller, readCallerWaiting } from "./waiting-offers.ts"

export interface AgentMount {
  method: "GET" | "POST" | "PUT" | "DELETE"
  /** With `:name` for the tool's inputs that stand in the path, below `/api/v1/agent`. */
  path: string
  tool: AgentTool
}

export const agentPrefix = "/api/v1/agent"

export const agentTools: readonly AgentMount[] = [
  { method: "GET", path: "/appointment-types", tool: listBookableTypes },
  { method: "POST", path: "/slots", tool: findSlotsForCaller },
  { method: "POST", path: "/holds", tool: holdForCaller },
  { method: "POST", path: "/appointments", tool: bookForCaller },
  { method: "GET", path: "/appointments", tool: listCallerAppointments },
  { method: "PUT", path: "/appointments/:appointment_id", tool: rescheduleForCaller },
  { method: "DELETE", path: "/appointments/:appointment_id", tool: cancelForCaller },
  { method: "PUT", path: "/appointments/:appointment_id/details", tool: updateBookingForCaller },
  { method: "POST", path: "/appointments/:appointment_id/proposal", tool: acceptProposalForCaller },
  { method: "POST", path: "/appointments/:appointment_id/attendance", tool: confirmAttendanceForCaller },
  { method: "POST", path: "/appointments/:appointment_id/link", tool: resendLinkForCaller },
  { method: "POST", path: "/customers", tool: createCaller },
  { method: "PUT", path: "/address", tool: saveAddress },
  { method: "GET", path: "/locations", tool: listLocationsForCaller },
  { method: "GET", path: "/providers", tool: listProvidersForCaller },
  { method: "POST", path: "/contacts", tool: startContact },
  { method: "POST", path: "/contacts/confirm", tool: confirmContact },
  { method: "POST", path: "/opt-out", tool: optOut },
  { method: "GET", path: "/waiting-list", tool: readCallerWaiting },
  { method: "POST", path: "/waiting-list", tool: joinWaitingListForCaller },
  { method: "POST", path: "/waiting-list/offer", tool: answerOfferForCaller },
  { method: "DELETE", path: "/waiting-list", tool: leaveWaitingListForCaller },
  { method: "POST", path: "/callbacks", tool: requestCallback },
]
