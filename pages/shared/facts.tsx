import type { ComponentChildren } from "preact"
import type { LocationView, TypeView } from "../../domain/contracts/customer-pages.ts"
import { useLanguage } from "./language.ts"

interface FactsProps {
  place: TypeView["place"] | null
  location: Pick<LocationView, "name" | "address"> | null
  providerName?: string
  /** The booked seats of a class. */
  seats?: number | undefined
  /** More about where, such as the address that the visitor typed, or the way there. */
  children?: ComponentChildren
}

/** The location and the provider. A visit at the customer's or a remote one names no location. */
export function Facts({ place, location, providerName, seats = 1, children }: FactsProps) {
  const { words } = useLanguage()
  const where = location?.name ?? (place && words.place[place])
  return (
    <dl class="facts">
      {where && (
        <div>
          <dt>{words.where}</dt>
          <dd>
            <span>{where}</span>
            {location?.address && <span class="note">{location.address}</span>}
            {children}
          </dd>
        </div>
      )}
      {providerName && (
        <div>
          <dt>{words.who}</dt>
          <dd>{providerName}</dd>
        </div>
      )}
      {seats > 1 && (
        <div>
          <dt>{words.seats}</dt>
          <dd>{seats}</dd>
        </div>
      )}
    </dl>
  )
}
