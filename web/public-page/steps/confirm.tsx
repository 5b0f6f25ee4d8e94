import { ChosenTime } from "../../shared/appointment.tsx"
import { useLanguage } from "../../shared/language.ts"
import { StepFrame } from "../../shared/step.tsx"
import { nameFields } from "../draft.ts"
import { Form, TextField } from "../form.tsx"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "../use-public-page.ts"
import { useOwnWords } from "../words.ts"
import { RequestList } from "./requests.tsx"

/** Repeats the choice in words, and asks a new customer for a name. One button books. */
export function Confirm({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const own = useOwnWords()
  const { choice, pending, verifiedVisit, notice, wish } = state
  if (!choice || !verifiedVisit) return null
  const given = { state, commands }
  const isNew = verifiedVisit.customer === null
  const zone = state.zone ?? choice.timezone
  const label = words.book(...formats.dayAndTime(choice, zone))
  const others = verifiedVisit.requests.filter(({ typeId }) => typeId !== wish?.typeId)
  const onSend = () => {
    if (!pending && (!isNew || commands.check(nameFields))) commands.book()
  }

  return (
    <StepFrame heading={isNew ? own.almostDone : words.confirmTime} underway={pending ? words.booking : null}>
      <ChosenTime choice={choice} zone={zone} place={wish?.place ?? null} label={words.when}>
        {wish?.needsAddress && verifiedVisit.hasAddress && <p>{own.onFile}</p>}
      </ChosenTime>
      <NoticeBox {...given} />
      <Form invalid={state.invalid} onSend={onSend}>
        {isNew && (
          <>
            <TextField {...given} field="firstName" autoComplete="given-name" readOnly={pending} />
            <TextField {...given} field="lastName" autoComplete="family-name" readOnly={pending} />
            <TextField {...given} field="email" inputMode="email" autoComplete="email" readOnly={pending} />
          </>
        )}
        {!verifiedVisit.textUpdates && <TextUpdates {...given} />}
        <div class="actions">
          <button type="submit" class="button primary" aria-disabled={pending}>
            {pending ? words.booking : notice?.code === "timeout" ? words.checkAgain : label}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => commands.dispatch({ type: "goTo", step: "choose" })}
          >
            {words.anotherTime}
          </button>
        </div>
      </Form>
      {others.length > 0 && (
        <fieldset class="part apart">
          <legend>{own.yourRequests}</legend>
          <RequestList commands={commands} requests={others} />
        </fieldset>
      )}
    </StepFrame>
  )
}

/** The consent to texts. Nothing else on the page gives it. */
function TextUpdates({ state, commands }: StepProps) {
  const own = useOwnWords()
  return (
    <div class="tickable">
      <label>
        <input
          type="checkbox"
          checked={state.draft.textUpdates}
          aria-describedby="consent"
          onChange={({ currentTarget }) =>
            commands.dispatch({ type: "typed", values: { textUpdates: currentTarget.checked } })
          }
        />
        {own.textUpdates}
      </label>
      <p class="note" id="consent">
        {own.consent(state.view.company.name)}
      </p>
    </div>
  )
}
