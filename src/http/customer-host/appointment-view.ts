/** An appointment as its customer sees it, on either page. */
import type { AppointmentView } from "../../../web/shared/contract.ts"
import type { companyAppointment } from "../../model/appointment.ts"
import type { Address } from "../../model/views.ts"

/** What the view needs of an appointment, as operations answer it. */
export type ShownAppointment = Pick<
  ReturnType<typeof companyAppointment>,
  "id" | "version" | "status" | "start_time" | "end_time" | "blocks" | "timezone" | "provider" | "location"
>

/** `locationAddress` is null unless the customer is to come there. */
export function appointmentView(
  { id, version, start_time, end_time, blocks, timezone, provider, location }: ShownAppointment,
  { locationAddress, isChangeable }: { locationAddress: string | null; isChangeable: boolean },
): AppointmentView {
  return {
    id,
    version,
    startTime: start_time,
    endTime: end_time,
    blocks: blocks.map((block) => ({ startTime: block.start_time, endTime: block.end_time })),
    timezone,
    providerName: provider.name,
    locationName: location.name,
    locationAddress,
    canReschedule: isChangeable,
    canCancel: isChangeable,
  }
}

export function addressLine({ line1, line2, city, state, postal_code }: Address): string {
  return [line1, line2, city, `${state} ${postal_code}`.trim()].filter(Boolean).join(", ")
}
