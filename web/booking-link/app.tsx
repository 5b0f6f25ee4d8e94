import type { FunctionComponent } from "preact"
import { useRef, useState } from "preact/hooks"
import { useBackButton } from "../shared/back-button.ts"
import type { Locale } from "../shared/contract.ts"
import { type Language, language, speak } from "../shared/language.ts"
import { Masthead } from "../shared/masthead.tsx"
import { loadMessages } from "../shared/messages/load.ts"
import { PhoneLink } from "../shared/phone-link.tsx"
import { useStepFocus } from "../shared/step-focus.ts"
import { titleOf } from "../shared/title.ts"
import type { BookingLinkClient } from "./client.ts"
import { Details } from "./details.tsx"
import type { State, Step } from "./state.ts"
import { Appointment } from "./steps/appointment.tsx"
import { Call } from "./steps/call.tsx"
import { Cancel } from "./steps/cancel.tsx"
import { Choose } from "./steps/choose.tsx"
import { Confirm } from "./steps/confirm.tsx"
import type { StepProps } from "./steps/step-props.ts"
import { useBookingLink } from "./use-booking-link.ts"

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
  const [spoken, setSpoken] = useState(firstLanguage)
  speak(spoken)
  const work = useRef<HTMLDivElement>(null)
  const { notice, moving, step, view } = state
  const dayAlone = state.dayOpen && !matchMedia("(min-width:48rem)").matches
  useBackButton(step === "confirm" || step === "cancel" || moving || (step === "choose" && dayAlone), () =>
    commands.dispatch({ type: "stepBack" }),
  )
  useStepFocus(work, `${step} ${moving}`, notice)

  const onSwitch = async (locale: Locale) => {
    const words = await loadMessages(locale).catch(() => null)
    if (!words) return
    const next = language(locale, words)
    document.documentElement.lang = locale
    document.title = titleOf(view.appointmentType.name, view.company.name)
    setSpoken(next)
  }

  const Shown = steps[step]
  return (
    <>
      <Masthead company={view.company} onSwitch={onSwitch} />
      <main class={`sheet at-${step}`}>
        {step !== "ended" && <Details state={state} commands={commands} />}
        <div class="work" ref={work}>
          <Shown state={state} commands={commands} />
        </div>
      </main>
      {view.company.phone && step !== "ended" && (
        <footer class="foot">
          {spoken.words.questions} <PhoneLink phone={view.company.phone} />
        </footer>
      )}
    </>
  )
}
