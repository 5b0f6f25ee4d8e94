import { StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { addressFields } from "../draft-fields.ts"
import { canSend, Form, TextField } from "../form.tsx"
import { NoticeBox } from "../notice-box.tsx"
import { useOwnWords } from "../words.ts"

/** Asks for the address that the times depend on. */
export function Where({ state, commands }: StepProps) {
  const own = useOwnWords()
  const given = { state, commands }
  const onSend = () => {
    if (canSend(given, addressFields)) commands.dispatch({ type: "giveAddress" })
  }
  return (
    <StepFrame heading={own.whereToCome} lead={own.addressUse}>
      <NoticeBox {...given} />
      <Form invalid={state.invalid} onSend={onSend}>
        <Country {...given} />
        <TextField {...given} field="line1" autoComplete="address-line1" />
        <TextField {...given} field="line2" autoComplete="address-line2" />
        <TextField {...given} field="city" autoComplete="address-level2" />
        <div class="pair">
          <TextField {...given} field="state" autoComplete="address-level1" />
          <TextField {...given} field="postalCode" autoComplete="postal-code" />
        </div>
        <button type="submit" class="button primary">
          {own.showTimes}
        </button>
      </Form>
    </StepFrame>
  )
}

function Country({ state, commands }: StepProps) {
  const own = useOwnWords()
  return (
    <div class="typed">
      <label for="country">{own.country}</label>
      <select
        id="country"
        autoComplete="country"
        value={state.draft.country}
        onChange={(event) => {
          const country = event.currentTarget.value === "CA" ? "CA" : "US"
          commands.dispatch({ type: "typed", values: { country } })
        }}
      >
        <option value="US">{own.countries.US}</option>
        <option value="CA">{own.countries.CA}</option>
      </select>
    </div>
  )
}
