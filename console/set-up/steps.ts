/** The steps of the assistant, when each is done, and where what readiness finds is mended. */

import type { Company } from "../session.ts"
import type { AppointmentType, Channel, Location, Provider, Readiness, ReadinessItem } from "./set-up-data.ts"

export const steps = [
  "company",
  "location",
  "type",
  // These two so early that the page is live beside what follows: without a number it asks visitors to call.
  "number",
  "page",
  "people",
  "hours",
  "brand",
  "embed",
  "done",
] as const
export type Step = (typeof steps)[number]

/** Customers can book without these. */
export const extras: readonly Step[] = ["number", "page", "brand", "embed"]

export interface SetUp {
  company: Company
  readiness: Readiness
  locations: readonly Location[]
  types: readonly AppointmentType[]
  providers: readonly Provider[]
  channels: readonly Channel[]
}

/** The colour that a new company has. */
const plainAccent = "#1f5fd6"

const judges: Record<Step, (setUp: SetUp) => boolean> = {
  company: () => true,
  location: ({ locations }) => locations.some(({ active }) => active),
  type: ({ types }) => types.some(({ active }) => active),
  people: ({ providers }) =>
    providers.some(({ active, appointment_type_ids }) => active && appointment_type_ids.length > 0),
  hours: ({ readiness }) => readiness.items.some(({ code, ok }) => code === "type_hours" && ok),
  number: ({ channels }) => channels.some(({ kind }) => kind === "sms"),
  page: ({ company }) => company.public_booking_enabled && company.public_slug !== null,
  brand: ({ company }) => company.brand.logo_url !== null || company.brand.accent_color !== plainAccent,
  embed: ({ company }) => company.embed_origins.length > 0,
  done: ({ readiness }) => readiness.ready,
}

export const isDone = (step: Step, setUp: SetUp): boolean => judges[step](setUp)

/** The step at which a returning person goes on: the first that a booking needs and that is not done. */
export const openStep = (setUp: SetUp): Step =>
  steps.find((step) => !extras.includes(step) && !isDone(step, setUp)) ?? "done"

export const stepAfter = (step: Step): Step => steps[Math.min(steps.indexOf(step) + 1, steps.length - 1)]!
export const stepBefore = (step: Step): Step => steps[Math.max(steps.indexOf(step) - 1, 0)]!

export const addressOf = (step: Step): string => `/settings/assistant/${step}`

const mends: Record<ReadinessItem["code"], (id: number | null) => string | null> = {
  location: () => addressOf("location"),
  appointment_type: () => addressOf("type"),
  provider: () => addressOf("people"),
  type_locations: (id) => `/settings/types/${id}?field=location_ids`,
  type_providers: () => addressOf("people"),
  type_needs: (id) => `/settings/types/${id}?field=needs`,
  type_hours: () => addressOf("hours"),
  service_area: (id) => `/settings/locations/${id}?field=service_area`,
  // The operator's to mend.
  link_host: () => null,
  public_page: () => addressOf("page"),
  codes_by_text: () => addressOf("number"),
  embedding: () => addressOf("embed"),
  texts: () => "/settings/channels",
  mails: () => "/settings/texts",
  provider_calendar: () => "/settings/providers",
  webhook_endpoint: (id) => `/developers/webhooks/${id}`,
}

/** The screen that mends the item; null where the company itself cannot. */
export const mendedAt = ({ code, target_id }: ReadinessItem): string | null =>
  mends[code]?.(target_id) ?? null
