import { StepFrame } from "../../shared/step.tsx"
import type { StepProps } from "../use-public-page.ts"
import { useOwnWords } from "../words.ts"

/** Says the same whether the number has appointments: only the text names them. */
export function LinksTexted({ commands }: StepProps) {
  const own = useOwnWords()
  return (
    <StepFrame heading={own.linksTexted} lead={own.linksTextedAbout} done>
      <p class="note">{own.linksPrivate}</p>
      <button type="button" class="button" onClick={() => commands.dispatch({ type: "goTo", step: "what" })}>
        {own.backToBooking}
      </button>
    </StepFrame>
  )
}
