import { Countdown, HoldIcon } from "../../shared/countdown.tsx"
import type { StepProps } from "./commands.ts"
import { useOwnWords } from "./words.ts"

/** Under the chosen time: that it is held, and for how long. */
export function HoldBox({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { held } = state
  if (held === null) return null
  if (held === "over") {
    return (
      <output class="hold is-over">
        <HoldIcon />
        <span>
          <b>{own.noLongerHeld}</b>
          <span>{own.stillFree}</span>
        </span>
      </output>
    )
  }
  return (
    <Countdown
      key={held}
      until={held}
      label={own.held}
      speak={(wait) => own.heldFor({ wait })}
      onEnd={commands.holdEnded}
    />
  )
}
