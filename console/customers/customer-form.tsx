/** Makes a customer, or changes one. A refusal that names a field stands beside it. */
import { useState } from "preact/hooks"
import { api, Refusal } from "../api/client.ts"
import { shownPhone } from "../formats.ts"
import { ConflictFacts, ConflictNote } from "../parts/conflict-note.tsx"
import { Dialog } from "../parts/dialog.tsx"
import { Field, TextField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { go } from "../router.ts"
import { type Conflict, useSaving } from "../saving.ts"
import { useWords } from "../words/words.ts"
import { type Customer, readCustomerAgain } from "./customer-data.ts"
import { countryOf, internationalNumber, isNumber } from "./typed-contact.ts"

interface CustomerFormProps {
  /** Left out to make one. */
  customer?: Customer
  /** The search text: it is the new customer's number, email or name. */
  typed?: string
  onClose(): void
}

const addressFields = ["line1", "line2", "city", "state", "postal_code"] as const

export function CustomerForm({ customer, typed = "", onClose }: CustomerFormProps) {
  const words = useWords().customers
  const [draft, setDraft] = useState(() => (customer ? draftOf(customer) : draftFrom(typed)))
  // The form begins with what was read when it opened. What is read again meanwhile does not change it.
  const [opened] = useState(customer)
  const save = useSaving({
    record: opened ?? { version: 0 },
    read: () => api.readCustomer({ id: opened!.id }),
    send: ({ if_version, ...input }: Input & { if_version: number }) =>
      opened ? api.updateCustomer({ id: opened.id, if_version, ...input }) : api.createCustomer(input),
    asSent: (field, value) => (field === "address" ? addressAsSent(value as Customer["address"]) : value),
    onSuccess: async ({ id }) => {
      await readCustomerAgain(id)
      onClose()
      if (!customer) go(`/customers/${id}`)
    },
  })
  const { failure } = save
  const run = () => save.run(inputOf(draft, opened ?? null))
  const field = (name: keyof Draft) => ({
    label: words.fields[name],
    value: draft[name],
    onInput: (value: string) => setDraft({ ...draft, [name]: value }),
    autocomplete: "off",
    error: failure instanceof Refusal && fieldOf(failure) === name ? failure.message : null,
  })
  return (
    <Dialog title={customer ? words.edit : words.make} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        <div class="pair-fields">
          <TextField {...field("first_name")} required maxLength={200} />
          <TextField {...field("last_name")} maxLength={200} />
        </div>
        <div class="pair-fields">
          <TextField {...field("phone")} type="tel" />
          <TextField {...field("email")} type="email" />
        </div>
        <TextField {...field("line1")} />
        <TextField {...field("line2")} />
        <div class="pair-fields three">
          <TextField {...field("city")} />
          <TextField {...field("state")} maxLength={2} />
          <TextField {...field("postal_code")} />
        </div>
        <div class="pair-fields">
          <TextField {...field("external_ref")} hint={words.referenceHint} />
          <Field label={words.fields.locale}>
            {(attributes) => (
              <select
                class="input"
                {...attributes}
                value={draft.locale}
                onInput={(event) => setDraft({ ...draft, locale: event.currentTarget.value })}
              >
                <option value="">{words.anyLanguage}</option>
                <option value="en">English</option>
                <option value="es">Español</option>
                <option value="fr">Français</option>
              </select>
            )}
          </Field>
        </div>
        {save.conflict && (
          <ConflictNote
            conflict={save.conflict}
            isRunning={save.isRunning}
            onKeepMine={run}
            onTakeTheirs={async () => {
              onClose()
              await readCustomerAgain(opened!.id)
            }}
          >
            <Theirs conflict={save.conflict} />
          </ConflictNote>
        )}
        {failure && !save.conflict && !(failure instanceof Refusal && fieldOf(failure)) && (
          <Refused error={failure} />
        )}
        <button type="submit" class="button primary" disabled={save.isRunning}>
          {words.save}
        </button>
      </form>
    </Dialog>
  )
}

type Input = ReturnType<typeof inputOf>

/** A conflict about the address is shown line by line. */
function Theirs({ conflict: { now, fields } }: { conflict: Conflict }) {
  const words = useWords().customers
  const theirs = draftOf(now as unknown as Customer)
  const names = fields.flatMap((field) => (field === "address" ? addressFields : [field as keyof Draft]))
  return <ConflictFacts facts={names.map((name) => ({ label: words.fields[name], now: theirs[name] }))} />
}

/** Without the coordinates that the service adds to the lines. */
function addressAsSent(address: Customer["address"]) {
  if (address === null) return null
  const { line1, line2, city, state, postal_code, country } = address
  return { line1, ...(line2 && { line2 }), city, state, postal_code, country }
}

interface Draft extends Record<(typeof addressFields)[number], string> {
  first_name: string
  last_name: string
  phone: string
  email: string
  external_ref: string
  locale: string
}

const empty: Draft = {
  first_name: "",
  last_name: "",
  phone: "",
  email: "",
  line1: "",
  line2: "",
  city: "",
  state: "",
  postal_code: "",
  external_ref: "",
  locale: "",
}

function draftOf({ first_name, last_name, phone, email, address, external_ref, locale }: Customer): Draft {
  return {
    first_name,
    last_name,
    phone: phone ? shownPhone(phone) : "",
    email: email ?? "",
    line1: address?.line1 ?? "",
    line2: address?.line2 ?? "",
    city: address?.city ?? "",
    state: address?.state ?? "",
    postal_code: address?.postal_code ?? "",
    external_ref: external_ref ?? "",
    locale: locale ?? "",
  }
}

function draftFrom(typed: string): Draft {
  const text = typed.trim()
  if (isNumber(text)) return { ...empty, phone: text }
  if (text.includes("@")) return { ...empty, email: text }
  const [first = "", ...rest] = text.split(/\s+/)
  return { ...empty, first_name: first, last_name: rest.join(" ") }
}

/**
 * The fields that were changed; an emptied one is null, which clears it. What stays is not sent: an address that is sent is
 * looked up on the map anew.
 */
function inputOf(draft: Draft, customer: Customer | null) {
  const before = customer ? draftOf(customer) : empty
  const isChanged = (name: keyof Draft) => draft[name].trim() !== before[name]
  const filled = (name: keyof Draft) => draft[name].trim() || null
  return {
    first_name: draft.first_name.trim(),
    ...(isChanged("last_name") && { last_name: draft.last_name.trim() }),
    ...(isChanged("phone") && { phone: internationalNumber(draft.phone) }),
    ...(isChanged("email") && { email: filled("email") }),
    ...(addressFields.some(isChanged) && { address: addressOf(draft, customer) }),
    ...(isChanged("external_ref") && { external_ref: filled("external_ref") }),
    ...(isChanged("locale") && { locale: filled("locale") as Customer["locale"] }),
  }
}

function addressOf(draft: Draft, customer: Customer | null) {
  const { line1, line2, city, state, postal_code } = draft
  if (addressFields.every((name) => draft[name].trim() === "")) return null
  const country = customer?.address?.country ?? countryOf(postal_code)
  return { line1, ...(line2.trim() && { line2 }), city, state: state.toUpperCase(), postal_code, country }
}

/** `address.city` is the form's `city`. */
const fieldOf = ({ field }: Refusal): keyof Draft | undefined => {
  const name = field?.split(".").at(-1)
  return name !== undefined && name in empty ? (name as keyof Draft) : undefined
}
