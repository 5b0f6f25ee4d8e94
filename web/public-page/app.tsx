import type { FunctionComponent } from "preact"
import { useRef, useState } from "preact/hooks"
import { useBackButton } from "../shared/back-button.ts"
import type { Locale } from "../shared/contract.ts"
import { speak } from "../shared/language.ts"
import { Masthead } from "../shared/masthead.tsx"
import { PhoneLink } from "../shared/phone-link.tsx"
import { useStepFocus } from "../shared/step-focus.ts"
import type { PublicPageClient } from "./client.ts"
import { Details } from "./details.tsx"
import { hasStepBefore } from "./reduce.ts"
import type { State, Step } from "./state.ts"
import { Booked } from "./steps/booked.tsx"
import { Call } from "./steps/call.tsx"
import { Choose } from "./steps/choose.tsx"
import { Code } from "./steps/code.tsx"
import { Confirm } from "./steps/confirm.tsx"
import { Phone } from "./steps/phone.tsx"
import { Requests } from "./steps/requests.tsx"
import type { StepProps } from "./steps/step-props.ts"
import { What } from "./steps/what.tsx"
import { Where } from "./steps/where.tsx"
import { usePublicPage } from "./use-public-page.ts"
import { loadLanguage, type PublicPageLanguage, speakOwn } from "./words.ts"

const steps: Record<Step, FunctionComponent<StepProps>> = {
  what: What,
  where: Where,
  choose: Choose,
  phone: Phone,
  code: Code,
  requests: Requests,
  confirm: Confirm,
  booked: Booked,
  call: Call,
  closed: Call,
}

interface AppProps {
  first: State
  client: PublicPageClient
  firstLanguage: PublicPageLanguage
}

/** The company's public booking page. */
export function App({ first, client, firstLanguage }: AppProps) {
  const [state, commands] = usePublicPage(first, client)
  const [spoken, setSpoken] = useState(firstLanguage)
  speak(spoken.shared)
  speakOwn(spoken.own)
  const work = useRef<HTMLDivElement>(null)
  const { step, notice, view } = state
  const { phone, name } = view.company
  const dayAlone = state.dayOpen && !matchMedia("(min-width:48rem)").matches
  const closesDay = step === "choose" && dayAlone
  useBackButton(closesDay || hasStepBefore(state), () =>
    commands.dispatch({ type: closesDay ? "closeDay" : "stepBack" }),
  )
  useStepFocus(work, step, notice)

  const onSwitch = async (locale: Locale) => {
    const next = await loadLanguage(locale).catch(() => null)
    if (!next) return
    document.documentElement.lang = locale
    document.title = next.own.bookWith(name)
    setSpoken(next)
  }

  const Shown = steps[step]
  return (
    <>
      <Masthead company={view.company} onSwitch={onSwitch} />
      <main class={`sheet at-${step}`}>
        <Details state={state} commands={commands} />
        <div class="work" ref={work}>
          <Shown state={state} commands={commands} />
        </div>
      </main>
      {phone && (
        <footer class="foot">
          {spoken.shared.words.questions} <PhoneLink phone={phone} />
        </footer>
      )}
    </>
  )
}
