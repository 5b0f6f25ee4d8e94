/** One step of a plan as it is edited: when, what, and the words with their count. */
import { useRef } from "preact/hooks"
import { Field, TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import type { Channel, Preview, Step } from "./message-data.ts"
import { type Unit, units, waitOf } from "./waits.ts"

export interface DraftStep {
  /** Stays with the step when steps change places. */
  key: number
  channel: Channel
  /** As it is typed. */
  amount: string
  unit: Unit
  /** The subject of a mail. */
  subject: string
  /** The words of a text or a mail. */
  text: string
}

let made = 0

export function writtenStep(channel: Channel, afterMinutes: number, text = "", subject = ""): DraftStep {
  made += 1
  const { amount, unit } = waitOf(afterMinutes)
  return { key: made, channel, amount: String(amount), unit, subject, text }
}

export const draftOf = ({ channel, after_minutes, sms_text, mail_subject, mail_text }: Step): DraftStep =>
  writtenStep(channel, after_minutes, sms_text ?? mail_text ?? "", mail_subject ?? "")

export const minutesOf = ({ amount, unit }: DraftStep): number => Math.round(Number(amount) * units[unit])

export const inputOf = (step: DraftStep) => ({
  channel: step.channel,
  after_minutes: minutesOf(step),
  ...wordsOf(step),
})

/** The words of a step of its kind. */
export const wordsOf = ({ channel, subject, text }: DraftStep) => ({
  ...(channel === "sms" && { sms_text: text }),
  ...(channel === "mail" && { mail_subject: subject, mail_text: text }),
})

interface StepEditorProps {
  step: DraftStep
  position: number
  preview: Preview["steps"][number] | undefined
  limits: { most: number; link: number } | null
  /** The service's refusal when the plan was saved. */
  refused: string | null
  onChange(step: DraftStep): void
  onUp: (() => void) | null
  onRemove: (() => void) | null
}

export function StepEditor({
  step,
  position,
  preview,
  limits,
  refused,
  onChange,
  onUp,
  onRemove,
}: StepEditorProps) {
  const words = useWords().messages
  return (
    <fieldset class="plan-step">
      <legend class="said">{words.stepTitle({ position })}</legend>
      <div class="row spread">
        <strong>
          {words.pair({ name: words.stepTitle({ position }), value: words.channels[step.channel] })}
        </strong>
        <span class="row">
          {onUp && (
            <button
              type="button"
              class="button icon-only plain"
              aria-label={words.stepUp({ position })}
              onClick={onUp}
            >
              <Icon name="up" />
            </button>
          )}
          {onRemove && (
            <button
              type="button"
              class="button icon-only plain"
              aria-label={words.removeStep({ position })}
              onClick={onRemove}
            >
              <Icon name="x" />
            </button>
          )}
        </span>
      </div>
      <div class="pair-fields">
        <TextField
          label={words.wait}
          type="number"
          inputMode="numeric"
          required
          value={step.amount}
          onInput={(amount) => onChange({ ...step, amount })}
        />
        <Field label={words.unit}>
          {(attributes) => (
            <select
              class="input"
              {...attributes}
              value={step.unit}
              onInput={(event) => onChange({ ...step, unit: event.currentTarget.value as Unit })}
            >
              {(Object.keys(units) as Unit[]).map((unit) => (
                <option key={unit} value={unit}>
                  {words.units[unit]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {step.channel === "mail" && (
        <TextField
          label={words.stepSubject}
          required
          maxLength={200}
          value={step.subject}
          onInput={(subject) => onChange({ ...step, subject })}
        />
      )}
      {step.channel !== "voice" && (
        <Words
          step={step}
          counted={step.channel === "sms" ? (preview?.counted ?? null) : null}
          limits={limits}
          problem={
            refused ??
            (step.text === "" || (step.channel === "mail" && step.subject === "")
              ? null
              : (preview?.problem ?? null))
          }
          onChange={(text) => onChange({ ...step, text })}
        />
      )}
    </fieldset>
  )
}

interface WordsProps {
  step: DraftStep
  counted: number | null
  limits: StepEditorProps["limits"]
  problem: string | null
  onChange(text: string): void
}

const placeholders = ["booking_link", "first_name", "appointment_type", "phone"] as const

function Words({ step, counted, limits, problem, onChange }: WordsProps) {
  const words = useWords().messages
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (placeholder: string) => {
    const { selectionStart, selectionEnd } = area.current!
    area.current!.setRangeText(`{${placeholder}}`, selectionStart, selectionEnd, "end")
    onChange(area.current!.value)
    area.current!.focus()
  }
  return (
    <>
      <Field label={words.stepText} error={problem}>
        {(attributes) => (
          <textarea
            ref={area}
            class="input"
            required
            {...attributes}
            value={step.text}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="row spread">
        <span class="placeholders">
          <span class="hint">{words.insert}</span>
          {placeholders.map((placeholder) => (
            <button key={placeholder} type="button" class="button" onClick={() => insert(placeholder)}>
              {words.placeholders[placeholder]}
            </button>
          ))}
        </span>
        {counted !== null && limits && (
          <span class={counted > limits.most ? "over" : "hint"}>
            {words.counted({ counted, most: limits.most })}
            {step.text.includes("{booking_link}") && `, ${words.linkCounts({ characters: limits.link })}`}
          </span>
        )}
      </div>
    </>
  )
}
