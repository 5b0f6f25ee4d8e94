/** Two appointments that change places. */
import { z } from "zod"
import { appointmentView, overrideEligibility, silentChannels } from "./appointment.ts"
import { id } from "./fields.ts"

export const swapInput = z.strictObject({
  a: id.meta({ description: "The one appointment." }),
  b: id.meta({ description: "The other one." }),
  override_eligibility: overrideEligibility,
  silent_channels: silentChannels,
})
export type SwapInput = z.output<typeof swapInput>

export const swappedView = z
  .object({
    appointments: z.array(appointmentView).meta({ description: "Both as they stand now, `a` first." }),
  })
  .meta({ id: "SwappedAppointments" })
export type Swapped = z.input<typeof swappedView>
