/** Companies and appointments as the customers' pages show them, and the envelope around such answers. */
import type { AppointmentView, CompanyView, LocationView } from "../../../domain/contracts/customer-pages.ts"
import type { companyAppointment } from "../../../domain/model/appointment.ts"
import { type OfferingLocation, phoneToCall } from "../../../domain/model/public-page.ts"
import type { ScheduleCompany, ScheduleType } from "../../../domain/model/schedules.ts"
import { type Address, addressLine } from "../../../domain/model/views.ts"
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
  | "id"
  | "version"
  | "status"
  | "attendance"
  | "start_time"
  | "end_time"
  | "blocks"
  | "timezone"
  | "provider"
  | "location"
>

/** What an appointment's view says beside the appointment itself. */
interface AppointmentSurroundings {
  /** Where the appointment happens: no other place than the company's own location is named. */
  place: ScheduleType["place"]
  address: Address | null
  isChangeable: boolean
}

export function appointmentView(
  { id, version, attendance, start_time, end_time, blocks, timezone, provider, location }: ShownAppointment,
  { place, address, isChangeable }: AppointmentSurroundings,
): AppointmentView {
  const isAtLocation = place === "at_location"
  return {
    id,
    version,
    attendance,
    startTime: start_time,
    endTime: end_time,
    blocks: blocks.map((block) => ({ startTime: block.start_time, endTime: block.end_time })),
    timezone,
    providerName: provider.name,
    locationName: isAtLocation ? location.name : null,
    locationAddress: isAtLocation && address ? addressLine(address) : null,
    canReschedule: isChangeable,
    canCancel: isChangeable,
  }
}

/** A location as the visitor reads it. */
export const locationView = ({ id, name, address, timezone }: OfferingLocation): LocationView => ({
  id,
  name,
  address: address && addressLine(address),
  city: address?.city ?? null,
  timezone,
})

export const jsonType = "application/json; charset=utf-8"

/** A JSON answer of the pages, in the envelope. */
export const shown = (status: number, data: unknown): Answer => ({
  status,
  body: JSON.stringify({ success: true, data }),
})
