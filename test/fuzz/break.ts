/** Takes an input that is right and breaks it in one place. */
import fc, { type Arbitrary } from "fast-check"
import { nastyValue } from "./nasty.ts"

type Step = string | number

interface Break {
  kind: "replace" | "remove" | "add"
  /** The index of the spot, counted through all spots of the value. */
  nth: number
  nasty: unknown
}

export function broken(whole: Arbitrary<unknown>): Arbitrary<unknown> {
  const where: Arbitrary<Break> = fc.record({
    kind: fc.constantFrom("replace", "replace", "replace", "remove", "add"),
    nth: fc.nat(10_000),
    nasty: nastyValue,
  })
  return fc.tuple(whole, where).map(([value, how]) => brokenAt(value, how))
}

function brokenAt(value: unknown, { kind, nth, nasty }: Break): unknown {
  const places = placesOf(value)
  const place = places[nth % places.length]!
  if (kind === "add") return withPlace(value, [...place, "no_such_field"], nasty)
  return withPlace(value, place, kind === "remove" ? undefined : nasty)
}

/** Every place in the value, the whole of it included. */
function placesOf(value: unknown): Step[][] {
  if (typeof value !== "object" || value === null) return [[]]
  const inner = Object.entries(value).flatMap(([key, part]) => placesOf(part).map((place) => [key, ...place]))
  return [[], ...inner]
}

/** A copy with the place replaced; what JSON can't hold, as undefined in an object, is left out when it is sent. */
function withPlace(value: unknown, [step, ...rest]: readonly Step[], replacement: unknown): unknown {
  if (step === undefined) return replacement
  if (Array.isArray(value)) {
    return value.map((part, index) => (index === Number(step) ? withPlace(part, rest, replacement) : part))
  }
  const whole = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
  return { ...whole, [step]: withPlace(whole[step], rest, replacement) }
}
