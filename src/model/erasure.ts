/** What stays of personal data in records that must stay. */

/** Stands where a name stood. */
export const erasedName = "Erased"

/** Names under which stored data may carry something personal. */
const personal = new Set([
  "address",
  "latitude",
  "longitude",
  "email",
  "phone",
  "notes",
  "cancel_reason",
  "reason",
  "external_ref",
  "duration_label",
  "first_name",
  "last_name",
])

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The same event data with nothing of the customer in it. Names of providers, places and types stay. */
export function withoutPersonalData(data: Json): Json {
  return scrubbed(data, false)
}

function scrubbed(value: Json, isCustomer: boolean): Json {
  if (Array.isArray(value)) return value.map((entry) => scrubbed(entry, isCustomer))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, kept(key, inner, isCustomer)]))
}

function kept(key: string, value: Json, ofCustomer: boolean): Json {
  if (personal.has(key)) return null
  if (key === "name" && ofCustomer) return erasedName
  return scrubbed(value, key === "customer")
}
