/** The provider sets out: the visit stays where it is planned, and the customer is told once. */
import { z } from "zod"
import { type Appointment, appointmentView, onTheWayInput } from "../../domain/model/appointment.ts"
import { otherVersion } from "../../domain/model/errors.ts"
import { byId, idText } from "../../domain/model/fields.ts"
import { tellsArrival } from "../../domain/rules/planning/freezing.ts"
import { whyNotSettingOut } from "../../domain/rules/planning/pinning.ts"
import { minuteOf, msPerHour, msPerMinute } from "../../domain/time/units.ts"
import { announcePlan } from "../messages/announce.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { operation, staff } from "../platform/operation.ts"
import { changePlanned } from "./change-planned.ts"

/** Later, the news is no news. */
const goodMs = 2 * msPerHour

export const setOnTheWay = operation({
  name: "set_on_the_way",
  seat: "appointment",
  summary: "Say that the provider is on the way",
  description:
    "Of an appointment at the customer's, on its own date. The customer is told by text and mail, with the expected arrival; sent " +
    "again with an arrival at least 15 minutes later, once more. From then on no plan moves it. `version` stays as it is.",
  noun: "Appointments",
  roles: staff,
  refusals: ["appointment_not_scheduled", "appointment_not_today", "not_at_customer", "version_conflict"],
  params: byId,
  body: onTheWayInput,
  result: appointmentView,
  secret: true,
  async run(context, call, { id, minutes, if_version, silent_channels: silent }) {
    const { now } = call
    const withLink = await linksAreSetUp(context, call)
    return changePlanned(context, call, {
      operationName: "set_on_the_way",
      id,
      fields: ["on_the_way", ...(minutes === undefined ? [] : ["minutes"])],
      change(appointment): Appointment {
        const refusal = otherVersion(appointment, if_version) ?? whyNotSettingOut(appointment, now)
        if (refusal) throw refusal
        if (appointment.on_the_way_at !== null && minutes === undefined) return appointment
        const expected_at = expectedAt(appointment, minutes, now)
        return { ...appointment, on_the_way_at: appointment.on_the_way_at ?? new Date(now), expected_at }
      },
      async tell(tx, changed, before) {
        const [was, is] = [before, changed].map(
          ({ expected_at }) => expected_at && minuteOf(expected_at.getTime()),
        )
        if (!tellsArrival(was!, before.on_the_way_at !== null, is!)) return
        const news = { question: "on_the_way" as const, once: `${changed.version}:${is ?? "now"}` }
        await announcePlan(tx, context, call, changed, { ...news, until: now + goodMs, silent })
      },
      show: (appointment) => showAppointment(context, appointment, withLink),
    })
  },
})

function expectedAt(
  { planned_start_at, start_at }: Appointment,
  minutes: number | undefined,
  now: number,
): Date | null {
  if (minutes !== undefined) return new Date((minuteOf(now) + minutes) * msPerMinute)
  const planned = planned_start_at ?? start_at
  return planned.getTime() > now ? planned : null
}

export const takeBackOnTheWay = operation({
  name: "take_back_on_the_way",
  seat: "appointment",
  summary: "Say that the provider is not on the way after all",
  description:
    "What the customer was told has gone: nothing is told of this. The plan may move the visit again, unless its day is fixed.",
  noun: "Appointments",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: appointmentView,
  secret: true,
  async run(context, call, { id }) {
    const withLink = await linksAreSetUp(context, call)
    return changePlanned(context, call, {
      operationName: "take_back_on_the_way",
      id,
      fields: ["on_the_way"],
      change: (appointment): Appointment =>
        appointment.on_the_way_at === null
          ? appointment
          : { ...appointment, on_the_way_at: null, expected_at: null },
      show: (appointment) => showAppointment(context, appointment, withLink),
    })
  },
})
