/** Staff's knowledge of a customer: the warning above all, and the notes. Both are changed in place. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { readBoardsAgain } from "../board/board-data.ts"
import { Field } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { focusOnce, InlineForm } from "../parts/inline-form.tsx"
import { Warned } from "../parts/warned.tsx"
import { useSaving } from "../saving.ts"
import { useWords } from "../words/words.ts"
import { type Customer, readCustomerAgain } from "./customer-data.ts"

const most = { warning: 200, notes: 2_000 } as const
type Known = keyof typeof most

export function WarningStrip({ customer, isEdited, onEdit }: StripProps) {
  const words = useWords().customers
  if (isEdited)
    return (
      <section class="card" aria-label={words.warning}>
        <div class="content">
          <KnownForm customer={customer} field="warning" onDone={() => onEdit(false)} />
        </div>
      </section>
    )
  if (customer.warning === null) return null
  return (
    <Warned warning={customer.warning}>
      <span class="gap" />
      <button
        type="button"
        class="button"
        aria-label={`${words.edit}: ${words.warning}`}
        onClick={() => onEdit(true)}
      >
        {words.edit}
      </button>
    </Warned>
  )
}

interface StripProps {
  customer: Customer
  isEdited: boolean
  onEdit(isEdited: boolean): void
}

export function NotesCard({ customer, onWarn }: { customer: Customer; onWarn(): void }) {
  const { customers: words, board } = useWords()
  const [isEdited, setEdited] = useState(false)
  return (
    <section class="card" aria-labelledby="notes">
      <header>
        <h2 id="notes">{words.notes}</h2>
        {!isEdited && (
          <button
            type="button"
            class="button plain"
            aria-label={`${customer.notes === null ? board.addNotes : board.editNotes}: ${words.notes}`}
            onClick={() => setEdited(true)}
          >
            <Icon name="edit" small /> {customer.notes === null ? board.addNotes : board.editNotes}
          </button>
        )}
      </header>
      <div class="content stack">
        {isEdited ? (
          <KnownForm customer={customer} field="notes" onDone={() => setEdited(false)} />
        ) : customer.notes === null ? (
          <p class="hint">{words.noNotes}</p>
        ) : (
          <p class="notes">{customer.notes}</p>
        )}
        {customer.warning === null && (
          <button type="button" class="button" onClick={onWarn}>
            <Icon name="warning" small /> {words.addWarning}
          </button>
        )}
      </div>
    </section>
  )
}

interface KnownFormProps {
  customer: Customer
  field: Known
  onDone(): void
}

function KnownForm({ customer, field, onDone }: KnownFormProps) {
  const { customers: words, board } = useWords()
  const { id } = customer
  const [opened] = useState(customer)
  const [draft, setDraft] = useState(customer[field] ?? "")
  const save = useSaving({
    record: opened,
    read: () => api.readCustomer({ id }),
    send: (input: Partial<Record<Known, string | null>> & { if_version: number }) =>
      api.updateCustomer({ id, ...input }),
    onSuccess: async () => {
      await Promise.all([readCustomerAgain(id), readBoardsAgain()])
      onDone()
    },
  })
  const attributesOf = { maxLength: most[field], value: draft, ref: focusOnce }
  return (
    <InlineForm
      save={save}
      field={{ name: field, label: words[field] }}
      onSave={() => save.run({ [field]: draft.trim() === "" ? null : draft.trim() })}
      onDiscard={onDone}
      onTakeTheirs={async () => {
        await readCustomerAgain(id)
        onDone()
      }}
    >
      <Field label={words[field]} hint={field === "warning" ? words.warningHint : board.notesHint}>
        {(attributes) =>
          field === "warning" ? (
            <input
              class="input"
              {...attributes}
              {...attributesOf}
              onInput={(event) => setDraft(event.currentTarget.value)}
            />
          ) : (
            <textarea
              class="input"
              rows={5}
              {...attributes}
              {...attributesOf}
              onInput={(event) => setDraft(event.currentTarget.value)}
            />
          )
        }
      </Field>
    </InlineForm>
  )
}
