import { useState } from "preact/hooks"
import { useLanguage } from "../../../shared/language.ts"
import { noticeOf } from "../../../shared/notice-of.ts"
import { forgetChosen, sendChosen } from "../../../shared/questions/chosen-files.ts"
import { QuestionFields } from "../../../shared/questions/question-fields.tsx"
import { type InvalidAnswers, refusedAnswer, type Told } from "../../../shared/questions/told.ts"
import type { StepProps } from "../commands.ts"
import { useOwnWords } from "../words.ts"

/** Files for questions that stayed open when the appointment was booked by phone. */
export function MissingFiles({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { words } = useLanguage()
  const [told, setTold] = useState<Told>({})
  const [invalid, setInvalid] = useState<InvalidAnswers>({})
  const [isSending, setSending] = useState(false)
  const questions = (state.view.missingFiles ?? []).map(({ shown_if: _, ...plain }) => plain)
  const given = questions.filter(({ key }) => [told[key] ?? []].flat().length > 0)
  const submit = async () => {
    setSending(true)
    const sent = await sendChosen(questions, told, commands.askUpload)
    const answers = Object.fromEntries(
      given.map(({ key }) => [key, sent.ok ? (sent.data[key] as string[]) : []]),
    )
    const outcome = sent.ok ? await commands.sendFiles(answers) : sent
    setSending(false)
    if (outcome.ok) {
      forgetChosen()
      commands.dispatch({ type: "filesSent", view: outcome.data })
      return
    }
    const key = refusedAnswer(outcome.field ?? null)
    if (key !== null) setInvalid({ [key]: "refused" })
    else commands.dispatch({ type: "failed", notice: { ...noticeOf(outcome), tone: "alert", changed: null } })
  }
  return (
    <form
      class="form no-print"
      aria-busy={isSending}
      onSubmit={(event) => {
        event.preventDefault()
        if (given.length > 0 && !isSending) void submit()
      }}
    >
      <h2>{own.stillNeeded}</h2>
      <QuestionFields
        questions={questions}
        told={told}
        invalid={invalid}
        onTell={(next) => {
          setTold(next)
          setInvalid({})
        }}
      />
      <button type="submit" class="button" aria-disabled={isSending || given.length === 0}>
        {isSending ? words.sendingFiles : own.sendFiles}
      </button>
    </form>
  )
}
