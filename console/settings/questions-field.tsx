/** The editor of a type's questions: in their order, each opened to be changed. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import { type Problem, textAt } from "./problem.ts"
import { QuestionEditor } from "./question-editor.tsx"
import {
  mostQuestions,
  moved,
  optionsOf,
  type QuestionEdit,
  replaced,
  withKnownConditions,
  withNew,
} from "./questions-edit.ts"
import type { SettingWords } from "./settings-words.ts"

interface QuestionsFieldProps {
  words: Pick<SettingWords, "label" | "hint">
  path: string
  edit: readonly QuestionEdit[]
  onEdit(edit: QuestionEdit[]): void
  problem: Problem | null
}

export function QuestionsField({ words, path, edit, onEdit, problem }: QuestionsFieldProps) {
  const own = useWords().settings.questions
  const [openKey, setOpenKey] = useState<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  /** The key whose button gets the focus after the list was drawn anew. */
  const focusNext = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (focusNext.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(focusNext.current)}"]`)?.focus()
    focusNext.current = null
  })
  // A refused question is shown open, so that its field can have the focus.
  const refusedAt = /^questions\.(\d+)/.exec(problem?.path ?? "")?.[1]
  const refusedKey = refusedAt === undefined ? null : (edit[Number(refusedAt)]?.key ?? null)
  const move = (from: number, to: number) => {
    if (to < 0 || to >= edit.length) return
    focusNext.current = edit[from]!.key
    onEdit(moved(edit, from, to))
  }
  const set = (index: number, next: QuestionEdit) => {
    setOpenKey(next.key)
    onEdit(replaced(edit, index, next))
  }
  return (
    <fieldset class="set">
      <legend>{words.label}</legend>
      {words.hint && <p class="hint">{words.hint}</p>}
      {edit.length > 0 && (
        <ol class="questions" ref={list}>
          {edit.map((question, index) => (
            <li key={question.key}>
              <Summary
                question={question}
                isOpen={question.key === openKey || question.key === refusedKey}
                isFirst={index === 0}
                isLast={index === edit.length - 1}
                onToggle={() => setOpenKey(question.key === openKey ? null : question.key)}
                onMove={(by) => move(index, index + by)}
                onRemove={() => onEdit(withKnownConditions(edit.filter((_, at) => at !== index)))}
              />
              {(question.key === openKey || question.key === refusedKey) && (
                <QuestionEditor
                  edits={edit}
                  index={index}
                  path={`${path}.${index}`}
                  problem={problem}
                  onEdit={(next) => set(index, next)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {refusedKey === null && textAt(problem, path) && <p class="error">{textAt(problem, path)}</p>}
      {edit.length < mostQuestions && (
        <button
          type="button"
          class="button"
          onClick={() => {
            const next = withNew(edit)
            setOpenKey(next.at(-1)!.key)
            onEdit(next)
          }}
        >
          <Icon name="plus" small /> {own.add}
        </button>
      )}
    </fieldset>
  )
}

interface SummaryProps {
  question: QuestionEdit
  isOpen: boolean
  isFirst: boolean
  isLast: boolean
  onToggle(): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

/** A question in one line. Alt with an arrow key moves it, as its buttons do. */
function Summary({ question, isOpen, isFirst, isLast, onToggle, onMove, onRemove }: SummaryProps) {
  const own = useWords().settings.questions
  const { key, label, kind, required } = question
  const name = label.trim() === "" ? own.unnamed : label
  const options = optionsOf(question)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return
    event.preventDefault()
    onMove(event.key === "ArrowUp" ? -1 : 1)
  }
  return (
    <div class="question-row">
      <button
        type="button"
        class="question-name"
        data-key={key}
        aria-expanded={isOpen}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={onToggle}
        onKeyDown={onKeyDown}
      >
        <b>{name}</b>
        <span class="hint">
          {own.kinds[kind]}
          {options.length > 0 && `: ${options.join(" · ")}`}
          {question.shownIf && ` – ${own.onlyAfter}`}
        </span>
      </button>
      {required && <span class="tag">{own.required}</span>}
      <IconButton icon="up" label={own.up({ question: name })} isOff={isFirst} onPress={() => onMove(-1)} />
      <IconButton icon="down" label={own.down({ question: name })} isOff={isLast} onPress={() => onMove(1)} />
      <IconButton icon="x" label={own.remove({ question: name })} isOff={false} onPress={onRemove} />
    </div>
  )
}

interface IconButtonProps {
  icon: "up" | "down" | "x"
  label: string
  isOff: boolean
  onPress(): void
}

const IconButton = ({ icon, label, isOff, onPress }: IconButtonProps) => (
  <button
    type="button"
    class="button icon-only plain"
    aria-label={label}
    aria-disabled={isOff}
    onClick={() => {
      if (!isOff) onPress()
    }}
  >
    <Icon name={icon} small />
  </button>
)
