/** The answers of the operations for visitors: what the public page shows, in the API's names. */
import { z } from "zod"
import { durationOptionView } from "../appointment.ts"
import { timestamp } from "../fields.ts"
import { questionView } from "../question.ts"
import { slotAnswer } from "../slot-search.ts"

const place = z.enum(["at_location", "at_customer", "remote"])
const isAsked = z
  .literal(true)
  .optional()
  .meta({ description: "Staff say yes or no first: it is asked for, and not booked at once." })

const location = z.object({
  id: z.int(),
  name: z.string(),
  address: z.string().nullable().meta({ description: "In one line." }),
  city: z.string().nullable(),
  timezone: z.string(),
})
const locations = z
  .array(location)
  .meta({ description: "Those to choose of. Empty unless the appointment is at the company's location." })

const providers = z
  .array(
    z.object({
      id: z.int(),
      name: z.string(),
      location_ids: z.array(z.int()),
      about: z.string().optional(),
      image_url: z.string().optional(),
    }),
  )
  .meta({ description: "Those to choose of. Empty when visitors do not choose the person." })

const minutes = {
  duration_minutes: z.int(),
  block_minutes: z
    .array(z.int())
    .meta({ description: "Of each day; one entry for an appointment of one day." }),
}

export const visitorPageView = z.object({
  company: z.object({
    name: z.string(),
    phone: z.string().nullable(),
    locale: z.enum(["en", "fr", "es"]),
    accent_color: z.string(),
    logo: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable(),
    page_url: z.string().nullable().meta({ description: "The address of its public page." }),
    thanks: z
      .union([z.object({ url: z.string() }), z.object({ text: z.string() })])
      .optional()
      .meta({
        description: "To offer after a booking: an https address of the company's own, or its words.",
      }),
  }),
  new_customers_allowed: z.boolean(),
  can_send_codes: z
    .boolean()
    .meta({ description: "False where no code can be texted, and so nothing be booked: ask to call." }),
  can_text_links: z
    .boolean()
    .meta({ description: "A verified visitor can have the links of their appointments texted." }),
  appointment_types: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      description: z.string().nullable(),
      category: z.string().optional().meta({
        description: "The heading that it stands under. Types come in the order of their headings.",
      }),
      price_text: z.string().optional().meta({ description: "In the company's own words; never charged." }),
      image_url: z.string().optional(),
      ...minutes,
      duration_options: z.array(durationOptionView),
      place,
      needs_address: z.boolean(),
      location_ids: z.array(z.int()),
      providers,
      questions: z.array(questionView),
      is_linkable: z.boolean().meta({ description: "It can be booked together with others in one visit." }),
      is_asked: isAsked,
    }),
  ),
  locations,
  bot_check: z.object({
    kind: z.enum(["altcha", "turnstile"]),
    site_key: z
      .string()
      .nullable()
      .meta({ description: "The site key of the check's own script; null when it has none." }),
    challenge_path: z
      .string()
      .nullable()
      .meta({ description: "Serves a challenge; null when the check needs none." }),
  }),
})

export const visitorSlotsView = slotAnswer.omit({ warnings: true }).extend({
  in_area: z
    .boolean()
    .meta({ description: "False for an address outside all served areas; true where none is judged." }),
})

export const botChallengeView = z.object({
  algorithm: z.literal("SHA-256"),
  challenge: z.string(),
  maxnumber: z
    .int()
    .meta({ description: "The number whose hash with the salt is `challenge` is at most this." }),
  salt: z.string(),
  signature: z.string(),
})

export const codeSentView = z.object({
  verification_id: z.string(),
  expires_at: timestamp,
  resend_after_seconds: z.int(),
})

export const visitorHeldView = z.object({
  expires_at: timestamp,
  seconds: z.int().meta({ description: "Until then, so that the device's clock need not be right." }),
})

const visit = {
  expires_at: timestamp,
  customer: z
    .object({ first_name: z.string() })
    .nullable()
    .meta({ description: "Null while no customer has the number." }),
  can_register: z.boolean(),
  has_address: z.boolean().meta({ description: "An address is on file. The address itself is never sent." }),
  text_updates: z.boolean().meta({ description: "The number has agreed to texts about appointments." }),
  assigned_provider: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .meta({ description: "The one person whom the company has assigned to the customer." }),
  scheduling_requests: z.array(
    z.object({
      id: z.int(),
      appointment_type_id: z.int(),
      appointment_type_name: z.string(),
      description: z.string().nullable(),
      place,
      ...minutes,
      duration_label: z.string().nullable(),
      earliest_date: z.string().nullable(),
      latest_date: z.string().nullable().meta({ description: "Inclusive." }),
      locations,
      providers,
      questions: z.array(questionView),
      is_asked: isAsked,
    }),
  ),
}

export const visitView = z.object(visit)
export const openedVisitView = z.object({
  visit_token: z
    .string()
    .meta({ description: "For the header `X-Visit-Token`, for half an hour. Shown only now." }),
  ...visit,
})
export const registeredView = z.object({
  ...visit,
  warnings: z
    .array(z.enum(["email_taken"]))
    .meta({ description: "`email_taken`: another customer has the email, so it was not saved." }),
})

const reach = z.array(z.enum(["sms", "mail"]))
const times = { start_time: timestamp, end_time: timestamp }
const names = {
  provider_name: z.string().meta({ description: "Empty while a plan may still send somebody else." }),
  location_name: z.string().nullable().meta({ description: "Null unless it is at the company's location." }),
}

export const visitorBookedView = z.object({
  appointment: z.object({
    id: z.int(),
    version: z.int(),
    ...times,
    blocks: z.array(z.object(times)),
    kind: z
      .literal("window")
      .optional()
      .meta({ description: "The work begins between `start_time` and `end_time`." }),
    timezone: z.string(),
    ...names,
    location_address: z.string().nullable(),
    can_reschedule: z.boolean(),
    can_cancel: z.boolean(),
    seats: z.int().optional().meta({ description: "Of a class." }),
    parts: z
      .array(
        z.object({
          appointment_type_name: z.string(),
          provider_id: z.int(),
          provider_name: z.string(),
          ...times,
        }),
      )
      .optional()
      .meta({ description: "Of several types in one visit." }),
    pending: z
      .object({ answer_by: timestamp })
      .optional()
      .meta({ description: "It is asked for, and not booked yet." }),
  }),
  appointment_type_name: z.string(),
  manage_url: z
    .string()
    .nullable()
    .meta({ description: "The link by which it is moved and cancelled; null where links are off." }),
  messages: z
    .object({ confirmation: reach, changes: reach, reminders: reach, answer: reach })
    .meta({ description: "How the visitor will hear of it." }),
})

export const visitorWaitingView = z.object({
  entry_id: z.int(),
  wait_url: z.string().nullable().meta({ description: "The visitor's own page of the entry." }),
})

export const visitorUploadView = z.object({
  id: z.string().meta({ description: "By which `answers` name the file, once it is uploaded." }),
  upload_url: z.string().meta({ description: "`PUT` the bytes there, once." }),
})

export const nothingView = z.object({})
