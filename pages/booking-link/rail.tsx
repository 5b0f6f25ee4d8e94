import { Chosen, Facts, Pick, Seats } from "../shared/appointment.tsx"
import { useLanguage } from "../shared/language.ts"
import { Narrowing } from "../shared/times/narrowing.tsx"
import { ZoneLine } from "../shared/times/zone-line.tsx"
import type { StepProps } from "./commands.ts"
import { useOwnWords } from "./words.ts"

/** Beside the step: what is booked and what may be chosen, then the chosen time. */
export function Rail({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const own = useOwnWords()
  const { choice, step, moving, view } = state
  const { appointmentType: type, customer, choices, appointment } = view
  if ((step === "questions" || step === "confirm") && choice) {
    return (
      <Chosen
        title={type.name}
        choice={choice}
        zone={state.zone ?? choice.timezone}
        place={type.place}
        locations={choices.locations}
        onChange={() => commands.dispatch({ type: "chooseAgain" })}
        seats={
          !moving && (
            <Seats
              choice={choice}
              seats={state.seats}
              onSeats={(seats) => commands.dispatch({ type: "chooseSeats", seats })}
            />
          )
        }
      />
    )
  }
  const [only, ...others] = choices.locations
  return (
    <aside class="rail" aria-labelledby="what">
      <div>
        <p class="hello">{words.hello({ firstName: customer.firstName })}</p>
        <h1 id="what">{type.name}</h1>
        <p class="note">
          {type.durationLabel ?? formats.duration(type.blockMinutes)}&nbsp;· {words.place[type.place]}
        </p>
      </div>
      {type.description && <p class="about">{type.description}</p>}
      {moving && appointment && (
        <div class="ticket old">
          <Pick
            title={own.presentTime}
            blocks={appointment.blocks}
            zone={state.zone ?? appointment.timezone}
          />
          <button type="button" class="button" onClick={() => commands.dispatch({ type: "keepAppointment" })}>
            {own.keepPresent}
          </button>
        </div>
      )}
      {!moving && <Narrowing times={state} {...choices} dispatch={commands.dispatch} />}
      {!moving && only && others.length === 0 && (
        <div class="about">
          <Facts place={type.place} location={only} />
        </div>
      )}
      {(type.place !== "remote" || state.zone) && (
        <ZoneLine
          times={state}
          present={appointment}
          onPick={(zone) => commands.dispatch({ type: "pickZone", zone })}
        />
      )}
    </aside>
  )
}
