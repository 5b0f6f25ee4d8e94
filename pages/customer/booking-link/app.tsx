import type { FunctionComponent } from "preact"
import { titleOf } from "../../shared/formats.ts"
import type { Layout } from "../../shared/page.tsx"
import { Opening } from "../opening.tsx"
import type { BookingLinkClient } from "./client.ts"
import type { StepProps } from "./commands.ts"
import { Appointment, Call, Cancel, Coming, Confirm, prepareLater, Questions, Wait } from "./later.ts"
import { Rail } from "./rail.tsx"
import type { State, Step } from "./state.ts"
import { Choose } from "./steps/choose.tsx"
import { useBookingLink } from "./use-booking-link.ts"
import { type BookingLinkLanguage, bookingLinkWords } from "./words.ts"

const steps: Record<Step, FunctionComponent<StepProps>> = {
  choose: Choose,
  wait: Wait,
  questions: Questions,
  confirm: Confirm,
  appointment: Appointment,
  coming: Coming,
  cancel: Cancel,
  call: Call,
  closed: Call,
  ended: Call,
}

const layouts: Partial<Record<Step, Layout>> = {
  choose: "choosing",
  questions: "form-wide",
  confirm: "form-wide",
}

/** Steps that the browser's Back button leaves for the one before. */
const withStepBefore: ReadonlySet<Step> = new Set(["wait", "questions", "confirm", "coming", "cancel"])

interface AppProps {
  first: State
  client: BookingLinkClient
  firstLanguage: BookingLinkLanguage
}

/** The booking link's page. */
export function App({ first, client, firstLanguage }: AppProps) {
  const [state, commands] = useBookingLink(first, client)
  const { moving, step, view } = state
  const title = titleOf(view.appointmentType.name, view.company.name)
  const canGoOn = step !== "call" && step !== "closed" && step !== "ended"
  const layout = layouts[step] ?? "one"
  return (
    <Opening
      words={bookingLinkWords}
      firstLanguage={firstLanguage}
      titleIn={() => title}
      state={state}
      commands={commands}
      Shown={steps[step]}
      prepare={canGoOn && prepareLater}
      layout={layout}
      step={step}
      focusKey={`${step} ${moving}`}
      hasStepBefore={withStepBefore.has(step) || moving}
      Rail={layout !== "one" && Rail}
      hasFoot={step !== "ended" && step !== "call" && (step !== "closed" || view.company.pageUrl !== null)}
      isNamedInFrame
    />
  )
}
