import type { FunctionComponent } from "preact"
import type { WaitingView } from "../../../domain/contracts/waiting.ts"
import { titleOf } from "../../shared/formats.ts"
import { lazy } from "../../shared/lazy.tsx"
import { Opening } from "../opening.tsx"
import type { WaitingLinkClient } from "./client.ts"
import { type Step, stepOf } from "./state.ts"
import { Booked } from "./steps/booked.tsx"
import { Entry, Leave, Over } from "./steps/entry.tsx"
import { Held } from "./steps/held.tsx"
import { Line, Offer } from "./steps/offer.tsx"
import { type StepProps, useWaitingLink } from "./use-waiting-link.ts"
import { type WaitingLinkLanguage, waitingLinkWords } from "./words.ts"

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
  const step = stepOf(state)
  return (
    <Opening
      words={waitingLinkWords}
      firstLanguage={firstLanguage}
      titleIn={({ own }) => titleOf(own.title, state.view.company.name)}
      state={state}
      commands={commands}
      Shown={steps[step]}
      layout="one"
      step={step}
      hasStepBefore={state.opened !== null}
    />
  )
}
