import type { FunctionComponent } from "preact"
import { useEffect, useLayoutEffect } from "preact/hooks"
import { titleOf } from "../../shared/formats.ts"
import { type Layout, Page, useSwitchableLanguage } from "../../shared/page.tsx"
import type { BookingLinkClient } from "./client.ts"
import type { StepProps } from "./commands.ts"
import { Appointment, Call, Cancel, Coming, Confirm, prepareLater, Questions, Wait } from "./later.ts"
import { Rail } from "./rail.tsx"
import type { State, Step } from "./state.ts"
import { Choose } from "./steps/choose.tsx"
import { useBookingLink } from "./use-booking-link.ts"
import { type BookingLinkLanguage, loadBookingLinkLanguage, speakBookingLink } from "./words.ts"

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
  const { notice, moving, step, view } = state
  const title = titleOf(view.appointmentType.name, view.company.name)
  const [language, onSwitch] = useSwitchableLanguage(firstLanguage, loadBookingLinkLanguage, () => title)
  speakBookingLink(language)
  useLayoutEffect(() => {
    commands.dispatch({ type: "weekStarts", weekday: language.shared.firstWeekday })
  }, [language])

  // Ahead of the visitor, who chooses a time meanwhile.
  const canGoOn = step !== "call" && step !== "closed" && step !== "ended"
  useEffect(() => {
    if (canGoOn) prepareLater()
  }, [canGoOn])

  const Shown = steps[step]
  const layout = layouts[step] ?? "one"
  return (
    <Page
      company={view.company}
      layout={layout}
      step={step}
      focusKey={`${step} ${moving}`}
      notice={notice}
      hasStepBefore={withStepBefore.has(step) || moving}
      onBack={() => commands.dispatch({ type: "stepBack" })}
      onForward={() => commands.dispatch({ type: "stepForward" })}
      onSwitch={onSwitch}
      rail={layout !== "one" && <Rail state={state} commands={commands} />}
      hasFoot={step !== "ended" && step !== "call" && (step !== "closed" || view.company.pageUrl !== null)}
      isNamedInFrame
    >
      <Shown state={state} commands={commands} />
    </Page>
  )
}
