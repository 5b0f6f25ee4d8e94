/** Appointments that were booked together, as their caller hears of them: which change with one, and which changed. */
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { spokenName } from "../written-by-people.ts"
import { type ShownAppointment, sayEach, sayWhat } from "./appointments.ts"
import { sayDayOf, sayList, sayTime } from "./say.ts"

/** `9:00 AM` where it is on the day and at the place that the caller has heard already, else as it is said alone. */
export function sayBeside(
  { start_time, timezone, say, location }: WithLocation,
  heard: Omit<WithLocation, "say"> | undefined,
): string {
  if (heard === undefined || heard.location.id !== location.id || heard.timezone !== timezone) return say
  const [own, other] = [start_time, heard.start_time].map((time) => localOf(time, timezone))
  return own!.day === other!.day ? sayTime(own!.minuteOfDay) : say
}

type WithLocation = Pick<ShownAppointment, "start_time" | "timezone" | "say" | "location">

const localOf = (time: string, zone: string) => minuteToLocal(zone, minuteOf(Date.parse(time)))

/** `Check-up on Thursday, March 21 at 8:00 AM, together with Cleaning at 8:30 AM`. The earliest comes first. */
export function sayTogether(
  all: readonly ShownAppointment[],
  name: (shown: ShownAppointment) => string = sayWhat,
): string {
  const [first, ...others] = all as readonly [ShownAppointment, ...ShownAppointment[]]
  const said = `${name(first)} on ${first.say}`
  if (others.length === 0) return said
  return `${said}, together with ${sayList(others.map((one) => besides(one, first, name)))}`
}

const besides = (
  one: ShownAppointment,
  heard: ShownAppointment,
  name: (shown: ShownAppointment) => string = sayWhat,
): string => {
  const when = sayBeside(one, heard)
  return `${name(one)} ${when === one.say ? "on" : "at"} ${when}`
}

/** Says what became of all that one call changed, the earliest first. */
export function sayAllOutcome(outcome: "moved" | "cancelled", all: readonly ShownAppointment[]): string {
  const [first, ...others] = all as readonly [ShownAppointment, ...ShownAppointment[]]
  if (outcome === "cancelled") {
    const each = [...sayEach([first]), ...others.map((one) => besides(one, first))]
    return `${sayList(each, "and", "; ")} ${others.length > 0 ? "are" : "is"} cancelled.`
  }
  const moved = others.map((one) => `${sayWhat(one)} to ${sayBeside(one, first)}`)
  const head = `${sayWhat(first)} is moved to ${first.say}`
  return `${sayList([head, ...moved], "and", "; ")}.`
}

const counted = ["", "one", "two", "three", "four", "five"]

/** Asks which of them are meant, before anything changes. `named` is the one that the caller spoke of. */
export function askWhich(named: ShownAppointment, all: readonly ShownAppointment[]): string {
  const count = counted[all.length] ?? String(all.length)
  const days = new Set(all.map(({ start_time, timezone }) => localOf(start_time, timezone).day))
  const day = days.size > 1 ? "" : ` on ${sayDayOf(named.start_time, named.timezone)}`
  const isAlike = all.some(
    (one) => one.id !== named.id && one.appointment_type.name === named.appointment_type.name,
  )
  const { minuteOfDay } = localOf(named.start_time, named.timezone)
  const only = `${named.appointment_type.name}${isAlike ? ` at ${sayTime(minuteOfDay)}` : ""}`
  const together = all.length === 2 ? "both" : `all ${count}`
  return `That is one of ${count}${day}: only ${only}, or ${together}?`
}

/** The places of the others when the named one starts at `start_time`: each keeps its distance. */
export function sayOthersAt(
  start_time: string,
  named: { start_at: Date },
  others: readonly { type_name: string; start_at: Date; timezone: string }[],
): string {
  const shift = Date.parse(start_time) - named.start_at.getTime()
  const each = others.map(({ type_name, start_at, timezone }) => {
    const time = new Date(start_at.getTime() + shift).toISOString()
    const [own, other] = [localOf(time, timezone), localOf(start_time, timezone)]
    const day = own.day === other.day ? "" : ` on ${sayDayOf(time, timezone)}`
    return `${spokenName(type_name)}${day} at ${sayTime(own.minuteOfDay)}`
  })
  return `With ${sayList(each)}.`
}
