/** Who the booking is for: a customer who is found while typing, or one who is made with it. */
import { useState } from "preact/hooks"
import { api, type Row } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { countryOf, internationalNumber, isNumber } from "../customers/typed-contact.ts"
import { ComboBox } from "../parts/combo-box.tsx"
import { TextField } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"
import type { AppointmentType } from "./board-data.ts"

type Customer = Row<"listCustomers">

const mostFound = 6

/** A customer of the company, or one who is made with the booking. */
export interface Who {
  customer: Customer | null
  name: string
  phone: string
  line1: string
  city: string
  region: string
  postalCode: string
}

export const nobody: Who = {
  customer: null,
  name: "",
  phone: "",
  line1: "",
  city: "",
  region: "",
  postalCode: "",
}
interface CustomerChoiceProps {
  who: Who | null
  needsAddress: boolean
  onChange(who: Who | null): void
}

export function CustomerChoice({ who, needsAddress, onChange }: CustomerChoiceProps) {
  const words = useWords().board
  const [typed, setTyped] = useState("")
  if (who && !who.customer) return <NewCustomer who={who} needsAddress={needsAddress} onChange={onChange} />
  if (!who?.customer)
    return (
      <CustomerSearch
        typed={typed}
        onType={setTyped}
        onTake={(customer) => onChange({ ...nobody, customer })}
        onNew={() => onChange({ ...nobody, ...nameOrNumber(typed) })}
      />
    )
  return (
    <div class="field">
      <span class="hint">{words.customer}</span>
      <div class="row spread">
        <span>
          <strong>{who.customer.name}</strong> {who.customer.phone}
        </span>
        <button type="button" class="button" onClick={() => onChange(null)}>
          {words.change}
        </button>
      </div>
    </div>
  )
}

interface CustomerSearchProps {
  typed: string
  onType(text: string): void
  onTake(customer: Customer): void
  onNew(): void
}

type Found = Customer | "new"

function CustomerSearch({ typed, onType, onTake, onNew }: CustomerSearchProps) {
  const words = useWords().board
  const text = typed.trim()
  const { data } = useQuery({
    queryKey: ["find-customers", text] as const,
    queryFn: async () => (await api.listCustomers({ search: text, limit: mostFound })).data,
    enabled: text.length > 1,
  })
  const options: Found[] = [...(data ?? []), "new"]
  return (
    <ComboBox<Found>
      label={words.customer}
      value={typed}
      onInput={onType}
      options={options}
      keyOf={(option) => (option === "new" ? "new" : option.id)}
      show={(option) =>
        option === "new" ? (
          <strong>{words.newCustomer(text)}</strong>
        ) : (
          <>
            <strong>{option.name}</strong> <span>{option.phone}</span>
            <small>
              {option.address ? `${option.address.postal_code} ${option.address.city}` : option.email}
            </small>
          </>
        )
      }
      onTake={(option) => (option === "new" ? onNew() : onTake(option))}
      placeholder={words.customerHint}
    />
  )
}

interface NewCustomerProps {
  who: Who
  needsAddress: boolean
  onChange(who: Who | null): void
}

function NewCustomer({ who, needsAddress, onChange }: NewCustomerProps) {
  const words = useWords().board
  const field = (name: Exclude<keyof Who, "customer">) => ({
    label: words.newFields[name],
    value: who[name],
    onInput: (value: string) => onChange({ ...who, [name]: value }),
  })
  return (
    <fieldset class="stack">
      <legend class="said">{words.newCustomer("")}</legend>
      <TextField {...field("name")} autocomplete="off" required />
      <TextField {...field("phone")} type="tel" autocomplete="off" />
      {needsAddress && (
        <>
          <TextField {...field("line1")} autocomplete="off" />
          <TextField {...field("city")} autocomplete="off" />
          <TextField {...field("region")} autocomplete="off" />
          <TextField {...field("postalCode")} autocomplete="off" />
        </>
      )}
      <button type="button" class="button" onClick={() => onChange(null)}>
        {words.findOther}
      </button>
    </fieldset>
  )
}

/** What was typed into the search is the new customer's number, or the name. */
const nameOrNumber = (typed: string): Partial<Who> =>
  isNumber(typed) ? { phone: typed.trim() } : { name: typed.trim() }

export async function makeCustomer(who: Who, type: AppointmentType): Promise<Customer> {
  const phone = internationalNumber(who.phone)
  const { line1, city, region: state, postalCode: postal_code } = who
  const address = { line1, city, state, postal_code, country: countryOf(postal_code) }
  return api.createCustomer({
    name: who.name,
    ...(phone === null ? {} : { phone }),
    ...(type.place === "at_customer" && line1 !== "" ? { address } : {}),
  })
}
