/** Staff's answer to a pending appointment. */
import { z } from "zod"
import { overrideEligibility, silentChannels } from "./appointment.ts"
import { id, minuteInstant, name, version } from "./fields.ts"

export const mostProposals = 3

export const confirmInput = z.strictObject({
  proposal_id: id.nullable().optional().meta({
    description:
      "The proposed time that the customer wants instead; the time that was asked for when it is left out.",
  }),
  if_version: version.optional(),
  silent_channels: silentChannels,
})

export const declineInput = z.strictObject({
  reason: name(500).nullable().optional().meta({ description: "The customer reads it." }),
  if_version: version.optional(),
  silent_channels: silentChannels,
})

const proposedTime = z.strictObject({
  start_time: minuteInstant,
  provider_id: id.optional().meta({ description: "The appointment's own when it is left out." }),
  location_id: id.optional().meta({ description: "The appointment's own when it is left out." }),
})

export const proposeInput = z.strictObject({
  times: z
    .array(proposedTime)
    .min(1, { error: "expected at least one time" })
    .max(mostProposals, { error: `expected at most ${mostProposals} times` })
    .meta({ description: "They replace those that were proposed before." }),
  until: minuteInstant.optional().meta({
    description:
      "Until when they are kept for the customer: at the latest until the first of them, and until the time that was asked for. " +
      "The type's `answer_within_minutes` from now when it is left out.",
  }),
  if_version: version.optional(),
  override_eligibility: overrideEligibility,
  silent_channels: silentChannels,
})
