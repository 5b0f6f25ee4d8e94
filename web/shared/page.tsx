import type { ComponentChildren } from "preact"
import { useRef, useState } from "preact/hooks"
import type { CompanyView, Locale } from "./contract.ts"
import { languageNames, useLanguage } from "./language.ts"
import { PhoneLink } from "./phone-link.tsx"
import { useStepFocus } from "./step.tsx"
import { useBackButton } from "./surroundings.ts"

interface PageProps {
  company: CompanyView
  step: string
  /** Changes when the focus has to move to the step's heading; the step itself when left out. */
  focusKey?: string
  notice: unknown
  /** Whether the browser's Back button leads to an earlier step, and not off the page. */
  hasStepBefore: boolean
  onBack(): void
  onSwitch(locale: Locale): void
  /** What is booked, beside the step. */
  details: ComponentChildren
  /** Whether the company's number stands below the step. */
  hasFoot?: boolean
  children: ComponentChildren
}

/** The layout of both pages: the company, what is booked, one step, and whom to call. */
export function Page(props: PageProps) {
  const { company, step, focusKey = step, notice, hasStepBefore, details, hasFoot = true, children } = props
  const { words } = useLanguage()
  const work = useRef<HTMLDivElement>(null)
  useBackButton(hasStepBefore, props.onBack)
  useStepFocus(work, focusKey, notice)
  return (
    <>
      <header class="masthead">
        {company.logo && <img src={company.logo.url} alt="" height="40" />}
        <span class="company">{company.name}</span>
        <LanguageSwitch onSwitch={props.onSwitch} />
      </header>
      <main class={`sheet at-${step}`}>
        {details}
        <div class="work" ref={work}>
          {children}
        </div>
      </main>
      {hasFoot && company.phone && (
        <footer class="foot">
          {words.questions} <PhoneLink phone={company.phone} />
        </footer>
      )}
    </>
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

/**
 * The page's language, and a function that switches it. Everything else on the page stays as it is.
 *
 * @param titleOf the page's title in a language
 */
export function useSwitchableLanguage<Language>(
  first: Language,
  load: (locale: Locale) => Promise<Language>,
  titleOf: (language: Language) => string,
): [Language, (locale: Locale) => Promise<void>] {
  const [language, setLanguage] = useState(first)
  const onSwitch = async (locale: Locale) => {
    const next = await load(locale).catch(() => null)
    if (!next) return
    document.documentElement.lang = locale
    document.title = titleOf(next)
    setLanguage(next)
  }
  return [language, onSwitch]
}
