/** Appointment types, providers and hours as events carry them: what other systems keep of a company's set-up. */
import { z } from "zod"
import type { AppointmentType } from "./appointment-type.ts"
import { externalDataInEvent, externalDataInEventView } from "./external-data.ts"
import type { Provider } from "./provider.ts"
import { idAndName } from "./views.ts"

export const typeInEventView = z.object({
  id: z.int(),
  name: z.string(),
  active: z.boolean().meta({ description: "False where it takes no new bookings." }),
  kind: z.enum(["open", "by_request"]),
  duration_minutes: z.int().meta({ description: "All blocks together." }),
  public_booking: z.boolean().meta({ description: "Whether the public page offers it." }),
  ...externalDataInEventView,
})
export type TypeInEvent = z.infer<typeof typeInEventView>

export const providerInEventView = z.object({
  id: z.int(),
  name: z.string(),
  active: z.boolean().meta({ description: "False where they take no new bookings." }),
  appointment_type_ids: z.array(z.int()).meta({ description: "What they offer." }),
  ...externalDataInEventView,
})
export type ProviderInEvent = z.infer<typeof providerInEventView>

export const hoursParts = ["weekly_hours", "date_overrides", "time_off", "company_time_off"] as const
export type HoursPart = (typeof hoursParts)[number]

export const hoursChange = z.object({
  provider: idAndName
    .nullable()
    .meta({ description: "Null where the company, or some of its locations, close or open on dates." }),
  changed: z.array(z.enum(hoursParts)).meta({ description: "What of the hours was changed." }),
})
export type HoursChange = z.infer<typeof hoursChange>

export const typeInEvent = (type: AppointmentType): TypeInEvent => ({
  id: type.id,
  name: type.name,
  active: type.active,
  kind: type.kind,
  duration_minutes: type.block_minutes.reduce((sum, minutes) => sum + minutes, 0),
  public_booking: type.public_booking,
  ...externalDataInEvent(type),
})

export const providerInEvent = (provider: Omit<Provider, "version">): ProviderInEvent => ({
  id: provider.id,
  name: provider.name,
  active: provider.active,
  appointment_type_ids: provider.appointment_type_ids,
  ...externalDataInEvent(provider),
})
