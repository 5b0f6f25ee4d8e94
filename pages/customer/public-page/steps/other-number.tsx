import type { StepProps } from "../commands.ts"
import { useOwnWords } from "../words.ts"

/** Goes back to the question for a number. */
export function OtherNumber({ commands }: Pick<StepProps, "commands">) {
  const own = useOwnWords()
  return (
    <button type="button" class="quiet" onClick={() => commands.dispatch({ type: "goTo", step: "phone" })}>
      {own.otherNumber}
    </button>
  )
}
