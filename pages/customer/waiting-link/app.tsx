import type { FunctionComponent } from "preact"
import type { WaitingView } from "../../../domain/contracts/waiting.ts"
import { titleOf } from "../../shared/formats.ts"
import { lazy } from "../../shared/lazy.tsx"
import { Page, useSwitchableLanguage } from "../../shared/page.tsx"
import type { WaitingLinkClient } from "./client.ts"
import { type Step, stepOf } from "./state.ts"
import { Booked } from "./steps/booked.tsx"
import { Entry, Leave, Over } from "./steps/entry.tsx"
import { Held } from "./steps/held.tsx"
import { Line, Offer } from "./steps/offer.tsx"
import { type StepProps, useWaitingLink } from "./use-waiting-link.ts"
import { loadWaitingLinkLanguage, speakWaitingLink, type WaitingLinkLanguage } from "./words.ts"

const steps: Record<Step, FunctionComponent<StepProps>> = {
  entry: Entry,
  change: lazy<StepProps>(async () => (await import("./steps/change.tsx")).Change),
  leave: Leave,
  offer: Offer,
  line: Line,
  held: Held,
  booked: Booked,
  over: Over,
}

interface AppProps {
  first: WaitingView
  client: WaitingLinkClient
  firstLanguage: WaitingLinkLanguage
}

/** The page of a waiting entry. */
export function App({ first, client, firstLanguage }: AppProps) {
  const [state, commands] = useWaitingLink(first, client)
  const { company } = state.view
  const [language, onSwitch] = useSwitchableLanguage(firstLanguage, loadWaitingLinkLanguage, ({ own }) =>
    titleOf(own.title, company.name),
  )
  speakWaitingLink(language)
  const step = stepOf(state)
  const Shown = steps[step]
  return (
    <Page
      company={company}
      layout="one"
      step={step}
      notice={state.notice}
      hasStepBefore={state.opened !== null}
      onBack={() => commands.open(null)}
      onForward={() => undefined}
      onSwitch={onSwitch}
    >
      <Shown state={state} commands={commands} />
    </Page>
  )
}
