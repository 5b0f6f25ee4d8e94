/** The customer of the booking: one who is found while typing, or one who is made with it. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { api, type Row } from "../api/client.ts"
import { allLocations } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { countryOf, internationalNumber, isNumber } from "../customers/typed-contact.ts"
import { shownPhone } from "../formats.ts"
import { ComboBox } from "../parts/combo-box.tsx"
import { TextField } from "../parts/field.tsx"
import { failureAt, Refused } from "../parts/states.tsx"
import { useWords } from "../words/words.ts"

export type Customer = Row<"listCustomers">

const mostFound = 6

interface CustomerChoiceProps {
  customer: Customer | null
  /** The type takes place at the customer's. */
  needsAddress: boolean
  onChange(customer: Customer | null): void
}

export function CustomerChoice({ customer, needsAddress, onChange }: CustomerChoiceProps) {
  const words = useWords().board
  const [typed, setTyped] = useState("")
  const [isNew, setNew] = useState(false)
  const [isAgain, setAgain] = useState(false)
  if (customer)
    return (
      <div class="field">
        <span class="hint">{words.customer}</span>
        <div class="row spread">
          <span>
            <strong>{customer.name}</strong> {customer.phone && shownPhone(customer.phone)}
          </span>
          <button
            type="button"
            class="button"
            onClick={() => {
              setAgain(true)
              onChange(null)
            }}
          >
            {words.change}
          </button>
        </div>
      </div>
    )
  if (isNew)
    return (
      <NewCustomer
        typed={typed}
        needsAddress={needsAddress}
        onMade={(made) => {
          setNew(false)
          onChange(made)
        }}
        onBack={() => {
          setAgain(true)
          setNew(false)
        }}
      />
    )
  return (
    <CustomerSearch
      typed={typed}
      isAgain={isAgain}
      onType={setTyped}
      onTake={onChange}
      onNew={() => setNew(true)}
    />
  )
}

interface CustomerSearchProps {
  typed: string
  /** The button that leads back here is gone, and the focus with it. */
  isAgain: boolean
  onType(text: string): void
  onTake(customer: Customer): void
  onNew(): void
}

type Found = Customer | "new"

function CustomerSearch({ typed, isAgain, onType, onTake, onNew }: CustomerSearchProps) {
  const words = useWords().board
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isAgain) box.current!.querySelector("input")!.focus()
  }, [isAgain])
  const text = typed.trim()
  const { data, error } = useQuery({
    queryKey: ["find-customers", text] as const,
    queryFn: async () => (await api.listCustomers({ search: text, limit: mostFound })).data,
    enabled: text.length > 1,
  })
  // Enter must not make a customer who is about to be found.
  const options: Found[] = data || error ? [...(data ?? []), "new"] : []
  return (
    <div ref={box}>
      <ComboBox<Found>
        label={words.customer}
        value={typed}
        onInput={onType}
        options={options}
        keyOf={(option) => (option === "new" ? "new" : option.id)}
        show={(option) =>
          option === "new" ? (
            <strong>{text === "" ? words.newCustomer : words.newCustomerOf({ typed: text })}</strong>
          ) : (
            <>
              <strong>{option.name}</strong> <span>{option.phone && shownPhone(option.phone)}</span>
              <small>
                {option.address ? `${option.address.postal_code} ${option.address.city}` : option.email}
              </small>
            </>
          )
        }
        onTake={(option) => (option === "new" ? onNew() : onTake(option))}
        placeholder={words.customerHint}
      />
    </div>
  )
}

interface NewCustomerProps {
  /** The search text: it is the new customer's number, or the name. */
  typed: string
  needsAddress: boolean
  onMade(customer: Customer): void
  onBack(): void
}

interface Draft {
  name: string
  phone: string
  email: string
  line1: string
  city: string
  region: string
  postalCode: string
}

const blank: Draft = { name: "", phone: "", email: "", line1: "", city: "", region: "", postalCode: "" }

/** Made before the booking, so that the starts that are offered and the texts that will go are those of this customer. */
function NewCustomer({ typed, needsAddress, onMade, onBack }: NewCustomerProps) {
  const words = useWords().board
  const { data: locations } = useQuery(allLocations)
  // Most customers live where the company is.
  const home = locations?.[0]?.address
  const usual = home ? { city: home.city, region: home.state } : {}
  const [typedIn, setTypedIn] = useState<Partial<Draft>>(() => nameOrNumber(typed))
  const draft: Draft = { ...blank, ...usual, ...typedIn }
  const form = useRef<HTMLFormElement>(null)
  // The search that had the focus is gone.
  useLayoutEffect(() => form.current!.querySelector("input")!.focus(), [])
  const make = useWrite({ mutationFn: () => api.createCustomer(inputOf(draft)), onSuccess: onMade })
  const field = (name: keyof Draft) => ({
    label: words.newFields[name],
    value: draft[name],
    autocomplete: "off",
    onInput: (value: string) => setTypedIn({ ...typedIn, [name]: value }),
  })
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        make.run(undefined)
      }}
    >
      <h3>{words.newCustomer}</h3>
      <TextField {...field("name")} required error={failureAt(make.failure, "name")} />
      <TextField {...field("phone")} type="tel" error={failureAt(make.failure, "phone")} />
      <TextField {...field("email")} type="email" error={failureAt(make.failure, "email")} />
      <details open={needsAddress}>
        <summary>{words.address}</summary>
        <div class="stack">
          <TextField {...field("line1")} />
          <TextField {...field("city")} />
          <TextField {...field("region")} />
          <TextField {...field("postalCode")} />
        </div>
      </details>
      <Refused error={isAtField(make.failure) ? null : make.failure} />
      <div class="row">
        <button type="submit" class="button primary" disabled={make.isRunning}>
          {words.addCustomer}
        </button>
        <button type="button" class="button" onClick={onBack}>
          {words.findOther}
        </button>
      </div>
    </form>
  )
}

const isAtField = (failure: Error | null) =>
  ["name", "phone", "email"].some((field) => failureAt(failure, field) !== null)

const nameOrNumber = (typed: string): Partial<Draft> =>
  isNumber(typed) ? { phone: typed.trim() } : { name: typed.trim() }

function inputOf({
  name,
  phone: typedPhone,
  email,
  line1,
  city,
  region: state,
  postalCode: postal_code,
}: Draft) {
  const phone = internationalNumber(typedPhone)
  const address = { line1, city, state, postal_code, country: countryOf(postal_code) }
  return {
    name,
    ...(phone === null ? {} : { phone }),
    ...(email.trim() === "" ? {} : { email: email.trim() }),
    ...(line1.trim() === "" ? {} : { address }),
  }
}
