/** Two appointments that change places. */
import { z } from "zod"
import { appointmentView, holdMessagesSeconds, overrideEligibility, silentChannels } from "./appointment.ts"
import { id } from "./fields.ts"
import { undoView } from "./undo.ts"

export const swapInput = z.strictObject({
  a: id.meta({ description: "The one appointment." }),
  b: id.meta({ description: "The other one." }),
  override_eligibility: overrideEligibility,
  silent_channels: silentChannels,
  hold_messages_seconds: holdMessagesSeconds,
})
export type SwapInput = z.output<typeof swapInput>

export const swappedView = z
  .object({
    appointments: z.array(appointmentView).meta({ description: "Both as they stand now, `a` first." }),
    undo: undoView.optional().meta({
      description:
        "With hold_messages_seconds: by what both are taken back. Absent where they were told at once.",
    }),
  })
  .meta({ id: "SwappedAppointments" })
export type Swapped = z.input<typeof swappedView>
