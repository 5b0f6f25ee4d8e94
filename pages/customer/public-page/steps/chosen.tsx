/** Beside the steps after the choice: the chosen time. */
import { Chosen, Seats } from "../../../shared/appointment.tsx"
import type { StepProps } from "../commands.ts"
import { HoldBox } from "../hold-box.tsx"
import { TypedAddress } from "../typed-address.tsx"

export function ChosenTime({ state, commands }: StepProps) {
  const { wish, choice, zone, draft } = state
  if (!wish || !choice) return null
  const { dispatch } = commands
  return (
    <Chosen
      title={wish.name}
      choice={choice}
      zone={zone ?? choice.timezone}
      place={wish.place}
      locations={wish.locations}
      isProviderChosen={state.providerId !== null}
      onChange={() => dispatch({ type: "goTo", step: "choose" })}
      hold={<HoldBox state={state} commands={commands} />}
      seats={
        <Seats
          choice={choice}
          seats={draft.seats}
          onSeats={(seats) => dispatch({ type: "typed", values: { seats } })}
        />
      }
    >
      <TypedAddress state={state} commands={commands} />
    </Chosen>
  )
}
