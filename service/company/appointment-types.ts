/** An appointment type: its length or days, its place, and who may book it. */
import { z } from "zod"
import {
  type AppointmentType,
  appointmentTypeInput,
  appointmentTypePatch,
  appointmentTypeView,
  changedTypeView,
  plainType,
  type StoredType,
  showAppointmentType,
} from "../../domain/model/appointment-type.ts"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { filterOf, syncFilters } from "../../domain/model/external-data.ts"
import { byId, flagText, page } from "../../domain/model/fields.ts"
import { orderField, pageById } from "../../domain/model/paging.ts"
import type { Question } from "../../domain/model/question.ts"
import { differingFields } from "../../domain/model/record-times.ts"
import { typeInEvent } from "../../domain/model/set-up-in-event.ts"
import { changedType } from "../../domain/rules/booking/appointment-type.ts"
import { changesKept, keptOf, whySeatsStay } from "../../domain/rules/booking/type-in-use.ts"
import { recordType } from "../outbox/record-set-up.ts"
import type { AppContext } from "../platform/context.ts"
import { nextVersion, refuseOtherVersion } from "../platform/next-version.ts"
import { type Call, found, listOperation, operation, staff } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import * as store from "./appointment-types.sql.ts"
import { lockUnused } from "./lock-unused.ts"
import { refuseTooMany } from "./refuse-too-many.ts"
import { namedIn, refuseUnknownLocations } from "./refuse-unknown.ts"
import { countSessionsToCome, usageOf } from "./still-needed.sql.ts"

const common = { noun: "Appointment types", roles: staff, result: appointmentTypeView }

/** A question for a file needs a host that keeps files. */
function refuseFileQuestions(
  { files }: AppContext,
  { questions = [] }: { questions?: readonly Question[] | undefined },
): void {
  const index = questions.findIndex(({ kind }) => kind === "file")
  if (index >= 0 && files === null) throw new Refusal("files_not_kept", { field: `questions[${index}].kind` })
}

export const createAppointmentType = operation({
  ...common,
  name: "create_appointment_type",
  events: ["appointment_type.created"],
  refusals: ["too_many_records", "files_not_kept"],
  summary: "Create an appointment type",
  description: "Its length is `duration_minutes`, or `blocks` for a job of several days.",
  body: appointmentTypeInput,
  status: 201,
  async run(context, call, input) {
    refuseFileQuestions(context, input)
    const wanted = changedType({ ...plainType, name: input.name }, input)
    if (wanted instanceof Refusal) throw wanted
    return write(context, call, "create_appointment_type", async (tx) => {
      await refuseTooMany(tx, call.companyId, "appointment_type")
      await refuseUnknownLocations(tx, call.companyId, namedIn("location_ids", input.location_ids ?? []))
      const numbered = await store.withOptionIds(tx, wanted)
      const type = await store.insertAppointmentType(tx, call.companyId, numbered, call.now)
      const data = { appointment_type: typeInEvent(type) }
      await recordType(tx, { ...call, at: type.updated_at }, "appointment_type.created", data)
      return {
        result: showAppointmentType(type, context.bookUrl),
        targetId: type.id,
        fields: Object.keys(input),
      }
    })
  },
})

export const listAppointmentTypes = listOperation({
  ...common,
  name: "list_appointment_types",
  summary: "List appointment types",
  query: z.strictObject({ ...page, ...orderField, active: flagText.optional(), ...syncFilters }),
  run: (context, call, { active = null, ...asked }) =>
    pageById(
      asked,
      (span) =>
        store.listAppointmentTypes(context.db, call.companyId, {
          ...span,
          active,
          ...filterOf(asked),
        }),
      (type) => showAppointmentType(type, context.bookUrl),
    ),
})

export const readAppointmentType = operation({
  ...common,
  name: "read_appointment_type",
  summary: "Read an appointment type",
  params: byId,
  async run(context, call, { id }) {
    const type = await store.findAppointmentType(context.db, call.companyId, id)
    return showAppointmentType(found(type, notFound("appointment type")), context.bookUrl)
  },
})

export const updateAppointmentType = operation({
  ...common,
  name: "update_appointment_type",
  events: ["appointment_type.changed"],
  result: changedTypeView,
  refusals: ["files_not_kept", "in_use"],
  summary: "Change an appointment type",
  description:
    "Fields sent are changed. `kind: by_request` switches `public_booking` off. `active: false` stops new bookings and keeps the old. " +
    "Appointments and sessions to come keep the window, people, rooms, steps and seats they were booked with, which `kept` says " +
    "after a change of these; a class stays one, and no type becomes one, while any are to come (409 `in_use`).",
  params: byId,
  body: appointmentTypePatch,
  async run(context, call, { id, if_version: ifVersion, ...patch }) {
    const { companyId } = call
    const show = (type: StoredType) => showAppointmentType(type, context.bookUrl)
    refuseFileQuestions(context, patch)
    return write(context, call, "update_appointment_type", async (tx) => {
      const type = await store.lockAppointmentType(tx, call.companyId, id)
      const present = found(type, notFound("appointment type"))
      refuseOtherVersion(present, ifVersion)
      // Locations that the type has already may be archived by now; they need not be known any more.
      const kept = new Set(present.location_ids)
      const named = namedIn("location_ids", patch.location_ids ?? [])
      const added = named.filter((location) => !kept.has(location.id))
      await refuseUnknownLocations(tx, call.companyId, added)
      const wanted = changedType(present, patch)
      if (wanted instanceof Refusal) throw wanted
      const stays = changesKept(present, wanted) ? await keptUnder(tx, call, present, wanted) : null
      const numbered = await store.withOptionIds(tx, wanted)
      const fields = differingFields(show(present), show(numbered))
      if (fields.length === 0) return { result: show(present), targetId: id, fields, isUnchanged: true }
      const version = await nextVersion(tx, "appointment_type", { companyId, id, ifVersion })
      const updated_at = await store.updateAppointmentType(tx, companyId, numbered, call.now)
      const data = { appointment_type: typeInEvent(numbered), changed: fields }
      await recordType(tx, { ...call, at: updated_at }, "appointment_type.changed", data)
      const shown = show({ ...numbered, version, updated_at })
      const result = { ...shown, ...(stays ? { kept: stays } : {}) }
      return { result, targetId: id, fields: Object.keys(patch) }
    })
  },
})

/** Checks that upcoming appointments can keep their type. Throws `in_use` where they can't. */
async function keptUnder(
  tx: Tx,
  { companyId, now }: Call,
  present: AppointmentType,
  wanted: Pick<AppointmentType, "seats">,
) {
  const { id } = present
  const [usage, sessions] = await Promise.all([
    usageOf(tx, companyId, "appointment_type", id, now),
    countSessionsToCome(tx, companyId, "appointment_type", id, now),
  ])
  const toCome = { appointments: usage.futureAppointments, sessions }
  const refusal = whySeatsStay(present, wanted, toCome)
  if (refusal) throw refusal
  return keptOf(toCome)
}

export const archiveAppointmentType = operation({
  ...common,
  name: "archive_appointment_type",
  events: ["appointment_type.archived"],
  refusals: ["in_use"],
  summary: "Archive an appointment type",
  description: "409 `in_use` while it has future appointments or open requests.",
  params: byId,
  async run(context, call, { id }) {
    return write(context, call, "archive_appointment_type", async (tx) => {
      const lock = store.lockAppointmentType
      await lockUnused(tx, call, { noun: "appointment_type", id, lock })
      const archived = await store.archiveAppointmentType(tx, call.companyId, id, call.now)
      const data = { appointment_type: typeInEvent(archived) }
      await recordType(tx, { ...call, at: archived.updated_at }, "appointment_type.archived", data)
      return { result: showAppointmentType(archived, context.bookUrl), targetId: id, fields: ["archived_at"] }
    })
  },
})
