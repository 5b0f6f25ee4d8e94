/** Appointments that were booked together, as their caller hears of them: which change with one, and which changed. */
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { spokenName } from "../written-by-people.ts"
import type { ShownAppointment } from "./appointments.ts"
import { sayDayOf, sayList, sayNumber, sayTime } from "./say.ts"
import { sayEach, sayWhat } from "./say-appointments.ts"
import { type Language, wordsIn } from "./speech.ts"

/** `9:00 AM` where it is on the day and at the place that the caller has heard already, else as it is said alone. */
export function sayBeside(
  language: Language,
  { start_time, timezone, say, location }: WithLocation,
  heard: Omit<WithLocation, "say"> | undefined,
): string {
  if (heard === undefined || heard.location.id !== location.id || heard.timezone !== timezone) return say
  const [own, other] = [start_time, heard.start_time].map((time) => localOf(time, timezone))
  return own!.day === other!.day ? sayTime(language, own!.minuteOfDay) : say
}

type WithLocation = Pick<ShownAppointment, "start_time" | "timezone" | "say" | "location">

const localOf = (time: string, zone: string) => minuteToLocal(zone, minuteOf(Date.parse(time)))

type Naming = (language: Language, shown: ShownAppointment) => string

/** `Check-up on Thursday, March 21 at 8:00 AM, together with Cleaning at 8:30 AM`. The earliest comes first. */
export function sayTogether(
  language: Language,
  all: readonly ShownAppointment[],
  name: Naming = sayWhat,
): string {
  const { appointments, together } = wordsIn(language)
  const [earliest, ...others] = all as readonly [ShownAppointment, ...ShownAppointment[]]
  const first = appointments.on({ what: name(language, earliest), when: earliest.say })
  if (others.length === 0) return first
  const beside = others.map((one) => besides(language, one, earliest, name))
  return together.with({ first, others: sayList(language, beside) })
}

function besides(
  language: Language,
  one: ShownAppointment,
  heard: ShownAppointment,
  name: Naming = sayWhat,
): string {
  const { appointments, together } = wordsIn(language)
  const time = sayBeside(language, one, heard)
  const what = name(language, one)
  return time === one.say ? appointments.on({ what, when: time }) : together.at({ what, time })
}

/** Says what became of all that one call changed, the earliest first. */
export function sayAllOutcome(
  language: Language,
  outcome: "moved" | "cancelled",
  all: readonly ShownAppointment[],
): string {
  const { together } = wordsIn(language)
  const [first, ...others] = all as readonly [ShownAppointment, ...ShownAppointment[]]
  if (outcome === "cancelled") {
    const each = [...sayEach(language, [first]), ...others.map((one) => besides(language, one, first))]
    return together.cancelled({ count: all.length, list: sayList(language, each, "and", "; ") })
  }
  const moved = others.map((one) =>
    together.movedNext({ what: sayWhat(language, one), when: sayBeside(language, one, first) }),
  )
  const head = together.movedFirst({ what: sayWhat(language, first), when: first.say })
  return `${sayList(language, [head, ...moved], "and", "; ")}.`
}

/** Asks which of them are meant, before anything changes. `named` is the one that the caller spoke of. */
export function askWhich(
  language: Language,
  named: ShownAppointment,
  all: readonly ShownAppointment[],
): string {
  const { together } = wordsIn(language)
  const days = new Set(all.map(({ start_time, timezone }) => localOf(start_time, timezone).day))
  const isAlike = all.some(
    (one) => one.id !== named.id && one.appointment_type.name === named.appointment_type.name,
  )
  const what = named.appointment_type.name
  const time = sayTime(language, localOf(named.start_time, named.timezone).minuteOfDay)
  const only = isAlike ? together.at({ what, time }) : what
  const counted = sayNumber(language, all.length)
  const isOneDay = days.size === 1
  const day = sayDayOf(language, named.start_time, named.timezone)
  if (all.length === 2) return isOneDay ? together.bothOn({ only, day }) : together.both({ only })
  return isOneDay ? together.allOn({ only, day, counted }) : together.all({ only, counted })
}

/** The places of the others when the named one starts at `start_time`: each keeps its distance. */
export function sayOthersAt(
  language: Language,
  start_time: string,
  named: { start_at: Date },
  others: readonly { type_name: string; start_at: Date; timezone: string }[],
): string {
  const { together, when } = wordsIn(language)
  const shift = Date.parse(start_time) - named.start_at.getTime()
  const each = others.map(({ type_name, start_at, timezone }) => {
    const at = new Date(start_at.getTime() + shift).toISOString()
    const [own, other] = [localOf(at, timezone), localOf(start_time, timezone)]
    const what = spokenName(type_name)
    const time = sayTime(language, own.minuteOfDay)
    if (own.day === other.day) return together.at({ what, time })
    const day = sayDayOf(language, at, timezone)
    return wordsIn(language).appointments.on({ what, when: when.at({ day, time }) })
  })
  return together.others({ list: sayList(language, each) })
}
