import type { FunctionComponent } from "preact"
import { isNamedByLogo, Mark, PhoneLink } from "../../shared/company.tsx"
import { useLanguage } from "../../shared/language.ts"
import type { Layout } from "../../shared/page.tsx"
import { Opening } from "../opening.tsx"
import type { PublicPageClient } from "./client.ts"
import type { StepProps } from "./commands.ts"
import {
  Booked,
  Call,
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
import { Choose } from "./steps/choose.tsx"
import { What } from "./steps/what.tsx"
import { type Device, usePublicPage } from "./use-public-page.ts"
import { type PublicPageLanguage, publicPageWords } from "./words.ts"

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
  const { step, view } = state
  const layout = layoutOf(state)
  const isFirst = step === "what" || (step === "call" && !view.canSendCodes)
  return (
    <Opening
      words={publicPageWords}
      firstLanguage={firstLanguage}
      titleIn={({ own }) => own.bookWith({ company: view.company.name })}
      state={state}
      commands={commands}
      Shown={steps[step]}
      prepare={step !== "what" && prepareLater}
      layout={layout}
      step={step}
      hasStepBefore={hasStepBefore(state)}
      Hero={isFirst && Hero}
      Rail={layout !== "one" && Rail}
    />
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
function Hero({
  state: {
    view: { company, locations },
  },
}: StepProps) {
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
