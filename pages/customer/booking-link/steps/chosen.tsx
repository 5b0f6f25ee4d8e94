/** Beside the steps after the choice: the chosen time; and while an appointment is moved its present one. */
import { Chosen, Pick, Seats } from "../../../shared/appointment.tsx"
import type { StepProps } from "../commands.ts"
import { movedTogether } from "../moved-together.ts"
import { useOwnWords } from "../words.ts"

export function ChosenTime({ state, commands }: StepProps) {
  const { choice, moving, view, zone, seats, providerId } = state
  const { appointmentType: type, choices } = view
  if (!choice) return null
  return (
    <Chosen
      title={type.name}
      choice={moving && view.appointment ? movedTogether(choice, view.appointment) : choice}
      zone={zone ?? choice.timezone}
      place={type.place}
      locations={choices.locations}
      isProviderChosen={providerId !== null}
      onChange={() => commands.dispatch({ type: "chooseAgain" })}
      seats={
        !moving && (
          <Seats
            choice={choice}
            seats={seats}
            onSeats={(wanted) => commands.dispatch({ type: "chooseSeats", seats: wanted })}
          />
        )
      }
    />
  )
}

export function PresentTime({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { appointment } = state.view
  if (!appointment) return null
  return (
    <div class="ticket old">
      <Pick
        title={own.presentTime}
        blocks={appointment.blocks}
        kind={appointment.kind}
        zone={state.zone ?? appointment.timezone}
      />
      <button type="button" class="button" onClick={() => commands.dispatch({ type: "keepAppointment" })}>
        {own.keepPresent}
      </button>
    </div>
  )
}
