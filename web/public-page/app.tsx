import type { FunctionComponent } from "preact"
import { speak } from "../shared/language.ts"
import { Page, useSwitchableLanguage } from "../shared/page.tsx"
import { isDayAlone } from "../shared/times/time-picker.tsx"
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
import { What } from "./steps/what.tsx"
import { Where } from "./steps/where.tsx"
import { type StepProps, usePublicPage } from "./use-public-page.ts"
import { loadPublicPageLanguage, type PublicPageLanguage, speakOwn } from "./words.ts"

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

/** The company's public page. */
export function App({ first, client, firstLanguage }: AppProps) {
  const [state, commands] = usePublicPage(first, client)
  const { step, notice, view } = state
  const [language, onSwitch] = useSwitchableLanguage(firstLanguage, loadPublicPageLanguage, ({ own }) =>
    own.bookWith(view.company.name),
  )
  speak(language.shared)
  speakOwn(language.own)
  const closesDay = step === "choose" && isDayAlone(state)

  const Shown = steps[step]
  return (
    <Page
      company={view.company}
      step={step}
      notice={notice}
      hasStepBefore={closesDay || hasStepBefore(state)}
      onBack={() => commands.dispatch({ type: closesDay ? "closeDay" : "stepBack" })}
      onSwitch={onSwitch}
      details={<Details state={state} commands={commands} />}
    >
      <Shown state={state} commands={commands} />
    </Page>
  )
}
