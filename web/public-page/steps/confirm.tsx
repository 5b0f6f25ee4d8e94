import { Blocks } from "../../shared/blocks.tsx"
import { useLanguage } from "../../shared/language.ts"
import { spokenTime } from "../../shared/spoken-time.ts"
import { StepFrame } from "../../shared/step-frame.tsx"
import { nameFields } from "../draft.ts"
import { Form } from "../form.tsx"
import { NoticeBox } from "../notice-box.tsx"
import { RequestList } from "../request-list.tsx"
import { TextField } from "../text-field.tsx"
import { TextUpdates } from "../text-updates.tsx"
import { useOwnWords } from "../words.ts"
import type { StepProps } from "./step-props.ts"

/** Repeats the choice in words, and asks whoever is new for a name; one button makes it so. */
export function Confirm({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const own = useOwnWords()
  const { choice, pending, verifiedVisit, notice, wish } = state
  if (!choice || !verifiedVisit) return null
  const given = { state, commands }
  const isNew = verifiedVisit.customer === null
  const zone = state.zone ?? choice.timezone
  const wishInWords = words.book(...spokenTime(formats, choice, zone))
  const others = verifiedVisit.requests.filter(({ typeId }) => typeId !== wish?.typeId)
  const onSend = () => {
    if (!pending && (!isNew || commands.check(nameFields))) commands.book()
  }

  return (
    <StepFrame heading={isNew ? own.almostDone : words.confirmTime} underway={pending ? words.booking : null}>
      <section class="present" aria-label={words.when}>
        <Blocks blocks={choice.blocks} zone={zone} />
        <p class="note">{formats.zone(zone, choice.startTime)}</p>
        <p>
          {words.who} {choice.providerName}
          {wish?.place === "at_location" && ` · ${choice.locationName}`}
        </p>
        {wish?.needsAddress && verifiedVisit.hasAddress && <p>{own.onFile}</p>}
      </section>
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
            {pending ? words.booking : notice?.code === "timeout" ? words.checkAgain : wishInWords}
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
          <RequestList {...given} requests={others} />
        </fieldset>
      )}
    </StepFrame>
  )
}
