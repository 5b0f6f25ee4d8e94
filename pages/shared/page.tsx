import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import type { CompanyView, Locale } from "../../domain/contracts/customer-pages.ts"
import { isNamedByLogo, Mark, PhoneLink } from "./company.tsx"
import { languageNames, useLanguage } from "./language.ts"
import { useStepFocus } from "./step.tsx"
import { useBackButton } from "./surroundings.ts"

/** One thing, a form beside what was chosen, or the calendar beside what it is for. */
export type Layout = "one" | "form-wide" | "choosing"

export interface PageProps {
  state: { view: { company: CompanyView }; notice: unknown }
  commands: { dispatch(action: { type: "stepBack" } | { type: "stepForward" }): void }
  layout: Layout
  step: string
  /** Changes when the focus has to move to the step's heading; the step itself when left out. */
  focusKey?: string
  /** True where the browser's Back button leads to an earlier step, and not off the page. */
  hasStepBefore: boolean
  onSwitch(locale: Locale): void
  /** The company's face above the first step, in place of the line with its name. */
  hero?: ComponentChildren
  /** The booking, beside the step. */
  rail?: ComponentChildren
  /** True where its head names the company in a frame, too: a link says who asks, wherever it is opened. */
  isNamedInFrame?: boolean
  /** True where the company's number stands below the step. */
  hasFoot?: boolean
  children: ComponentChildren
}

/** The layout of every page: the company, what is booked, one step, and whom to call. */
export function Page(props: PageProps) {
  const { state, commands, layout, step, focusKey = step, hasStepBefore, hero, rail, hasFoot = true } = props
  const { company } = state.view
  const { words } = useLanguage()
  const work = useRef<HTMLDivElement>(null)
  useBackButton(
    hasStepBefore,
    () => commands.dispatch({ type: "stepBack" }),
    () => commands.dispatch({ type: "stepForward" }),
  )
  useStepFocus(work, focusKey, state.notice)
  const languages = <LanguageSwitch onSwitch={props.onSwitch} />
  return (
    <div class={`page ${layout}${props.isNamedInFrame ? " named" : ""}`}>
      {!hero && (
        <header class="masthead">
          <span class="brand">
            <Mark company={company} />
            {!isNamedByLogo(company) && company.name}
          </span>
          {languages}
        </header>
      )}
      <main class={rail ? "sheet split" : "sheet"}>
        {hero && (
          <header class="hero">
            {hero}
            {languages}
          </header>
        )}
        {rail}
        <div class="work" ref={work}>
          {props.children}
        </div>
      </main>
      {hasFoot && !hero && company.phone && (
        <footer class="foot">
          {words.questions} <PhoneLink phone={company.phone} />
        </footer>
      )}
    </div>
  )
}

/** Changes the page's language and nothing else. */
function LanguageSwitch({ onSwitch }: Pick<PageProps, "onSwitch">) {
  const { locale, words } = useLanguage()
  return (
    <select
      class="language"
      aria-label={words.language}
      value={locale}
      onChange={(event) => {
        onSwitch(event.currentTarget.value as Locale)
        // The new language is shown once its words have arrived.
        event.currentTarget.value = locale
      }}
    >
      {Object.entries(languageNames).map(([value, name]) => (
        <option key={value} value={value} lang={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
