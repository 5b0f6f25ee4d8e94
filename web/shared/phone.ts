/** A number as people write it: North American ones grouped, others as they are. */
export function shownPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3")
}

/** The address that dials it. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, "")}`
}
