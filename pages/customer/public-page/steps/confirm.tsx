import { startInWords, useLanguage } from "../../../shared/language.ts"
import { StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { nameFields } from "../draft-fields.ts"
import { canSend, Form, TextField } from "../form.tsx"
import { NoticeBox } from "../notice-box.tsx"
import { useOwnWords } from "../words.ts"
import { RequestList } from "./requests.tsx"

/** Asks a new customer for a name. One button repeats the choice in words and books. */
export function Confirm({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const own = useOwnWords()
  const { choice, pending, verifiedVisit, notice, wish } = state
  if (!choice || !verifiedVisit) return null
  const given = { state, commands }
  const isNew = verifiedVisit.customer === null
  const isAsked = wish?.isAsked
  const label = (isAsked ? words.ask : words.book)(
    startInWords(formats.shortDayAndTime(choice, state.zone ?? choice.timezone)),
  )
  const underway = isAsked ? words.asking : words.booking
  const others = verifiedVisit.requests.filter(({ typeId }) => typeId !== wish?.typeId)
  const onSend = () => {
    if (!pending && (!isNew || canSend(given, nameFields))) commands.book()
  }

  return (
    <StepFrame
      heading={isNew ? own.almostDone : words.confirmTime}
      lead={wish?.needsAddress && verifiedVisit.hasAddress && own.onFile}
      underway={pending ? underway : null}
    >
      <NoticeBox {...given} />
      <Form invalid={state.invalid} onSend={onSend}>
        {isNew && (
          <>
            <div class="pair">
              <TextField {...given} field="firstName" isFirst autoComplete="given-name" readOnly={pending} />
              <TextField {...given} field="lastName" autoComplete="family-name" readOnly={pending} />
            </div>
            <TextField {...given} field="email" inputMode="email" autoComplete="email" readOnly={pending} />
          </>
        )}
        {!verifiedVisit.textUpdates && <TextUpdates {...given} />}
        {isAsked && <p class="note">{words.askMeaning}</p>}
        {isAsked && isNew && !state.draft.textUpdates && state.draft.email.trim() === "" && (
          <p class="note">{own.stands.none}</p>
        )}
        <button type="submit" class="button primary" aria-disabled={pending}>
          {pending ? underway : notice?.code === "timeout" ? words.checkAgain : label}
        </button>
      </Form>
      {others.length > 0 && (
        <fieldset>
          <legend class="legend">{own.yourRequests}</legend>
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
        {own.consent({ company: state.view.company.name })}
      </p>
    </div>
  )
}
