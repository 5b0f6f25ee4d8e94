/** Appointments as their caller hears of them: what each one is, when it is, and what became of it. */
import type { ShownAppointment } from "./appointments.ts"
import { sayBlocks, sayLength, sayList, type Wording } from "./say.ts"
import { type Language, wordsIn } from "./speech.ts"

/** The sentence about an appointment that the office has yet to confirm. */
export function sayPending({ answer_by, proposals = [], timezone }: Pending, wording: Wording): string {
  const words = wordsIn(wording.language).appointments
  const sayTime = (start_time: string) => sayBlocks([{ start_time }], timezone, wording)
  const until = answer_by === undefined ? null : sayTime(answer_by)
  if (proposals.length === 0) return until === null ? words.pending : words.pendingBy({ until })
  const said = proposals.map(({ start_time }) => sayTime(start_time))
  const times = sayList(wording.language, said, "or", "; ")
  const count = proposals.length
  return until === null ? words.proposed({ times, count }) : words.proposedBy({ times, count, until })
}

interface Pending {
  answer_by?: string | undefined
  proposals?: readonly { start_time: string }[] | undefined
  timezone: string
}

/** `Yoga, 3 seats`, `Massage of an hour`: what of it another booking of the same type may have otherwise. */
export function sayWhat(
  language: Language,
  { appointment_type: { name }, duration_option: option, seats }: What,
): string {
  const words = wordsIn(language).appointments
  if (option) return words.ofLength({ name, length: sayLength(language, option.minutes) })
  return seats !== undefined && seats > 1 ? words.seats({ name, count: seats }) : name
}

export type What = Pick<ShownAppointment, "appointment_type" | "duration_option" | "seats">

/** `Boiler service with Ana Ruiz`, or the service alone while another may come. */
export function sayWithWhom(language: Language, appointment: ForWhom): string {
  const what = sayWhat(language, appointment)
  const person = appointment.provider?.name
  return person === undefined ? what : wordsIn(language).appointments.with({ what, person })
}

type ForWhom = What & Pick<ShownAppointment, "provider">

/** Each as `Boiler service on Tuesday, March 2 at 2:00 PM`. Of two that would sound alike, the person is named too. */
export function sayEach(language: Language, appointments: readonly (ForWhom & { say: string })[]): string[] {
  const { on } = wordsIn(language).appointments
  const brief = appointments.map((one) => on({ what: sayWhat(language, one), when: one.say }))
  return appointments.map((one, i) =>
    brief.indexOf(brief[i]!) === brief.lastIndexOf(brief[i]!)
      ? brief[i]!
      : on({ what: sayWithWhom(language, one), when: one.say }),
  )
}

export type Outcome = "booked" | "booked_again" | "moved" | "cancelled" | "withdrawn"

const sentenceOf = {
  booked: "booked",
  booked_again: "bookedAgain",
  moved: "moved",
  cancelled: "cancelled",
  withdrawn: "withdrawn",
} as const

/** An appointment's outcome, as its caller hears it. */
export function sayOutcome(
  language: Language,
  outcome: Outcome,
  shown: What & Pick<ShownAppointment, "say" | "not_booked_yet">,
): string {
  const words = wordsIn(language).appointments
  const { say: when, not_booked_yet: pending } = shown
  const what = sayWhat(language, shown)
  if (pending !== undefined && outcome !== "cancelled") return words.asked({ what, when, pending })
  return words[sentenceOf[outcome]]({ what, when })
}
