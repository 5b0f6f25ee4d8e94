import { useEffect, useRef } from "preact/hooks"
import type { QuestionView } from "../../../domain/contracts/customer-pages.ts"
import { useLanguage } from "../language.ts"
import { QuestionFields } from "./question-fields.tsx"
import { type InvalidAnswers, invalidAnswers, type Told } from "./told.ts"

export interface QuestionsFormProps {
  questions: readonly QuestionView[]
  told: Told
  invalid: InvalidAnswers
  onTell(told: Told): void
  onInvalid(invalid: InvalidAnswers): void
  onDone(): void
}

/** The first question that has to be corrected gets the focus. */
export function QuestionsForm(props: QuestionsFormProps) {
  const { questions, told, invalid, onTell, onInvalid, onDone } = props
  const { words } = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  // An answer that is corrected leaves the focus where it is: only what was sent moves it.
  const isSent = useRef(true)
  // After the page's own focus on the heading, where the step begins with an answer that was refused.
  useEffect(() => {
    if (isSent.current) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
    isSent.current = false
  }, [invalid])
  const onSubmit = (event: Event) => {
    event.preventDefault()
    const found = invalidAnswers(questions, told)
    isSent.current = true
    if (Object.keys(found).length > 0) onInvalid(found)
    else onDone()
  }
  return (
    <form class="form" noValidate ref={form} onSubmit={onSubmit}>
      <QuestionFields questions={questions} told={told} invalid={invalid} onTell={onTell} />
      <button type="submit" class="button primary">
        {words.continue}
      </button>
    </form>
  )
}
