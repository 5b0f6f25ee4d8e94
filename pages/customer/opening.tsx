import type { FunctionComponent } from "preact"
import { useEffect, useLayoutEffect, useState } from "preact/hooks"
import type { CompanyView, Locale } from "../../domain/contracts/customer-pages.ts"
import type { PageLanguage } from "../shared/language.ts"
import { Page, type PageProps } from "../shared/page.tsx"

/** The props of every step: the page's state, and the commands that change it. */
export interface StepPropsOf<State, Commands> {
  state: State
  commands: Commands
}

/** The actions of the page itself, beside those of its steps. */
export type OpeningAction =
  | { type: "stepBack" }
  | { type: "stepForward" }
  /** The first day of the week of the visitor's language and country. */
  | { type: "weekStarts"; weekday: number }

interface OpeningProps<Own, State, Commands>
  extends StepPropsOf<State, Commands>,
    Omit<PageProps, "state" | "commands" | "onSwitch" | "children" | "hero" | "rail"> {
  words: {
    load(locale: Locale): Promise<PageLanguage<Own>>
    speak(language: PageLanguage<Own>): void
  }
  firstLanguage: PageLanguage<Own>
  titleIn(language: PageLanguage<Own>): string
  Shown: FunctionComponent<StepPropsOf<State, Commands>>
  /** Above the step, and beside it. Components, since an element of the caller keeps its words when the language changes. */
  Hero?: FunctionComponent<StepPropsOf<State, Commands>> | false
  Rail?: FunctionComponent<StepPropsOf<State, Commands>> | false
  /** Fetches the later steps, ahead of a visitor who is on the way to them. */
  prepare?: (() => Promise<unknown>) | false
}

/** The page of an opening: the shown step, in the language that the visitor reads. */
export function Opening<
  Own,
  State extends { view: { company: CompanyView }; notice: unknown },
  Commands extends { dispatch(action: OpeningAction): void },
>(props: OpeningProps<Own, State, Commands>) {
  const { words, firstLanguage, titleIn, Shown, Hero, Rail, commands, prepare } = props
  const [language, setLanguage] = useState(firstLanguage)
  words.speak(language)
  useLayoutEffect(() => {
    commands.dispatch({ type: "weekStarts", weekday: language.shared.firstWeekday })
  }, [language])
  useEffect(() => {
    if (prepare) prepare()
  }, [prepare])
  /** Everything else on the page stays as it is. */
  const onSwitch = async (locale: Locale) => {
    const next = await words.load(locale).catch(() => null)
    if (!next) return
    document.documentElement.lang = locale
    document.title = titleIn(next)
    setLanguage(next)
  }
  return (
    <Page
      {...props}
      hero={Hero && <Hero {...props} />}
      rail={Rail && <Rail {...props} />}
      onSwitch={onSwitch}
    >
      <Shown {...props} />
    </Page>
  )
}
