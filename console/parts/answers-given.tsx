/** The answers at booking, each with its question as it was asked. */
import type { Answer } from "../api/client.ts"
import { useWords } from "../words/words.ts"
import { FilesGiven } from "./files-given.tsx"

type Given = NonNullable<Answer<"readAppointment">["answers"]>

export function AnswersGiven({ answers }: { answers: Given }) {
  const words = useWords().board
  if (answers.length === 0) return null
  const shown = (value: Given[number]["value"]) =>
    value === true ? words.yes : value === false ? words.no : [value].flat().join(" · ")
  return (
    <dl class="answers">
      {answers.map(({ key, label, value, files }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{files ? <FilesGiven files={files} /> : shown(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
