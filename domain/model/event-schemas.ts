/**
 * Every event in full, as receivers may rely on it, and the event that the test operation sends. Version 1 only grows:
 * `api/past/events.v1.txt` holds it to that.
 */

import { z } from "zod"
import { msPerHour } from "../time/units.ts"
import { bookedByKinds, type EventSource } from "./actor.ts"
import { surfaceOf } from "./api-surface.ts"
import { answerWays, attendances, blockView, durationOptionView, noShowReasons } from "./appointment.ts"
import { groupFields, linkedPartView } from "./appointment-group.ts"
import { seriesFields } from "./appointment-series.ts"
import { breaksOf } from "./contract.ts"
import { type EventType, eventId, webhookTest } from "./event.ts"
import { externalDataInEventView, metadataInEventView } from "./external-data.ts"
import { timestamp } from "./fields.ts"
import { answerView } from "./question.ts"
import { requestStatus } from "./scheduling-request.ts"
import { hoursChange, providerInEventView, typeInEventView } from "./set-up-in-event.ts"
import { documentOf } from "./surface-document.ts"
import { addressView, idAndName } from "./views.ts"
import { entryState } from "./waiting-entry.ts"
import { disabledReasons } from "./webhook-endpoint.ts"

const source = z.union([
  z.object({ kind: z.literal("api_key"), api_key_id: z.int() }),
  z.object({ kind: z.literal("admin_user"), user_id: z.int() }),
  z.object({ kind: z.enum(["agent", "link", "public", "system"]) }),
])

const changedFieldsView = z
  .array(z.string())
  .meta({ description: "The fields that have another value now, as the API names them." })

const appointment = z.object({
  id: z.int(),
  start_time: timestamp,
  end_time: timestamp,
  timezone: z.string(),
  blocks: z.array(blockView),
  appointment_type: idAndName,
  duration_option: durationOptionView.nullable(),
  provider: idAndName,
  location: idAndName,
  booked_by: z.enum(bookedByKinds),
  series_id: seriesFields.series_id,
  group_id: groupFields.group_id,
  ...externalDataInEventView,
  answers: z
    .array(answerView)
    .optional()
    .meta({
      description:
        "What was answered at booking, as it stands when the event is sent. Only for endpoints with `include_answers`, and " +
        "absent where nothing was answered.",
    }),
})

const customer = z.object({
  id: z.int(),
  external_ref: z.string().nullable(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: addressView.nullable(),
  ...metadataInEventView,
})

const schedulingRequest = z.object({
  id: z.int(),
  external_ref: z.string().nullable(),
  ...metadataInEventView,
  status: requestStatus,
  earliest_date: z.string().nullable().meta({
    description:
      "The day of its creation where none was sent; null in events before November 29, 2026 alone.",
  }),
  latest_date: z.string(),
})

/** A moved appointment as it was before. Staff may have moved it to another provider or location. */
const previous = appointment.pick({
  start_time: true,
  end_time: true,
  timezone: true,
  blocks: true,
  provider: true,
  location: true,
})

const attendance = z.object({
  now: z.enum(attendances),
  before: z.enum(attendances),
  answered_by: z.enum(answerWays).meta({
    description:
      "By what it was said: `invitation` stands for an answer by the customer's calendar, `staff` for the company's users and keys.",
  }),
})

const visit = z.object({
  on_the_way_at: timestamp
    .nullable()
    .meta({ description: "When the provider set out; null where nobody said." }),
  expected_at: timestamp.nullable().meta({ description: "About when they arrive; null where nobody said." }),
  arrived_at: timestamp.nullable().meta({ description: "When they came to the customer; null before." }),
  closed_at: timestamp.nullable().meta({ description: "When it was completed or a no-show; null before." }),
  no_show_reason: z.enum(noShowReasons).nullable().meta({
    description: "Why a no-show could not be served; null where nobody said.",
  }),
})

const webhookEndpoint = z.object({
  id: z.int(),
  origin: z.string().meta({ description: "Of its URL, such as `https://hooks.example.com`." }),
  disabled_reason: z
    .enum(disabledReasons)
    .nullable()
    .meta({ description: "Null when the company disabled it." }),
  failing_since: timestamp.nullable(),
})

const callback = z.object({
  id: z.int(),
  caller_name: z.string().nullable().meta({ description: "As the caller gave it." }),
  phone: z.string().nullable().meta({ description: "The number to call; null once the caller is erased." }),
  message: z.string().nullable().meta({ description: "What the caller wants; null once they are erased." }),
  best_time: z.string().nullable().meta({ description: "When it suits them, in their own words." }),
  channel: z.enum(["voice", "sms"]),
})

const waitingEntry = z.object({
  id: z.int(),
  state: entryState.meta({ description: "`booked`, `declined`, `expired` and `withdrawn` are the ends." }),
  appointment_type: idAndName,
  appointment_types: z
    .array(idAndName)
    .optional()
    .meta({ description: "Of several in one visit: all of them, in their order. Absent of one type." }),
  earliest_date: z.string(),
  latest_date: z.string(),
  booked_appointment_id: z.int().nullable(),
})

const offer = z.object({
  id: z.int(),
  start_time: timestamp,
  end_time: timestamp,
  provider_id: z.int(),
  location_id: z.int(),
  parts: z
    .array(linkedPartView.omit({ provider_name: true, location_id: true }))
    .optional()
    .meta({ description: "Of several types in one visit: each with its provider and its time." }),
  good_until: timestamp,
})

const aboutAppointment = { appointment, customer, scheduling_request: schedulingRequest.nullable() }

const envelope = <Type extends string, Data extends z.ZodObject>(
  type: Type,
  description: string,
  data: Data,
) =>
  z
    .object({
      id: z.string().meta({ description: "`evt_…`; the same as the webhook-id header." }),
      type: z.literal(type),
      version: z.literal(1),
      occurred_at: timestamp,
      company_id: z.int(),
      source,
      data,
    })
    .meta({ description })

export const eventSchemas = {
  "appointment.created": envelope(
    "appointment.created",
    "An appointment was booked, from any source.",
    z.object({
      ...aboutAppointment,
      reopened: z.literal(true).optional().meta({
        description:
          "Only of an appointment whose cancel staff have taken back: it has the same id as before.",
      }),
    }),
  ),
  "appointment.rescheduled": envelope(
    "appointment.rescheduled",
    "An appointment moved.",
    z.object({ ...aboutAppointment, previous }),
  ),
  "appointment.cancelled": envelope(
    "appointment.cancelled",
    "An appointment was cancelled. It is as it was before; the scheduling request's status is the one after.",
    z.object(aboutAppointment),
  ),
  "appointment.reopened": envelope(
    "appointment.reopened",
    "An appointment that was marked as completed or as a no-show is scheduled again.",
    z.object(aboutAppointment),
  ),
  "appointment.on_the_way": envelope(
    "appointment.on_the_way",
    "The provider of a visit at the customer's is on the way, or is expected at another time than was said before.",
    z.object({ ...aboutAppointment, visit }),
  ),
  "appointment.arrived": envelope(
    "appointment.arrived",
    "The provider of a visit at the customer's has arrived.",
    z.object({ ...aboutAppointment, visit }),
  ),
  "appointment.completed": envelope(
    "appointment.completed",
    "An appointment was completed. It is told 10 s later, unless that was taken back.",
    z.object({ ...aboutAppointment, visit }),
  ),
  "appointment.no_show": envelope(
    "appointment.no_show",
    "An appointment became a no-show: the customer did not come, or the provider could not do the work. It is told 10 s later, unless " +
      "that was taken back.",
    z.object({ ...aboutAppointment, visit }),
  ),
  "appointment.attendance_changed": envelope(
    "appointment.attendance_changed",
    "A customer said whether they come, or staff did for them. A move, after which it is unknown again, does not raise it.",
    z.object({ ...aboutAppointment, attendance }),
  ),
  "appointment.pending": envelope(
    "appointment.pending",
    "An appointment was asked for that staff have to confirm. It occupies its time; nothing is booked yet.",
    z.object({
      ...aboutAppointment,
      answer_by: timestamp.meta({ description: "Until when staff answer; then it ends by itself." }),
    }),
  ),
  "appointment.confirmed": envelope(
    "appointment.confirmed",
    "A pending appointment was confirmed. `appointment.created` goes before it.",
    z.object(aboutAppointment),
  ),
  "appointment.declined": envelope(
    "appointment.declined",
    "A pending appointment was declined, withdrawn or not answered in time: `source` says by whom. There is no `appointment.cancelled` beside it.",
    z.object(aboutAppointment),
  ),
  "scheduling_request.expired": envelope(
    "scheduling_request.expired",
    "A scheduling request passed its latest date unbooked.",
    z.object({ customer, scheduling_request: schedulingRequest }),
  ),
  "callback.requested": envelope(
    "callback.requested",
    "A caller left a message with an agent, to be called back.",
    z.object({
      callback,
      customer: customer.nullable().meta({ description: "Null for a caller who is no customer." }),
    }),
  ),
  "customer.created": envelope(
    "customer.created",
    "A customer was made: by staff, a key, an import, an agent or the customer on the public page.",
    z.object({ customer }),
  ),
  "customer.changed": envelope(
    "customer.changed",
    "A customer's record or numbers were changed. `data.customer` is as it stands after the change.",
    z.object({
      customer,
      changed: z.array(z.string()).meta({
        description:
          "The fields that were written, as the API names them: `email`, `notes`. `contacts` stands for the customer's numbers.",
      }),
    }),
  ),
  "customer.archived": envelope(
    "customer.archived",
    "A customer was archived. Their `external_ref` and their number are free for another.",
    z.object({ customer }),
  ),
  "customer.erased": envelope(
    "customer.erased",
    "A customer's personal data was erased. Erase them in your systems too: `external_ref` is what they were known by there, and is kept in " +
      "this event alone, for its 30 days.",
    z.object({ customer: customer.pick({ id: true, external_ref: true }) }),
  ),
  "appointment_type.created": envelope(
    "appointment_type.created",
    "An appointment type was made.",
    z.object({ appointment_type: typeInEventView }),
  ),
  "appointment_type.changed": envelope(
    "appointment_type.changed",
    "An appointment type was changed. `data.appointment_type` is as it stands after the change.",
    z.object({ appointment_type: typeInEventView, changed: changedFieldsView }),
  ),
  "appointment_type.archived": envelope(
    "appointment_type.archived",
    "An appointment type was archived: it is offered no more.",
    z.object({ appointment_type: typeInEventView }),
  ),
  "provider.created": envelope(
    "provider.created",
    "A provider was made, with weekly hours where some were sent.",
    z.object({ provider: providerInEventView }),
  ),
  "provider.changed": envelope(
    "provider.changed",
    "A provider was changed. `data.provider` is as it stands after the change. Their hours have an event of their own.",
    z.object({ provider: providerInEventView, changed: changedFieldsView }),
  ),
  "provider.archived": envelope(
    "provider.archived",
    "A provider was archived: they are offered no more.",
    z.object({ provider: providerInEventView }),
  ),
  "hours.changed": envelope(
    "hours.changed",
    "A provider's weekly hours, dated hours or time off were changed, or the company closed or opened dates. Times that were free may not be, and the " +
      "other way round: search again.",
    hoursChange,
  ),
  "waiting_entry.created": envelope(
    "waiting_entry.created",
    "A customer joined the waiting list.",
    z.object({ waiting_entry: waitingEntry, customer }),
  ),
  "waiting_entry.offered": envelope(
    "waiting_entry.offered",
    "A time was offered to a customer who waits.",
    z.object({ waiting_entry: waitingEntry, offer, customer }),
  ),
  "waiting_entry.ended": envelope(
    "waiting_entry.ended",
    "A customer waits no more: they booked, said no, left the list, or its dates are over.",
    z.object({ waiting_entry: waitingEntry, customer }),
  ),
  "webhook_endpoint.disabled": envelope(
    "webhook_endpoint.disabled",
    "Another webhook endpoint of the company was disabled.",
    z.object({ webhook_endpoint: webhookEndpoint }),
  ),
  [webhookTest]: envelope(
    webhookTest,
    "Somebody asked for a test. It needs no subscription.",
    z.object({ ...aboutAppointment, sample: z.literal(true) }),
  ),
} satisfies Record<EventType | typeof webhookTest, z.ZodObject>

export type TestEvent = z.infer<(typeof eventSchemas)[typeof webhookTest]>

/** A made-up appointment a day after `now`, marked by `data.sample`. Its ids are 0, which no record has. */
export function testEvent(companyId: number, id: number, source: EventSource, now: number): TestEvent {
  const start = Math.ceil(now / msPerHour) * msPerHour + 24 * msPerHour
  const times = {
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + msPerHour).toISOString(),
  }
  return {
    id: eventId(id),
    type: webhookTest,
    version: 1,
    occurred_at: new Date(now).toISOString(),
    company_id: companyId,
    source,
    data: {
      sample: true,
      appointment: {
        id: 0,
        ...times,
        timezone: "UTC",
        blocks: [times],
        appointment_type: { id: 0, name: "Sample type" },
        duration_option: null,
        provider: { id: 0, name: "Sample provider" },
        location: { id: 0, name: "Sample location" },
        booked_by: "api",
      },
      customer: {
        id: 0,
        external_ref: null,
        name: "Sample Customer",
        phone: "+12025550100",
        email: "sample@example.com",
        address: null,
      },
      scheduling_request: null,
    },
  }
}

/** The schemas of all events as one document: JSON Schema by event type. */
export type EventContract = Record<string, object>

export function eventContract(): EventContract {
  return Object.fromEntries(
    Object.entries(eventSchemas).map(([type, schema]) => {
      const { $schema: _, ...document } = z.toJSONSchema(schema, { io: "output", override: readable })
      return [type, document]
    }),
  )
}

/** Receivers must ignore fields that they do not know, so the document does not forbid them. */
function readable({ jsonSchema: node }: { jsonSchema: Record<string, unknown> }): void {
  delete node.additionalProperties
  if (node.type === "boolean") delete node.const
  if (node.type !== "integer") return
  delete node.minimum
  delete node.maximum
}

/** The fields that receivers read, one line each. */
export const eventSurface = (contract: EventContract): string => surfaceOf(asAnswers(contract))

/** Lists what receivers of that surface would miss or misread in `after`, one sentence each; empty when it only adds. */
export function eventBreaks(surface: string, after: EventContract): string[] {
  return breaksOf(documentOf(surface), asAnswers(after))
}

/** Receivers read posted bodies as callers read answers: existing fields must stay. */
function asAnswers(contract: EventContract): object {
  const paths = Object.entries(contract).map(([type, schema]) => [
    type,
    { event: { responses: { 200: { content: { "application/json": { schema } } } } } },
  ])
  const named = Object.assign({}, ...Object.values(contract).map((schema) => (schema as Named).$defs))
  return { paths: Object.fromEntries(paths), $defs: named, components: { schemas: named } }
}

type Named = { $defs?: object }
