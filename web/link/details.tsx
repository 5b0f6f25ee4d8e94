import type { Locale } from "../shared/contract.ts"
import { useLanguage } from "../shared/language.ts"
import { LanguageSwitch } from "../shared/language-switch.tsx"
import type { State } from "./state.ts"
import type { Deeds } from "./use-link.ts"
import { ZoneLine } from "./zone-line.tsx"

/** The company, as its own page would open. */
export function Masthead({ state, onSwitch }: { state: State; onSwitch(locale: Locale): void }) {
  const { name, logoUrl } = state.view.company
  return (
    <header class="masthead">
      {logoUrl && <img src={logoUrl} alt="" height="40" />}
      <span class="company">{name}</span>
      <LanguageSwitch onSwitch={onSwitch} />
    </header>
  )
}

/** Who is greeted, and what is booked. */
export function Details({ state, deeds }: { state: State; deeds: Deeds }) {
  const { words, formats } = useLanguage()
  const { appointmentType: type, customer } = state.view
  return (
    <section class="details" aria-labelledby="what">
      <p class="hello">{words.hello(customer.firstName)}</p>
      <h1 id="what">{type.name}</h1>
      <p class="length">
        {type.durationLabel ?? formats.duration(type.blockMinutes)} · {words.place[type.place]}
      </p>
      {type.description && <p class="description">{type.description}</p>}
      <ZoneLine state={state} onPick={(zone) => deeds.dispatch({ type: "pickZone", zone })} />
    </section>
  )
}
