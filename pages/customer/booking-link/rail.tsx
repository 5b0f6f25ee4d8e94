import { Facts } from "../../shared/facts.tsx"
import { useLanguage } from "../../shared/language.ts"
import { Narrowing } from "../../shared/times/narrowing.tsx"
import { ZoneLine } from "../../shared/times/zone-line.tsx"
import type { StepProps } from "./commands.ts"
import { ChosenTime, PresentTime } from "./later.ts"

/** Beside the step: what is booked and what may be chosen, then the chosen time. */
export function Rail({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const { choice, step, moving, view } = state
  const { appointmentType: type, customer, choices, appointment } = view
  if ((step === "questions" || step === "confirm") && choice)
    return <ChosenTime state={state} commands={commands} />
  const [only, ...others] = choices.locations
  return (
    <aside class="rail" aria-labelledby="what">
      <div>
        <p class="hello">{words.hello({ firstName: customer.firstName })}</p>
        <h1 id="what">{type.name}</h1>
        <p class="note">
          {[formats.labelled(type.durationLabel, type.blockMinutes), type.priceText, words.place[type.place]]
            .filter(Boolean)
            .join("\u00a0· ")}
        </p>
      </div>
      {type.description && <p class="about">{type.description}</p>}
      {moving && appointment && <PresentTime state={state} commands={commands} />}
      {!moving && <Narrowing times={state} {...choices} dispatch={commands.dispatch} />}
      {!moving && only && others.length === 0 && (
        <div class="about">
          <Facts place={type.place} location={only} />
        </div>
      )}
      {(type.place !== "remote" || state.zone) && (
        <ZoneLine
          times={state}
          present={appointment}
          onPick={(zone) => commands.dispatch({ type: "pickZone", zone })}
        />
      )}
    </aside>
  )
}
