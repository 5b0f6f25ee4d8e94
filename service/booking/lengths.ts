/** How long an appointment can be made where it stands: what hours and neighbours leave of it. */
import type { z } from "zod"
import { lengthsView } from "../../domain/model/appointment.ts"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import {
  blockMinutesOf,
  judgeMove,
  lengthStepMinutes,
  lengthsOf,
  serviceAddressOfMove,
  whyLengthFixed,
} from "../../domain/rules/booking/judge-move.ts"
import { whyLeaving, whyUnchangeable } from "../../domain/rules/booking/may-change.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import { found, operation, staff } from "../platform/operation.ts"
import { judgeWithLegs, withKnownDrivingTimes } from "../slots/driving-times.ts"
import { questionAround } from "../taking/wanted-time.ts"

export const readLengths = operation({
  name: "read_appointment_lengths",
  summary: "Read how long an appointment can be made",
  description:
    "Where it stands, with its provider, as reschedule would judge `duration_minutes`; calendars are asked only then.",
  noun: "Appointments",
  roles: staff,
  refusals: ["appointment_not_scheduled", "appointment_started", "length_fixed"],
  params: byId,
  result: lengthsView,
  async run(context, call, { id }): Promise<z.input<typeof lengthsView>> {
    const appointment = found(await findAppointment(context.db, call.companyId, id), notFound("appointment"))
    const refusal = whyLeaving(appointment) ?? whyUnchangeable(appointment, 0, call.actor, call.now)
    if (refusal) throw refusal
    const fixed = whyLengthFixed(appointment)
    if (fixed) throw fixed
    const startMinute = appointment.start_at.getTime() / msPerMinute
    const wanted = {
      customerId: appointment.customer_id,
      typeId: appointment.appointment_type_id,
      providerId: appointment.provider_id,
      locationId: appointment.location_id,
      startMinute,
      requestId: appointment.scheduling_request_id,
      overrideEligibility: false,
      moved: appointment,
    }
    const loaded = await loadSchedules(context.db, questionAround(call, wanted, 1))
    const wish = {
      now: call.now,
      startMinute,
      providerId: null,
      locationId: null,
      endMs: null,
      overrideEligibility: false,
    }
    const lengths = await judgeWithLegs(context, async () => {
      const onTheRoad = withKnownDrivingTimes(context, loaded, serviceAddressOfMove(loaded, appointment))
      return lengthsOf(
        (durationMinutes) =>
          !(judgeMove(onTheRoad, appointment, { ...wish, durationMinutes }) instanceof Refusal),
      )
    })
    return {
      minutes: blockMinutesOf(appointment)[0]!,
      step_minutes: lengthStepMinutes,
      shortest_minutes: lengths?.shortest ?? null,
      longest_minutes: lengths?.longest ?? null,
    }
  },
})
