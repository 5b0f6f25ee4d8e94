import type { AddressInput } from "../../../domain/contracts/public-page.ts"

/** Everything that the visitor types. It is kept through every step, and through a reload; see `kept.ts`. */
export interface Draft {
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  country: "US" | "CA"
  phone: string
  code: string
  firstName: string
  lastName: string
  email: string
  textUpdates: boolean
  /** The seats of a class. */
  seats: number
}

export type Field = Exclude<keyof Draft, "textUpdates" | "seats">

/** The fields that have to be corrected before they can be sent. */
export type Invalid = Partial<Record<Field, true>>

export const emptyDraft: Draft = {
  line1: "",
  line2: "",
  city: "",
  state: "",
  postalCode: "",
  country: "US",
  phone: "",
  code: "",
  firstName: "",
  lastName: "",
  email: "",
  textUpdates: false,
  seats: 1,
}

/** The address in the shape that the service takes. */
export function addressOf(draft: Draft): AddressInput {
  const { line1, line2, city, state, postalCode: code, country } = draft
  return {
    line1: line1.trim(),
    line2: line2.trim() || null,
    city: city.trim(),
    state: state.trim(),
    postalCode: code.trim(),
    country,
  }
}
