/** Companies and appointments as the customers' pages show them, and the envelope around such answers. */
import type {
  AppointmentView,
  CompanyView,
  FaceView,
  LocationView,
  PendingView,
  UploadView,
} from "../../../domain/contracts/customer-pages.ts"
import type { Appointment, companyAppointment } from "../../../domain/model/appointment.ts"
import { mayAnotherCome } from "../../../domain/model/appointment-plan.ts"
import { pictureUrl } from "../../../domain/model/picture.ts"
import { type OfferingLocation, phoneToCall } from "../../../domain/model/public-page.ts"
import type { ScheduleCompany, ScheduleType } from "../../../domain/model/schedules.ts"
import { type Address, addressLine, iso } from "../../../domain/model/views.ts"
import type { Answer } from "../../platform/operation.ts"

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
    ...thanksOf(company),
  }
}

function thanksOf({
  thank_you_url: url,
  thank_you_text: text,
}: ScheduleCompany): Pick<CompanyView, "thanks"> {
  return url !== null ? { thanks: { url } } : text !== null ? { thanks: { text } } : {}
}

/** A type's face beside its name. */
export function faceView(
  { price_text, image_hash }: Pick<ScheduleType, "price_text" | "image_hash">,
  bookUrl: string,
): FaceView {
  const imageUrl = pictureUrl(image_hash, bookUrl)
  return {
    ...(price_text === null ? {} : { priceText: price_text }),
    ...(imageUrl === null ? {} : { imageUrl }),
  }
}

/** The part of an operation's answer that the view needs. */
export type ShownAppointment = Pick<
  ReturnType<typeof companyAppointment>,
  | "id"
  | "version"
  | "status"
  | "answers"
  | "attendance"
  | "start_time"
  | "end_time"
  | "blocks"
  | "timezone"
  | "provider"
  | "location"
  | "seats"
  | "answer_by"
  | "proposals"
  | "window"
  | "narrowed_window"
  | "on_the_way"
  | "arrived_at"
  | "keeps_provider"
  | "pinned"
>

/** The data in an appointment's view beside the appointment itself. */
interface AppointmentSurroundings {
  /** The kind of place where the appointment happens: only the company's own location is named. */
  place: ScheduleType["place"]
  address: Address | null
  isChangeable: boolean
}

export function appointmentView(
  appointment: ShownAppointment,
  { place, address, isChangeable }: AppointmentSurroundings,
): AppointmentView {
  const { id, version, attendance, start_time, end_time, blocks, timezone, provider, location } = appointment
  const { narrowed_window } = appointment
  const isAtLocation = place === "at_location"
  const pending = pendingOf(appointment, isAtLocation)
  return {
    id,
    version,
    attendance,
    startTime: start_time,
    endTime: end_time,
    ...(appointment.window ? { kind: "window" } : {}),
    ...toldOf(appointment),
    blocks: (narrowed_window ? [narrowed_window] : blocks).map((block) => ({
      startTime: block.start_time,
      endTime: block.end_time,
    })),
    timezone,
    providerName: mayAnotherCome(appointment) ? "" : provider.name,
    locationName: isAtLocation ? location.name : null,
    locationAddress: isAtLocation && address ? addressLine(address) : null,
    canReschedule: isChangeable,
    canCancel: isChangeable || pending !== null,
    ...(appointment.seats === undefined ? {} : { seats: appointment.seats }),
    ...(pending ? { pending } : {}),
  }
}

/** The news that the customer got since they booked. */
function toldOf({ window, narrowed_window: hour, on_the_way, arrived_at, status }: ShownAppointment) {
  const isNarrowed =
    window && hour && (hour.start_time !== window.start_time || hour.end_time !== window.end_time)
  return {
    ...(isNarrowed ? { isNarrowed: true as const } : {}),
    ...(on_the_way && !arrived_at && status === "scheduled"
      ? { onTheWay: { expected: on_the_way.expected } }
      : {}),
  }
}

/** The appointment with those that follow it at the same coming, as one time. `all` begins with it. */
export function withParts(
  view: AppointmentView,
  all: readonly Pick<Appointment, "type_name" | "provider_id" | "provider_name" | "start_at" | "end_at">[],
): AppointmentView {
  if (all.length < 2) return view
  const parts = all.map((one) => ({
    typeName: one.type_name,
    providerId: one.provider_id,
    providerName: one.provider_name,
    startTime: iso(one.start_at),
    endTime: iso(one.end_at),
  }))
  const [startTime, endTime] = [parts[0]!.startTime, parts.at(-1)!.endTime]
  return { ...view, startTime, endTime, blocks: [{ startTime, endTime }], parts }
}

/** Null for one that does not wait for an answer. */
export function pendingOf(
  appointment: Pick<ShownAppointment, "status" | "answer_by" | "proposals"> &
    Parameters<typeof mayAnotherCome>[0],
  isAtLocation: boolean,
): PendingView | null {
  const { status, answer_by, proposals = [] } = appointment
  if (status !== "pending") return null
  return {
    answerBy: answer_by!,
    proposals: proposals.map(({ id, start_time, end_time, provider, location }) => ({
      id,
      startTime: start_time,
      endTime: end_time,
      providerName: mayAnotherCome(appointment) ? "" : provider.name,
      locationName: isAtLocation ? location.name : null,
    })),
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

/** The address to which a browser sends a file, and the id by which the file answers. */
export const uploadView = ({ id, uploadUrl }: UploadView): UploadView => ({ id, uploadUrl })

export const jsonType = "application/json; charset=utf-8"

/** A JSON answer of the pages, in the envelope. */
export const shown = (status: number, data: unknown): Answer => ({
  status,
  body: JSON.stringify({ success: true, data }),
})
