/** A plan's texts as a customer gets them, counted by the service itself while they are written. */
import { useEffect, useState } from "preact/hooks"
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { customersBy } from "../customers/customer-data.ts"
import { ComboBox } from "../parts/combo-box.tsx"
import { Field } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { Refused } from "../parts/states.tsx"
import { useWords } from "../words/words.ts"
import { type Preview, previewOf } from "./message-data.ts"
import { type DraftStep, minutesOf, wordsOf } from "./step-editor.tsx"
import { waitText } from "./waits.ts"

const typingMs = 200

/** The text after the latest pause in typing. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

interface Someone {
  id: number
  name: string
}

export interface LivePreview {
  /** In the order of the steps; shorter while a step that was added is not counted yet. */
  steps: Preview["steps"]
  limits: { most: number; link: number } | null
  error: Error | null
  customer: Someone | null
  setCustomer(customer: Someone | null): void
  typeId: number | null
  setType(id: number | null): void
}

export function usePreview(steps: readonly DraftStep[]): LivePreview {
  const [customer, setCustomer] = useState<Someone | null>(null)
  const [typeId, setType] = useState<number | null>(null)
  const asked = {
    steps: steps.map((step) => ({ channel: step.channel, ...wordsOf(step) })),
    ...(customer && { customer_id: customer.id }),
    ...(typeId !== null && { appointment_type_id: typeId }),
  }
  const rested: typeof asked = JSON.parse(useRested(JSON.stringify(asked)))
  const { data, error } = useQuery(previewOf(rested))
  return {
    steps: data?.steps ?? [],
    limits: data ? { most: data.most_characters, link: data.link_characters } : null,
    error,
    customer,
    setCustomer,
    typeId,
    setType,
  }
}

interface PlanPreviewProps {
  steps: readonly DraftStep[]
  preview: LivePreview
}

export function PlanPreview({ steps, preview }: PlanPreviewProps) {
  const words = useWords().messages
  const firstText = steps.findIndex(({ channel }) => channel === "sms")
  return (
    <section class="card" aria-labelledby="preview">
      <header>
        <h2 id="preview">{words.preview}</h2>
      </header>
      <div class="content stack">
        <Reader preview={preview} />
        <Refused error={preview.error} />
        <ol class="thread">
          {steps.map((step, at) => (
            <li key={step.key}>
              <span class="hint">{waitText(minutesOf(step) || 0, words)}</span>
              {step.channel === "voice" ? (
                <p class="bubble">
                  <Icon name="phone" small /> {words.callStep}
                </p>
              ) : step.channel === "mail" ? (
                <MailBubble shown={preview.steps[at]} />
              ) : (
                <Bubble shown={preview.steps[at]} isFirst={at === firstText} />
              )}
            </li>
          ))}
        </ol>
        <p class="hint">{words.untilBooked}</p>
      </div>
    </section>
  )
}

interface BubbleProps {
  shown: Preview["steps"][number] | undefined
  isFirst: boolean
}

function Bubble({ shown, isFirst }: BubbleProps) {
  const { messages: words, texts } = useWords()
  const sent = isFirst ? shown?.sent_first : shown?.sent
  if (!sent) return <p class="bubble hint">…</p>
  const { encoding, segments, characters, room } = sent.length
  return (
    <>
      <p class={shown?.problem ? "bubble wrong" : "bubble"}>{sent.text}</p>
      <span class="hint">
        {texts.length({ segments, characters, room })}, {words.encodings[encoding]}
      </span>
      {sent.lacking.length > 0 && (
        <span class="hint">
          <Icon name="warning" small /> {words.lacking({ characters: sent.lacking.join(" ") })}
        </span>
      )}
      {isFirst && <span class="hint">{words.firstText}</span>}
    </>
  )
}

function MailBubble({ shown }: { shown: Preview["steps"][number] | undefined }) {
  const words = useWords().messages
  if (!shown?.mail) return <p class="bubble hint">…</p>
  return (
    <>
      <p class={shown.problem ? "bubble wrong" : "bubble"}>
        <strong>{shown.mail.subject}</strong>
        {`\n\n${shown.mail.text}`}
      </p>
      <span class="hint">{words.mailStepNeeds}</span>
    </>
  )
}

/** The reader for whom the texts are filled in. */
function Reader({ preview }: { preview: LivePreview }) {
  const words = useWords().messages
  const { data: types } = useQuery(allTypes)
  const [typed, setTyped] = useState("")
  const { data: found } = useQuery({ ...customersBy(typed.trim()), enabled: typed.trim().length > 1 })
  return (
    <div class="pair-fields">
      <ComboBox<Someone>
        label={words.previewFor}
        placeholder={words.sample}
        value={preview.customer?.name ?? typed}
        onInput={(value) => {
          preview.setCustomer(null)
          setTyped(value)
        }}
        options={found?.data.slice(0, 6) ?? []}
        keyOf={({ id }) => id}
        show={({ name }) => name}
        onTake={({ id, name }) => preview.setCustomer({ id, name })}
      />
      <Field label={words.type}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={preview.typeId ?? ""}
            onInput={(event) => preview.setType(Number(event.currentTarget.value) || null)}
          >
            <option value="">{words.sampleType}</option>
            {types?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
