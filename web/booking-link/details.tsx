import { useLanguage } from "../shared/language.ts"
import { ZoneLine } from "../shared/times/zone-line.tsx"
import type { State } from "./state.ts"
import type { Commands } from "./use-booking-link.ts"

/** Who is greeted, and what is booked. */
export function Details({ state, commands }: { state: State; commands: Commands }) {
  const { words, formats } = useLanguage()
  const { appointmentType: type, customer } = state.view
  return (
    <section class="details" aria-labelledby="what">
      <p class="hello">{words.hello(customer.firstName)}</p>
      <h1 id="what">{type.name}</h1>
      <p class="length">
        {type.durationLabel ?? formats.duration(type.blockMinutes)}&nbsp;· {words.place[type.place]}
      </p>
      {type.description && <p class="description">{type.description}</p>}
      <ZoneLine
        times={state}
        present={state.view.appointment}
        onPick={(zone) => commands.dispatch({ type: "pickZone", zone })}
      />
    </section>
  )
}
