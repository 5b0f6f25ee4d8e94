import { useState } from "preact/hooks"
import type { QuestionView } from "../../../domain/contracts/customer-pages.ts"
import { useLanguage } from "../language.ts"
import { choose, nameOf } from "./chosen-files.ts"

interface FileFieldProps {
  question: QuestionView
  label: string
  chosen: readonly string[]
  message: string | null
  onChoose(chosen: string[]): void
}

/** Photos and documents: on a phone one tap leads to the camera or to what is there. */
export function FileField({ question, label, chosen, message, onChoose }: FileFieldProps) {
  const { words } = useLanguage()
  const [isUnfit, setUnfit] = useState(false)
  const id = `question-${question.key}`
  const wrong = isUnfit ? words.fileUnfit : message
  const add = async (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    input.value = ""
    const found = await Promise.all(files.map(choose))
    setUnfit(found.includes(null))
    onChoose([...chosen, ...found.filter((each) => each !== null)])
  }
  return (
    <div class="typed files">
      <label for={id}>{label}</label>
      {chosen.length > 0 && (
        <ul>
          {chosen.map((each) => (
            <li key={each}>
              <span>{nameOf(each)}</span>
              <button
                type="button"
                class="button"
                aria-label={words.removeFile({ name: nameOf(each) })}
                onClick={() => onChoose(chosen.filter((other) => other !== each))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        class="input"
        id={id}
        type="file"
        accept="image/*,application/pdf"
        multiple
        aria-invalid={wrong !== null}
        aria-describedby={`${id}-message`}
        onChange={({ currentTarget }) => void add(currentTarget)}
      />
      <p id={`${id}-message`} class={wrong ? "wrong" : "note"}>
        {wrong ?? words.fileHint}
      </p>
    </div>
  )
}
