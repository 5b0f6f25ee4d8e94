/** Holds a time for the caller while the agent asks what a booking needs. A conversation holds one time at once. */

import { agentHold, slotHeld } from "../../../domain/model/agent/holds.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import { visitorsHoldMinutes } from "../../../domain/model/hold.ts"
import { msPerMinute } from "../../../domain/time/units.ts"
import { holdGroup } from "../../holds/hold-group.ts"
import { hold } from "../../holds/hold-time.ts"
import { requireOwnRequest } from "../../ledger/lock-requests.ts"
import { bookingRefusals } from "../../taking/refusal-reasons.ts"
import { type AgentCall, agentTool } from "./agent-tool.ts"
import { refuseIfClosed } from "./office.ts"
import { comingAsked, comingWish } from "./wanted-group.ts"

/** The holder is the conversation. */
export const holderIn = ({ session }: AgentCall): string => `agent:${session.id}`

export const holdForCaller = agentTool({
  name: "hold_slot",
  summary: "Hold a time for some minutes",
  description:
    "Keeps a slot of find_slots for this caller for five minutes while you still ask something, such as a name or an address. It books nothing: call book_appointment next. Only one slot is kept at a time.",
  status: 201,
  refusals: ["registration_closed", ...bookingRefusals.filter((code) => code !== "end_time_mismatch")],
  writes: true,
  input: agentHold,
  result: slotHeld,
  async run(context, call, wish) {
    refuseIfClosed(call)
    const { companyId, session, now } = call
    await requireOwnRequest(context.db, companyId, session.customer, wish.scheduling_request_id)
    const coming = await comingAsked(context, call, wish)
    const holding = {
      customerId: session.customer?.id ?? null,
      minutes: visitorsHoldMinutes,
      holder: holderIn(call),
    }
    if (coming) {
      const { expires_at } = await holdGroup(context, call, { ...comingWish(coming, wish), ...holding })
      return heldUntil(call, expires_at)
    }
    const { expires_at } = await hold(context, call, {
      ...holding,
      now,
      typeId: wish.appointment_type_id,
      providerId: wish.provider_id,
      locationId: wish.location_id ?? null,
      startMinute: Date.parse(wish.start_time) / msPerMinute,
      endMs: null,
      requestId: wish.scheduling_request_id ?? null,
      durationOptionId: wish.duration_option_id ?? null,
      keepsProvider: wish.keep_provider === true,
      overrideEligibility: false,
    })
    return heldUntil(call, expires_at)
  },
})

const heldUntil = ({ session }: AgentCall, expires_at: string) => ({
  held: true as const,
  expires_at,
  say: wordsIn(session.listener.language).appointments.holding,
})
