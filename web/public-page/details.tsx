import { useLanguage } from "../shared/language.ts"
import { ZoneLine } from "../shared/times/zone-line.tsx"
import { blocksOf, type Step, usesTypedAddress } from "./state.ts"
import type { StepProps } from "./use-public-page.ts"
import { useOwnWords } from "./words.ts"

/** What was chosen so far, with a button to change each choice. */
export function Details({ state, commands }: StepProps) {
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
      <p class="length changeable">
        <span>{wish.place ? `${length}\u00a0· ${words.place[wish.place]}` : length}</span>{" "}
        {isChangeable(step) && (view.types.length > 1 || wish.request) && (
          <Change commands={commands} to="what" what={wish.name} />
        )}
      </p>
      {wish.description && <p class="description">{wish.description}</p>}
      <Chosen state={state} commands={commands} />
      {(zone || step === "choose") && (
        <ZoneLine
          times={state}
          present={null}
          onPick={(picked) => commands.dispatch({ type: "pickZone", zone: picked })}
        />
      )}
    </section>
  )
}

const stepsAfterTheTime: readonly Step[] = ["phone", "code"]

const isChangeable = (step: Step) => step !== "booked" && step !== "closed"

/** The address and the time, as far as they are chosen. */
function Chosen({ state, commands }: StepProps) {
  const { formats } = useLanguage()
  const { choice, draft, step } = state
  const showsAddress = isChangeable(step) && step !== "where" && usesTypedAddress(state)
  const time =
    choice && stepsAfterTheTime.includes(step)
      ? formats.dayAndTime(choice, state.zone ?? choice.timezone).join(", ")
      : null
  if (!showsAddress && !time) return null
  return (
    <ul class="chosen">
      {showsAddress && (
        <li class="changeable">
          <span>
            {draft.line1}, {draft.postalCode}
          </span>{" "}
          <Change commands={commands} to="where" what={draft.line1} />
        </li>
      )}
      {time && (
        <li class="changeable">
          <strong>{time}</strong> <Change commands={commands} to="choose" what={time} />
        </li>
      )}
    </ul>
  )
}

interface ChangeProps extends Pick<StepProps, "commands"> {
  to: "what" | "where" | "choose"
  what: string
}

function Change({ commands, to, what }: ChangeProps) {
  const own = useOwnWords()
  return (
    <button
      type="button"
      class="quiet"
      aria-label={`${own.change}: ${what}`}
      onClick={() => commands.dispatch({ type: "goTo", step: to })}
    >
      {own.change}
    </button>
  )
}
