/**
 * The agent's door: every tool with its method and path below `/api/v1/agent`. Routes, OpenAPI, the list for MCP and the
 * export for agent platforms all follow it. What begins a conversation is no tool, and is not among them.
 */
import type { AgentTool } from "../../operations/agent/agent-tool.ts"
import { bookForCaller } from "../../operations/agent/book-for-caller.ts"
import { cancelForCaller } from "../../operations/agent/cancel-for-caller.ts"
import { confirmContact } from "../../operations/agent/confirm-contact.ts"
import { createCaller } from "../../operations/agent/create-caller.ts"
import { findSlotsForCaller } from "../../operations/agent/find-slots-for-caller.ts"
import { listBookableTypes } from "../../operations/agent/list-bookable-types.ts"
import { listCallerAppointments } from "../../operations/agent/list-caller-appointments.ts"
import { listLocationsForCaller } from "../../operations/agent/list-locations.ts"
import { listProvidersForCaller } from "../../operations/agent/list-providers.ts"
import { optOut } from "../../operations/agent/opt-out.ts"
import { rescheduleForCaller } from "../../operations/agent/reschedule-for-caller.ts"
import { saveAddress } from "../../operations/agent/save-address.ts"
import { startContact } from "../../operations/agent/start-contact.ts"

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
  { method: "POST", path: "/appointments", tool: bookForCaller },
  { method: "GET", path: "/appointments", tool: listCallerAppointments },
  { method: "PUT", path: "/appointments/:appointment_id", tool: rescheduleForCaller },
  { method: "DELETE", path: "/appointments/:appointment_id", tool: cancelForCaller },
  { method: "POST", path: "/customers", tool: createCaller },
  { method: "PUT", path: "/address", tool: saveAddress },
  { method: "GET", path: "/locations", tool: listLocationsForCaller },
  { method: "GET", path: "/providers", tool: listProvidersForCaller },
  { method: "POST", path: "/contacts", tool: startContact },
  { method: "POST", path: "/contacts/confirm", tool: confirmContact },
  { method: "POST", path: "/opt-out", tool: optOut },
]
