/** The frame of one step: its question, its fields, and the way on. Enter saves and goes on. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { Refused } from "../parts/states.tsx"
import { go, hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import { addressOf, extras, type SetUp, type Step, stepAfter, stepBefore } from "./steps.ts"

export interface StepProps {
  setUp: SetUp
  step: Step
}

interface StepFormProps {
  step: Step
  title: string
  hint?: string
  /** Saves what is typed; goes on itself where the step is done with it. */
  onSubmit(): void
  isRunning?: boolean
  failure?: Error | null
  /** The label of the button; "Next" when left out. */
  submit?: string
  /** The step needs the whole width. */
  isWide?: boolean
  children?: ComponentChildren
}

export const goOn = (step: Step): void => go(addressOf(stepAfter(step)))

export function StepForm({ step, title, hint, onSubmit, isRunning = false, ...props }: StepFormProps) {
  const words = useWords().setUp
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const first = form.current!.querySelector<HTMLElement>(
      "[data-item][tabindex='0'], input:not([type=file], [type=checkbox], [type=color]), select, textarea",
    )
    const wanted = first ?? form.current!.querySelector<HTMLElement>("footer .primary")
    wanted?.focus()
    if (wanted instanceof HTMLInputElement) wanted.select()
  }, [])
  return (
    <form
      ref={form}
      class={props.isWide ? "step wide-step" : "step"}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRunning) onSubmit()
      }}
    >
      <header>
        <h2>{title}</h2>
        {hint && <p class="hint">{hint}</p>}
      </header>
      {props.children}
      <Refused error={props.failure ?? null} />
      <footer class="row spread">
        {step === "company" ? (
          <span />
        ) : (
          <a class="button big" href={hrefOf(addressOf(stepBefore(step)))}>
            {words.back}
          </a>
        )}
        <span class="row">
          {extras.includes(step) && (
            <a class="button big plain" href={hrefOf(addressOf(stepAfter(step)))}>
              {words.later}
            </a>
          )}
          <button type="submit" class="button primary big" disabled={isRunning}>
            {props.submit ?? words.next}
          </button>
        </span>
      </footer>
    </form>
  )
}
