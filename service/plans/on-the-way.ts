/** The provider sets out: the visit stays where it is planned, and the customer gets one message. */
import { z } from "zod"
import {
  type Appointment,
  appointmentView,
  arrivedInput,
  onTheWayInput,
} from "../../domain/model/appointment.ts"
import { otherVersion } from "../../domain/model/errors.ts"
import { byId, idText } from "../../domain/model/fields.ts"
import { pressedAt } from "../../domain/rules/booking/pressed-at.ts"
import { isStillNews, tellsArrival } from "../../domain/rules/planning/freezing.ts"
import { whyNotSettingOut } from "../../domain/rules/planning/pinning.ts"
import { minuteOf, msPerHour, msPerMinute } from "../../domain/time/units.ts"
import { announcePlan } from "../messages/announce.ts"
import { nextEventTime } from "../outbox/append-event.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { operation, staff } from "../platform/operation.ts"
import { recordVisit } from "../taking/tell-visit.ts"
import { changePlanned } from "./change-planned.ts"

const notSettingOut = [
  "appointment_not_scheduled",
  "appointment_not_today",
  "not_at_customer",
  "version_conflict",
] as const

/** Later, the news is no news. */
const goodMs = 2 * msPerHour

export const setOnTheWay = operation({
  name: "set_on_the_way",
  seat: "appointment",
  summary: "Say that the provider is on the way",
  description:
    "Of an appointment at the customer's, on its own date. The customer is told by text and mail, with the expected arrival; sent " +
    "again with an arrival at least 15 minutes later, once more; one that is sent late (`at`) only while it is still news. From then on no plan " +
    "moves it. `version` stays as it is. Of a visit whose provider has arrived nothing changes.",
  noun: "Appointments",
  roles: staff,
  refusals: notSettingOut,
  events: ["appointment.on_the_way"],
  params: byId,
  body: onTheWayInput,
  result: appointmentView,
  secret: true,
  async run(context, call, { id, minutes, at, if_version, silent_channels: silent }) {
    const { now } = call
    const pressed = pressedAt(at, now)
    const withLink = await linksAreSetUp(context, call)
    return changePlanned(context, call, {
      operationName: "set_on_the_way",
      id,
      fields: ["on_the_way", ...(minutes === undefined ? [] : ["minutes"])],
      change(appointment): Appointment {
        const refusal = otherVersion(appointment, if_version) ?? whyNotSettingOut(appointment, pressed)
        if (refusal) throw refusal
        const { on_the_way_at: since, arrived_at } = appointment
        if (arrived_at !== null || (since !== null && minutes === undefined)) return appointment
        const expected_at = expectedAt(appointment, minutes, pressed)
        return { ...withEvent(appointment, now), on_the_way_at: since ?? new Date(pressed), expected_at }
      },
      async tell(tx, changed, before) {
        await recordVisit(tx, call, "appointment.on_the_way", changed)
        const [was, is] = [before, changed].map(
          ({ expected_at }) => expected_at && minuteOf(expected_at.getTime()),
        )
        if (!tellsArrival(was!, before.on_the_way_at !== null, is!) || !isStillNews(pressed, is!, now)) return
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

/** An event is on its way: the appointment says when its last one was. */
const withEvent = (appointment: Appointment, now: number): Appointment => ({
  ...appointment,
  last_event_at: nextEventTime(now, appointment.last_event_at),
})

export const setArrived = operation({
  name: "set_arrived",
  seat: "appointment",
  summary: "Say that the provider has arrived",
  description:
    "Of an appointment at the customer's, on its own date. The customer's page no longer says that somebody is on the way. `version` stays " +
    "as it is. One that has arrived stays as it is.",
  noun: "Appointments",
  roles: staff,
  refusals: notSettingOut,
  events: ["appointment.arrived"],
  params: byId,
  body: arrivedInput,
  result: appointmentView,
  secret: true,
  async run(context, call, { id, at, if_version }) {
    const { now } = call
    const pressed = pressedAt(at, now)
    const withLink = await linksAreSetUp(context, call)
    return changePlanned(context, call, {
      operationName: "set_arrived",
      id,
      fields: ["arrived_at"],
      change(appointment): Appointment {
        const refusal = otherVersion(appointment, if_version) ?? whyNotSettingOut(appointment, pressed)
        if (refusal) throw refusal
        if (appointment.arrived_at !== null) return appointment
        const arrived_at = new Date(pressed)
        // A provider who has arrived was on the way.
        const on_the_way_at = appointment.on_the_way_at ?? arrived_at
        return { ...withEvent(appointment, now), on_the_way_at, arrived_at }
      },
      tell: (tx, changed) => recordVisit(tx, call, "appointment.arrived", changed),
      show: (appointment) => showAppointment(context, appointment, withLink),
    })
  },
})

export const takeBackOnTheWay = operation({
  name: "take_back_on_the_way",
  seat: "appointment",
  summary: "Say that the provider is not on the way after all",
  description:
    "Nor arrived. What the customer was told has gone: nothing is told of this. The plan may move the visit again, unless its day is fixed.",
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
          : { ...appointment, on_the_way_at: null, expected_at: null, arrived_at: null },
      show: (appointment) => showAppointment(context, appointment, withLink),
    })
  },
})
