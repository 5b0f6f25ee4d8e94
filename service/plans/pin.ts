/** Fixes where a visit is planned, or lets the plan move it again. Its promise stays as it is, so no message goes out. */
import { type Appointment, appointmentView, pinInput } from "../../domain/model/appointment.ts"
import { otherVersion } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { whyNotPinnable } from "../../domain/rules/planning/pinning.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import { changePlanned } from "./change-planned.ts"

const common = {
  noun: "Appointments",
  roles: staff,
  params: byId,
  body: pinInput,
  result: appointmentView,
  secret: true,
} as const

export const pinAppointment = operation({
  ...common,
  name: "pin_appointment",
  summary: "Fix the planned start and provider of a visit",
  description:
    "Of an appointment that was promised a window: no booking and no new plan moves it until it is unpinned, or moved by " +
    "`reschedule`. `version` stays as it is, and the customer is told nothing.",
  refusals: ["appointment_not_scheduled", "not_planned", "version_conflict"],
  run: (context, call, input) => setPinned(context, call, input, true),
})

export const unpinAppointment = operation({
  ...common,
  name: "unpin_appointment",
  summary: "Let the plan move a visit again",
  description:
    "Within the window that was promised. Once its day is fixed it stays where it is all the same.",
  refusals: ["appointment_not_scheduled", "not_planned", "version_conflict"],
  run: (context, call, input) => setPinned(context, call, input, false),
})

async function setPinned(
  context: AppContext,
  call: Call,
  { id, if_version }: { id: number; if_version?: number | undefined },
  pinned: boolean,
) {
  const withLink = await linksAreSetUp(context, call)
  return changePlanned(context, call, {
    operationName: pinned ? "pin_appointment" : "unpin_appointment",
    id,
    fields: ["pinned"],
    change(appointment): Appointment {
      const refusal = otherVersion(appointment, if_version) ?? whyNotPinnable(appointment)
      if (refusal) throw refusal
      return appointment.pinned === pinned ? appointment : { ...appointment, pinned }
    },
    show: (appointment) => showAppointment(context, appointment, withLink),
  })
}
