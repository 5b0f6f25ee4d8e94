/** Customers as rows of the palette. */
import type { Row } from "../api/client.ts"
import { appointmentFormats, shownPhone } from "../formats.ts"
import type { Words } from "../words/words.ts"
import type { Entry } from "./entry.ts"
import { plain, termsIn } from "./terms.ts"

export type Customer = Row<"listCustomers">
export interface NextVisit {
  start_time: string
  timezone: string
}

/** True where the typed words stand in the known ones; the search also finds names that are one letter off. */
export function isCertain(typed: string, customer: Customer): boolean {
  const { name, email, external_ref, address, phone } = customer
  const known = plain(
    [name, email, external_ref, address?.line1, address?.postal_code, address?.city].join(" "),
  )
  const digits = typed.replace(/\D/g, "")
  return (
    (digits.length > 2 &&
      digits.length === typed.replace(/[\s()+.-]/g, "").length &&
      (phone ?? "").includes(digits)) ||
    termsIn(typed).every((term) => known.replace(/[\s-]/g, "").includes(term.replaceAll("-", "")))
  )
}

export function customerEntry(
  customer: Customer,
  { palette: words }: Words,
  typed: string,
  next: NextVisit | undefined,
): Entry {
  const { id, name, phone, address } = customer
  const street = address && [address.line1, address.postal_code].filter(Boolean).join(", ")
  const about = [
    phone && shownPhone(phone),
    street,
    !isCertain(typed, customer) && words.oneLetter,
    next && words.next({ moment: appointmentFormats(next.timezone).moment(next.start_time) }),
  ]
  const call = { name: words.call, key: "c", run: () => location.assign(`tel:${phone}`) }
  return {
    id: `customer ${id}`,
    title: name,
    about: about.filter(Boolean).join(" · "),
    icon: null,
    deeds: [
      { name: words.open, to: `/customers/${id}` },
      { name: words.book, key: "n", to: `/customers/${id}?book=new` },
      ...(phone ? [call] : []),
    ],
  }
}
