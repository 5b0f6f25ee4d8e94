/** These choices say what a new key may do, until when, and from where. */
import { useId } from "preact/hooks"
import type { api } from "../api/client.ts"
import { Field } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"

type Grant = NonNullable<NonNullable<Parameters<typeof api.createApiKey>[0]>["scopes"]>[number]
type Scope = Extract<Grant, `${string}:${string}`>
type Part = Scope extends `${infer Name}:${string}` ? Name : never

/** Each part with what can be done of it. */
const verbsOf: { readonly [Name in Part]: readonly ("read" | "write")[] } = {
  availability: ["read"],
  appointments: ["read", "write"],
  customers: ["read", "write"],
  scheduling_requests: ["read", "write"],
  waiting_list: ["read", "write"],
  callbacks: ["read", "write"],
  plans: ["read", "write"],
  messages: ["read", "write"],
  appointment_types: ["read", "write"],
  providers: ["read", "write"],
  locations: ["read", "write"],
  resources: ["read", "write"],
  company: ["read", "write"],
  imports: ["write"],
  reports: ["read"],
  events: ["read"],
  webhooks: ["read", "write"],
  users: ["read", "write"],
  api_keys: ["read", "write"],
  audit: ["read"],
  test_companies: ["read", "write"],
  agent_tools: ["write"],
}
const partNames = Object.keys(verbsOf) as Part[]

export const grantChoices = ["all", "read", "schedule", "settings", "own"] as const
export const endChoices = ["never", "month", "quarter", "year"] as const
const daysUntil = { month: 30, quarter: 90, year: 365 }
const dayMs = 86_400_000

export interface KeyChoices {
  grant: (typeof grantChoices)[number]
  own: readonly Scope[]
  end: (typeof endChoices)[number]
  addresses: string
  origins: string
}

export const noChoices: KeyChoices = { grant: "all", own: [], end: "never", addresses: "", origins: "" }

/** Nothing chosen would be a key that opens nothing. */
export const isChosen = ({ grant, own, origins }: KeyChoices, isForWebsites: boolean): boolean =>
  isForWebsites ? linesOf(origins).length > 0 : grant !== "own" || own.length > 0

const linesOf = (typed: string) => typed.split(/[\s,]+/).filter((text) => text !== "")

/** The choices as the API takes them; fields that narrow nothing are left out. */
export function narrowed({ grant, own, end, addresses }: KeyChoices, now: number) {
  const networks = linesOf(addresses)
  const scopesSent: Grant[] | null = grant === "all" ? null : grant === "own" ? [...own] : [grant]
  return {
    ...(scopesSent ? { scopes: scopesSent } : {}),
    ...endOf(end, now),
    ...(networks.length === 0 ? {} : { allowed_addresses: networks }),
  }
}

/** The same of a publishable key, whose websites narrow it. */
export const forWebsites = ({ end, origins }: KeyChoices, now: number) => ({
  ...{ kind: "publishable" as const, allowed_origins: linesOf(origins) },
  ...endOf(end, now),
})

const endOf = (end: KeyChoices["end"], now: number) =>
  end === "never" ? {} : { expires_at: new Date(now + daysUntil[end] * dayMs).toISOString() }

interface Props {
  isForWebsites: boolean
  choices: KeyChoices
  onChange(choices: KeyChoices): void
}

export function KeyChoiceFields({ isForWebsites, ...props }: Props) {
  const { choices, onChange } = props
  const words = useWords().developers.keys
  if (isForWebsites)
    return (
      <>
        <LinesField
          label={words.origins}
          hint={words.originsHint}
          value={choices.origins}
          onInput={(origins) => onChange({ ...choices, origins })}
        />
        <EndField {...props} />
      </>
    )
  return (
    <>
      <Field label={words.may} hint={words.grantMeanings[choices.grant]}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={choices.grant}
            onInput={(event) =>
              onChange({ ...choices, grant: event.currentTarget.value as KeyChoices["grant"] })
            }
          >
            {grantChoices.map((each) => (
              <option key={each} value={each}>
                {words.grants[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {choices.grant === "own" && (
        <PartTable chosen={choices.own} onChange={(own) => onChange({ ...choices, own })} />
      )}
      <EndField {...props} />
      <LinesField
        label={words.addresses}
        hint={words.addressesHint}
        value={choices.addresses}
        onInput={(addresses) => onChange({ ...choices, addresses })}
      />
    </>
  )
}

function EndField({ choices, onChange }: Pick<Props, "choices" | "onChange">) {
  const words = useWords().developers.keys
  return (
    <Field label={words.ends}>
      {(attributes) => (
        <select
          class="input"
          {...attributes}
          value={choices.end}
          onInput={(event) => onChange({ ...choices, end: event.currentTarget.value as KeyChoices["end"] })}
        >
          {endChoices.map((each) => (
            <option key={each} value={each}>
              {words.endsAfter[each]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface LinesFieldProps {
  label: string
  hint: string
  value: string
  onInput(value: string): void
}

/** Several texts, one on each line. */
function LinesField({ label, hint, value, onInput }: LinesFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <textarea
          class="input"
          rows={2}
          {...attributes}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface PartTableProps {
  chosen: readonly Scope[]
  onChange(chosen: Scope[]): void
}

function PartTable({ chosen, onChange }: PartTableProps) {
  const words = useWords().developers.keys
  const id = useId()
  const boxOf = (part: Part, verb: "read" | "write") => {
    if (!verbsOf[part].includes(verb)) return null
    const scope = `${part}:${verb}` as Scope
    const said = verb === "read" ? words.partRead : words.partWrite
    return (
      <input
        type="checkbox"
        aria-label={said({ part: words.parts[part] })}
        checked={chosen.includes(scope)}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
        }
      />
    )
  }
  return (
    <table class="key-parts" aria-labelledby={id}>
      <thead>
        <tr>
          <th scope="col" id={id}>
            {words.part}
          </th>
          <th scope="col">{words.toRead}</th>
          <th scope="col">{words.toWrite}</th>
        </tr>
      </thead>
      <tbody>
        {partNames.map((part) => (
          <tr key={part}>
            <th scope="row">{words.parts[part]}</th>
            <td>{boxOf(part, "read")}</td>
            <td>{boxOf(part, "write")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
