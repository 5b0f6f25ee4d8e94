import type { FunctionComponent } from "preact"
import { useEffect, useLayoutEffect } from "preact/hooks"
import type { PageView } from "../../../domain/contracts/public-page.ts"
import { isNamedByLogo, Mark, PhoneLink } from "../../shared/company.tsx"
import { useLanguage } from "../../shared/language.ts"
import { type Layout, Page, useSwitchableLanguage } from "../../shared/page.tsx"
import type { PublicPageClient } from "./client.ts"
import type { StepProps } from "./commands.ts"
import {
  Booked,
  Code,
  Confirm,
  LinksTexted,
  Phone,
  prepareLater,
  Questions,
  Requests,
  Wait,
  Where,
} from "./later.ts"
import { Rail } from "./rail.tsx"
import { hasStepBefore } from "./reduce.ts"
import type { State, Step } from "./state.ts"
import { Call } from "./steps/call.tsx"
import { Choose } from "./steps/choose.tsx"
import { What } from "./steps/what.tsx"
import { type Device, usePublicPage } from "./use-public-page.ts"
import { loadPublicPageLanguage, type PublicPageLanguage, speakPublicPage } from "./words.ts"

const steps: Record<Step, FunctionComponent<StepProps>> = {
  what: What,
  where: Where,
  choose: Choose,
  wait: Wait,
  questions: Questions,
  phone: Phone,
  code: Code,
  requests: Requests,
  linksTexted: LinksTexted,
  confirm: Confirm,
  booked: Booked,
  call: Call,
  closed: Call,
}

interface AppProps {
  first: State
  device?: Device
  client: PublicPageClient
  firstLanguage: PublicPageLanguage
}

/** The company's public page. */
export function App({ first, client, firstLanguage, device }: AppProps) {
  const [state, commands] = usePublicPage(first, client, device)
  const { step, notice, view } = state
  const [language, onSwitch] = useSwitchableLanguage(firstLanguage, loadPublicPageLanguage, ({ own }) =>
    own.bookWith({ company: view.company.name }),
  )
  speakPublicPage(language)
  useLayoutEffect(() => {
    commands.dispatch({ type: "weekStarts", weekday: language.shared.firstWeekday })
  }, [language])

  // Ahead of the visitor, who chooses a time meanwhile.
  const isOnTheWay = step !== "what"
  useEffect(() => {
    if (isOnTheWay) prepareLater()
  }, [isOnTheWay])

  const Shown = steps[step]
  const layout = layoutOf(state)
  const isFirst = step === "what" || (step === "call" && !view.canSendCodes)
  return (
    <Page
      company={view.company}
      layout={layout}
      step={step}
      notice={notice}
      hasStepBefore={hasStepBefore(state)}
      onBack={() => commands.dispatch({ type: "stepBack" })}
      onForward={() => commands.dispatch({ type: "stepForward" })}
      onSwitch={onSwitch}
      hero={isFirst && <Hero view={view} />}
      rail={layout !== "one" && <Rail state={state} commands={commands} />}
    >
      <Shown state={state} commands={commands} />
    </Page>
  )
}

/** A wide step has what was chosen beside it. */
function layoutOf({ step, wish }: State): Layout {
  if (step === "choose") return "choosing"
  const isWide =
    step === "where" ||
    step === "wait" ||
    step === "questions" ||
    step === "phone" ||
    step === "code" ||
    step === "confirm"
  return wish && isWide ? "form-wide" : "one"
}

/** More cities than these say little. */
const mostCities = 3

/** The company's face: its logo, its name once, where it is, and its number. */
function Hero({ view: { company, locations } }: { view: PageView }) {
  const { formats } = useLanguage()
  const cities = [...new Set(locations.flatMap(({ city }) => city ?? []))].sort()
  const where = cities.length <= mostCities ? formats.list(cities) : ""
  return (
    <>
      {!isNamedByLogo(company) && <Mark company={company} />}
      <div>
        <h1>{isNamedByLogo(company) ? <Mark company={company} /> : company.name}</h1>
        <p class="note">
          {where}
          {where && company.phone && " · "}
          {company.phone && <PhoneLink phone={company.phone} />}
        </p>
      </div>
    </>
  )
}
