import type { FunctionComponent } from "preact"
import { titleOf } from "../shared/formats.ts"
import { type Language, loadLanguage, speak, useLanguage } from "../shared/language.ts"
import { Page, useSwitchableLanguage } from "../shared/page.tsx"
import { isDayAlone } from "../shared/times/time-picker.tsx"
import { ZoneLine } from "../shared/times/zone-line.tsx"
import type { BookingLinkClient } from "./client.ts"
import type { State, Step } from "./state.ts"
import { Appointment } from "./steps/appointment.tsx"
import { Call } from "./steps/call.tsx"
import { Cancel } from "./steps/cancel.tsx"
import { Choose } from "./steps/choose.tsx"
import { Confirm } from "./steps/confirm.tsx"
import { type StepProps, useBookingLink } from "./use-booking-link.ts"

const steps: Record<Step, FunctionComponent<StepProps>> = {
  choose: Choose,
  confirm: Confirm,
  appointment: Appointment,
  cancel: Cancel,
  call: Call,
  closed: Call,
  ended: Call,
}

interface AppProps {
  first: State
  client: BookingLinkClient
  firstLanguage: Language
}

/** The booking link's page. */
export function App({ first, client, firstLanguage }: AppProps) {
  const [state, commands] = useBookingLink(first, client)
  const { notice, moving, step, view } = state
  const title = titleOf(view.appointmentType.name, view.company.name)
  const [language, onSwitch] = useSwitchableLanguage(firstLanguage, loadLanguage, () => title)
  speak(language)
  const hasStepBefore =
    step === "confirm" || step === "cancel" || moving || (step === "choose" && isDayAlone(state))

  const Shown = steps[step]
  return (
    <Page
      company={view.company}
      step={step}
      focusKey={`${step} ${moving}`}
      notice={notice}
      hasStepBefore={hasStepBefore}
      onBack={() => commands.dispatch({ type: "stepBack" })}
      onSwitch={onSwitch}
      details={step !== "ended" && <Details state={state} commands={commands} />}
      hasFoot={step !== "ended"}
    >
      <Shown state={state} commands={commands} />
    </Page>
  )
}

/** Greets the customer and says what is booked. */
function Details({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const { appointmentType: type, customer } = state.view
  return (
    <section class="details" aria-labelledby="what">
      <p class="hello">{words.hello(customer.firstName)}</p>
      <h1 id="what">{type.name}</h1>
      <p class="length">
        {type.durationLabel ?? formats.duration(type.blockMinutes)}&nbsp;· {words.place[type.place]}
      </p>
      {type.description && <p class="description">{type.description}</p>}
      {(type.place !== "remote" || state.zone) && (
        <ZoneLine
          times={state}
          present={state.view.appointment}
          onPick={(zone) => commands.dispatch({ type: "pickZone", zone })}
        />
      )}
    </section>
  )
}
