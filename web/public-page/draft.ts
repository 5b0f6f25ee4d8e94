import type { AddressInput } from "./contract.ts"
import { phoneNumberOf } from "./phone-number.ts"

/** All that the visitor types. It is kept through every step, and nowhere but in the page's memory. */
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
}

export type Field = Exclude<keyof Draft, "textUpdates">

/** The fields that cannot be sent as they are. */
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
}

const postalCode = { US: /^\d{5}(-?\d{4})?$/, CA: /^[a-z]\d[a-z] ?\d[a-z]\d$/i }

const right: Record<Field, (text: string, draft: Draft) => boolean> = {
  line1: Boolean,
  line2: () => true,
  city: Boolean,
  state: Boolean,
  postalCode: (text, { country }) => postalCode[country].test(text),
  country: () => true,
  phone: (text) => phoneNumberOf(text) !== null,
  code: (text) => text.length === 6,
  firstName: Boolean,
  lastName: Boolean,
  email: (text) => text === "" || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
}

/** Which of the fields need another look, in their order; an empty object when none does. */
export function invalidFields(draft: Draft, fields: readonly Field[]): Invalid {
  const wrong = fields.filter((field) => !right[field](draft[field].trim(), draft))
  return Object.fromEntries(wrong.map((field) => [field, true]))
}

export const addressFields = ["line1", "line2", "city", "state", "postalCode", "country"] as const

export const nameFields = ["firstName", "lastName", "email"] as const

/** The address as it is sent. */
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
