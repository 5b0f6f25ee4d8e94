import { useLanguage } from "../shared/language.ts"
import { spokenTime } from "../shared/spoken-time.ts"
import { ZoneLine } from "../shared/times/zone-line.tsx"
import { blocksOf, type Step, usesTypedAddress } from "./state.ts"
import type { StepProps } from "./steps/step-props.ts"
import { useOwnWords } from "./words.ts"

/** What was chosen so far, and the way to change it. */
export function Details({ state, deeds }: StepProps) {
  const { formats, words } = useLanguage()
  const own = useOwnWords()
  const { wish, view, step, zone } = state
  if (!wish || step === "what") {
    return (
      <section class="details" aria-labelledby="what">
        <h1 id="what">{own.bookWith(view.company.name)}</h1>
      </section>
    )
  }
  const length = wish.durationLabel ?? formats.duration(blocksOf(state))
  return (
    <section class="details" aria-labelledby="what">
      <p class="hello">{own.bookWith(view.company.name)}</p>
      <h1 id="what">{wish.name}</h1>
      <p class="length">{wish.place ? `${length} · ${words.place[wish.place]}` : length}</p>
      {wish.description && <p class="description">{wish.description}</p>}
      <Chosen state={state} deeds={deeds} />
      {(zone || step === "choose") && (
        <ZoneLine
          times={state}
          present={null}
          onPick={(picked) => deeds.dispatch({ type: "pickZone", zone: picked })}
        />
      )}
    </section>
  )
}

const stepsAfterTheTime: readonly Step[] = ["phone", "code"]

function Chosen({ state, deeds }: StepProps) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  const { choice, draft, step, view, wish } = state
  const change = (to: "what" | "where" | "choose", what: string) => (
    <button
      type="button"
      class="quiet"
      aria-label={`${own.change}: ${what}`}
      onClick={() => deeds.dispatch({ type: "goTo", step: to })}
    >
      {own.change}
    </button>
  )
  const time =
    choice && stepsAfterTheTime.includes(step)
      ? spokenTime(formats, choice, state.zone ?? choice.timezone).join(" · ")
      : null
  const isChangeable = step !== "booked" && step !== "closed"
  return (
    <ul class="chosen">
      {isChangeable && (view.types.length > 1 || wish?.request) && (
        <li>{change("what", wish?.name ?? "")}</li>
      )}
      {isChangeable && step !== "where" && usesTypedAddress(state) && (
        <li>
          {draft.line1}, {draft.postalCode} {change("where", draft.line1)}
        </li>
      )}
      {time && (
        <li>
          <strong>{time}</strong> {change("choose", time)}
        </li>
      )}
    </ul>
  )
}
