/** The series of the appointment: the others that are to come, and which of them a change is of. */
import type { ChangeScope } from "../../../domain/contracts/booking-link.ts"
import { startInWords, useLanguage } from "../../shared/language.ts"
import type { StepProps } from "./commands.ts"
import type { State } from "./state.ts"
import { useOwnWords } from "./words.ts"

/** All appointments of the series that are to come; nothing for one in none. */
export function SeriesList({ state: { view, zone } }: { state: State }) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  if (!view.series) return null
  const { appointments } = view.series
  return (
    <details>
      <summary>{own.ofSeries({ count: appointments.length })}</summary>
      <ol class="stack">
        {appointments.map((one) => (
          <li key={one.id} aria-current={one.id === view.appointment?.id ? "true" : undefined}>
            {own.onDay(startInWords(formats.dayAndTime(one, zone ?? one.timezone)))}
          </li>
        ))}
      </ol>
    </details>
  )
}

const scopes: readonly ChangeScope[] = ["one", "following", "all"]

/** Asks which appointments of the series are moved or cancelled; nothing for one in none. */
export function ScopeChoice({ state, commands }: StepProps) {
  const own = useOwnWords()
  if (!state.view.series) return null
  return (
    <fieldset>
      <legend class="legend">{own.whichOnes}</legend>
      <div class="places">
        {scopes.map((scope) => (
          <label key={scope}>
            <input
              type="radio"
              name="scope"
              checked={state.scope === scope}
              onChange={() => commands.dispatch({ type: "chooseScope", scope })}
            />
            <span>{own.scopes[scope]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
