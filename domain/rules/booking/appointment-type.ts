/** Changes an appointment type, and refuses changes that are not allowed. */
import type { DurationOption } from "../../model/appointment.ts"
import type { AppointmentType, AppointmentTypePatch } from "../../model/appointment-type.ts"
import { invalid, Refusal } from "../../model/errors.ts"
import { changedMetadata } from "../../model/external-data.ts"
import { withPatch } from "../../model/fields.ts"
import { promiseOf } from "../../model/type-promise.ts"
import { areSame, judgeQuestions } from "./questions.ts"
import { judgeNeededSteps, judgeSteps, minutesOfSteps, plainNeeds } from "./type-needs.ts"

/** An option as it is saved: one without an id gets one from the store. */
export type OptionToSave = Omit<DurationOption, "id"> & { id: number | null }
export type TypeToSave<Type extends Omit<AppointmentType, "id" | "version">> = Omit<
  Type,
  "duration_options"
> & {
  duration_options: OptionToSave[]
}

/**
 * The type with the fields that were sent. A type that becomes `by_request` leaves the public page. A 400 for a by_request
 * type that is to be public, and for an option's id that the type does not have.
 */
export function changedType<Type extends Omit<AppointmentType, "id" | "version">>(
  present: Type,
  patch: AppointmentTypePatch,
): TypeToSave<Type> | Refusal {
  const { duration_minutes: minutes, blocks, duration_options: options, promise, metadata, ...plain } = patch
  const changed = { ...present, ...withPatch<Omit<AppointmentType, "id" | "version">>(present, plain) }
  if (changed.kind === "by_request") {
    if (patch.public_booking) return invalid("public_booking", "a by_request type can't be public")
    changed.public_booking = false
  }
  const wrong = judgeQuestions(changed.questions)
  if (wrong) return wrong
  const isAskedAnew = !areSame(changed.questions, present.questions)
  const optionsOfType = options ? optionsToSave(present, options) : present.duration_options
  if (optionsOfType instanceof Refusal) return optionsOfType
  const needed = plainNeeds(changed)
  const ofSteps = patch.steps?.length ? [minutesOfSteps(patch.steps)] : present.block_minutes
  const blockMinutes = blocks ?? (minutes === undefined ? ofSteps : [minutes])
  const wrongSteps = judgeSteps(needed.steps, blockMinutes) ?? judgeNeededSteps(needed)
  if (wrongSteps) return wrongSteps
  const promised = promiseOf(promise, present)
  const isPlannable = changed.place === "at_customer" && blockMinutes.length === 1 && needed.steps === null
  if (promised.window_minutes !== null && !isPlannable) {
    return invalid("promise", "a window needs a type at the customer's address, of one day, without steps")
  }
  const wrongClass = whyNoClass({ ...changed, ...needed, ...promised }, blockMinutes, optionsOfType)
  if (wrongClass) return wrongClass
  return {
    ...changed,
    ...needed,
    ...promised,
    metadata: changedMetadata(present.metadata, metadata),
    block_minutes: blockMinutes,
    duration_options: optionsOfType,
    questions_version: present.questions_version + Number(isAskedAnew),
    location_ids: changed.location_ids === null ? null : [...new Set(changed.location_ids)],
  }
}

/** Providers, rooms and times are those of its sessions, so that the type says nothing of them. */
function whyNoClass(
  type: Pick<AppointmentType, "seats" | "place" | "needs" | "steps" | "window_minutes" | "confirmation">,
  blockMinutes: readonly number[],
  options: readonly unknown[],
): Refusal | null {
  if (type.seats === null) return null
  const fits =
    type.place !== "at_customer" &&
    type.needs === null &&
    type.steps === null &&
    type.confirmation === "none" &&
    blockMinutes.length === 1 &&
    options.length === 0
  return fits
    ? null
    : invalid(
        "seats",
        "a class is at a location or remote, of one length on one day, without needs and steps, and confirmed at once",
      )
}

function optionsToSave(
  present: Omit<AppointmentType, "id" | "version">,
  options: NonNullable<AppointmentTypePatch["duration_options"]>,
): OptionToSave[] | Refusal {
  const unused = new Set(present.duration_options.map(({ id }) => id))
  const unknown = options.findIndex(({ id }) => id != null && !unused.delete(id))
  if (unknown >= 0) {
    return invalid(`duration_options[${unknown}].id`, "expected the id of one of this type's options, once")
  }
  return options.map(({ id = null, label, minutes }) => ({ id, label, minutes }))
}
