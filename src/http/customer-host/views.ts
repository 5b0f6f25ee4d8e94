/** Companies and appointments as the customers' pages show them, and the envelope around such answers. */
import type { AppointmentView, CompanyView } from "../../../web/shared/contract.ts"
import type { companyAppointment } from "../../model/appointment.ts"
import { phoneToCall } from "../../model/public-page.ts"
import type { ScheduleCompany } from "../../model/schedules.ts"
import type { Address } from "../../model/views.ts"
import type { Answer } from "../../operations/operation.ts"

/** The company as its pages show it. */
export function companyView(company: ScheduleCompany, bookUrl: string): CompanyView {
  const { name, locale, accent_color, logo_hash, logo_width, logo_height, page_slug } = company
  return {
    name,
    phone: phoneToCall(company),
    locale,
    accentColor: accent_color,
    logo:
      logo_hash === null
        ? null
        : { url: `${bookUrl}/assets/logo/${logo_hash}`, width: logo_width!, height: logo_height! },
    pageUrl: page_slug === null ? null : `${bookUrl}/${page_slug}`,
  }
}

/** The part of an operation's answer that the view needs. */
export type ShownAppointment = Pick<
  ReturnType<typeof companyAppointment>,
  "id" | "version" | "status" | "start_time" | "end_time" | "blocks" | "timezone" | "provider" | "location"
>

/** `locationAddress` is null unless the customer comes to the location. */
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

export const jsonType = "application/json; charset=utf-8"

/** A JSON answer of the pages, in the envelope. */
export const shown = (status: number, data: unknown): Answer => ({
  status,
  body: JSON.stringify({ success: true, data }),
})
