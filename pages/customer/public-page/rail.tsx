import { Facts } from "../../shared/facts.tsx"
import { useLanguage } from "../../shared/language.ts"
import { Narrowing } from "../../shared/times/narrowing.tsx"
import { ZoneLine } from "../../shared/times/zone-line.tsx"
import type { StepProps } from "./commands.ts"
import { ChosenTime, hasFaces, People } from "./later.ts"
import { blocksOf, usesTypedAddress } from "./state.ts"
import { TypedAddress } from "./typed-address.tsx"

/** Beside the step: what is booked and what may be chosen, then the chosen time. */
export function Rail({ state, commands }: StepProps) {
  const { formats, words } = useLanguage()
  const { wish, choice, step, durationOptionId } = state
  if (!wish) return null
  const { dispatch } = commands
  if (choice && step !== "choose") return <ChosenTime state={state} commands={commands} />
  const length = formats.labelled(wish.durationLabel, blocksOf(state))
  const [only, ...others] = wish.locations
  const isChoosing = step === "choose"
  return (
    <aside class="rail" aria-labelledby="what">
      <div class="topic">
        <div>
          {isChoosing ? <h1 id="what">{wish.name}</h1> : <h2 id="what">{wish.name}</h2>}
          <p class="note">
            {[length, wish.priceText, words.place[wish.place]].filter(Boolean).join("\u00a0· ")}
          </p>
        </div>
        {(state.view.types.length > 1 || wish.request) && (
          <button
            type="button"
            class="quiet"
            aria-label={`${words.change}: ${wish.name}`}
            onClick={() => dispatch({ type: "goTo", step: "what" })}
          >
            {words.change}
          </button>
        )}
      </div>
      {wish.description && <p class="about">{wish.description}</p>}
      {isChoosing && (
        <Narrowing
          times={state}
          locations={wish.locations}
          providers={state.verifiedVisit?.assignedProvider ? [] : wish.providers}
          faces={hasFaces(wish.providers) && People}
          lengths={wish.durationOptions}
          lengthId={durationOptionId}
          onLength={(id) => dispatch({ type: "pickDuration", durationOptionId: id })}
          dispatch={dispatch}
        />
      )}
      {isChoosing && usesTypedAddress(state) && (
        <Facts place={wish.place} location={null}>
          <TypedAddress state={state} commands={commands} />
        </Facts>
      )}
      {only && others.length === 0 && (
        <div class="about">
          <Facts place={wish.place} location={only} />
        </div>
      )}
      {isChoosing && (
        <ZoneLine times={state} present={null} onPick={(zone) => dispatch({ type: "pickZone", zone })} />
      )}
    </aside>
  )
}
