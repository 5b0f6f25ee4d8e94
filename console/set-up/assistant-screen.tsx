/**
 * From an empty company to its first bookable time, step by step, with the public page beside it. Each step saves by itself;
 * which are done shows in what the API has, so that the assistant can be left and taken up anywhere.
 */
import type { ComponentType } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { go, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { BrandStep } from "./brand-step.tsx"
import { CompanyStep } from "./company-step.tsx"
import { DoneStep } from "./done-step.tsx"
import { EmbedStep } from "./embed-step.tsx"
import { FirstTime } from "./first-time.tsx"
import { HoursStep } from "./hours-step.tsx"
import { Lacks } from "./lacks.tsx"
import { LivePage } from "./live-page.tsx"
import { LocationStep } from "./location-step.tsx"
import { NumberStep } from "./number-step.tsx"
import { PageStep } from "./page-step.tsx"
import { PeopleStep } from "./people-step.tsx"
import type { StepProps } from "./step-form.tsx"
import { addressOf, isDone, openStep, type SetUp, type Step, steps } from "./steps.ts"
import { TypeStep } from "./type-step.tsx"
import { useSetUp } from "./use-set-up.ts"
import "../styles/set-up.css"

const forms: Record<Step, ComponentType<StepProps>> = {
  company: CompanyStep,
  location: LocationStep,
  type: TypeStep,
  people: PeopleStep,
  hours: HoursStep,
  number: NumberStep,
  page: PageStep,
  brand: BrandStep,
  embed: EmbedStep,
  done: DoneStep,
}

export default function AssistantScreen({ params }: ScreenProps) {
  const words = useWords().setUp
  const { setUp, error, retry } = useSetUp()
  const step = steps.find((each) => each === params.step)
  const isEmpty = setUp !== null && !isDone("location", setUp)
  const open = setUp && (isEmpty ? "company" : openStep(setUp))
  useLayoutEffect(() => {
    if (step === undefined && open !== null) go(addressOf(open), { replace: true })
  }, [step, open])
  return (
    <Page
      fills
      title={words.assistant}
      tools={
        <>
          <a class="button" href={hrefOf("/settings/check")}>
            {words.check}
          </a>
          <a class="button" href={hrefOf("/settings")}>
            {words.settings}
          </a>
        </>
      }
    >
      {error ? (
        <Failed error={error} retry={retry} />
      ) : !setUp || !step ? (
        <Loading />
      ) : (
        <StepWithPreview setUp={setUp} step={step} />
      )}
    </Page>
  )
}

function StepWithPreview({ setUp, step }: { setUp: SetUp; step: Step }) {
  const words = useWords().setUp
  const Form = forms[step]
  const list = useRef<HTMLOListElement>(null)
  // On a phone the steps are a row that scrolls.
  useLayoutEffect(() => {
    const present = list.current!.querySelector("[aria-current]")
    present?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [step])
  const lacking = setUp.readiness.items.some(({ ok }) => !ok)
  return (
    <div class="assistant">
      <aside class="steps">
        <nav aria-label={words.steps}>
          <ol ref={list}>
            {steps.map((each) => (
              <li key={each}>
                <a href={hrefOf(addressOf(each))} aria-current={each === step ? "step" : undefined}>
                  <span class={isDone(each, setUp) ? "mark done" : "mark"}>
                    {isDone(each, setUp) && <Icon name="check" small />}
                  </span>
                  {words.names[each]}
                  {isDone(each, setUp) && <span class="said">{words.isDone}</span>}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        {lacking && (
          <section class="card keeps" aria-labelledby="keeps">
            <header>
              <h2 id="keeps">{words.keeps}</h2>
            </header>
            <Lacks setUp={setUp} />
          </section>
        )}
      </aside>
      <div class="step-scroller">
        <Form key={step} setUp={setUp} step={step} />
      </div>
      <aside class="live-side" aria-label={words.whatCustomersSee}>
        <h2>{words.whatCustomersSee}</h2>
        {step !== "done" && <FirstTime setUp={setUp} />}
        <LivePage company={setUp.company} />
      </aside>
    </div>
  )
}
