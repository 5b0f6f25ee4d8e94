/** The inputs that earlier answers suggest for a tool, so that no id is copied by hand. */
import type { Inputs, Turn } from "./played.ts"

export interface Suggestion {
  value: string
  label: string
}

type Row = Record<string, unknown>

/** The lists in answers, by the input that their rows' ids are for. */
const lists: Readonly<Record<string, string>> = {
  appointment_types: "appointment_type_id",
  appointments: "appointment_id",
  locations: "location_id",
  providers: "provider_id",
}

const dataOf = ({ answer }: Turn): Row => ((answer as { data?: Row }).data ?? {}) as Row
const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : [])

/** Values for one input, the newest answers first. */
export function suggestionsFor(input: string, turns: readonly Turn[]): Suggestion[] {
  const found = turns.toReversed().flatMap((turn) => {
    const data = dataOf(turn)
    const listed = Object.entries(lists)
      .filter(([, of]) => of === input)
      .flatMap(([list]) => rowsOf(data[list]))
      .flatMap(({ id, name, say }) => (id === undefined ? [] : [{ value: id, label: name ?? say }]))
    const offered = rowsOf(data.recommended)
      .filter((slot) => slot[input] !== undefined)
      .map((slot) => ({ value: slot[input], label: labelOf(input, slot) }))
    const own = input === "verification_id" && data[input] ? [{ value: data[input], label: "" }] : []
    return [...listed, ...offered, ...own]
  })
  const byValue = new Map(found.map(({ value, label }) => [String(value), String(label ?? "")] as const))
  return [...byValue].map(([value, label]) => ({ value, label }))
}

const labelOf = (input: string, slot: Row): unknown =>
  input === "provider_id" ? slot.provider_name : input === "location_id" ? slot.location_name : slot.say

export interface Offer {
  tool: string
  inputs: Inputs
  say: string
}

/** The times that a search recommended, each as the call that takes it. */
export function offersIn(turn: Turn): Offer[] {
  const { appointment_id, appointment_type_id, scheduling_request_id, duration_option_id } = turn.inputs
  return rowsOf(dataOf(turn).recommended).map((slot) => {
    const { start_time, provider_id, location_id } = slot
    const moved = { appointment_id, start_time }
    const booked = {
      appointment_type_id,
      provider_id,
      location_id,
      start_time,
      scheduling_request_id,
      duration_option_id,
    }
    const [tool, inputs] =
      appointment_id === undefined ? ["book_appointment", booked] : ["reschedule_appointment", moved]
    const given = Object.entries(inputs as Row).filter(([, value]) => value !== undefined)
    return { tool: tool as string, inputs: Object.fromEntries(given) as Inputs, say: String(slot.say) }
  })
}
