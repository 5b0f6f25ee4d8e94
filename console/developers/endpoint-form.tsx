/** Makes an endpoint, or changes one: its address, and its events. */
import { useId, useState } from "preact/hooks"
import { type Answer, api, isRefusal } from "../api/client.ts"
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { ConflictFacts, ConflictNote } from "../parts/conflict-note.tsx"
import { Dialog } from "../parts/dialog.tsx"
import { CheckField, TextField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { useSaving } from "../saving.ts"
import { useWords } from "../words/words.ts"
import { type Endpoint, readEndpointsAgain, type Subscription, subscribableTypes } from "./endpoint-data.ts"
import { headersIn, OwnHeaders } from "./own-headers.tsx"

interface EndpointFormProps {
  /** Null to make one. */
  endpoint: Endpoint | null
  onClose(): void
  onMade?(endpoint: Answer<"createWebhookEndpoint">): void
}

interface Fields {
  url: string
  events: Subscription[]
  appointment_type_ids: number[]
  include_answers: boolean
  description: string | null
  headers?: Record<string, string> | null
}

const labels = {
  url: "url",
  events: "events",
  appointment_type_ids: "types",
  include_answers: "answers",
  description: "description",
  headers: "headers",
} as const

/** The API can name a noun's events or all. The form shows these, and they stay until somebody takes them away. */
const wider = (endpoint: Endpoint | null): Subscription[] =>
  endpoint?.events.filter((named) => named.endsWith("*")) ?? []

const usual: readonly Subscription[] = [
  "appointment.created",
  "appointment.rescheduled",
  "appointment.cancelled",
]

export function EndpointForm({ endpoint, onClose, onMade }: EndpointFormProps) {
  const { endpoints: words, ...general } = useWords().developers
  const [url, setUrl] = useState(endpoint?.url ?? "https://")
  const [events, setEvents] = useState<readonly Subscription[]>(endpoint?.events ?? usual)
  const [typeIds, setTypeIds] = useState<readonly number[]>(endpoint?.appointment_type_ids ?? [])
  const [withAnswers, setWithAnswers] = useState(endpoint?.include_answers ?? false)
  const [description, setDescription] = useState(endpoint?.description ?? "")
  const [headers, setHeaders] = useState("")
  const [isWithout, setWithout] = useState(false)
  const sentHeaders = isWithout ? null : headersIn(headers)
  const fields: Fields = {
    url: url.trim(),
    description: description.trim() || null,
    ...(sentHeaders === undefined ? {} : { headers: sentHeaders }),
    events: [...events],
    appointment_type_ids: [...typeIds],
    include_answers: withAnswers,
  }
  const save = useSaving({
    record: endpoint ?? { version: 0 },
    read: () => api.readWebhookEndpoint({ id: endpoint!.id }),
    send: async ({ if_version, ...sent }: Fields & { if_version: number }) => {
      if (!endpoint) onMade?.(await api.createWebhookEndpoint(sent))
      else await api.updateWebhookEndpoint({ id: endpoint.id, if_version, ...sent })
    },
    onSuccess: async () => {
      if (endpoint) await readEndpointsAgain()
      onClose()
    },
  })
  const { failure } = save
  const isUrl = isRefusal(failure, "invalid_input") && failure.field === "url"
  return (
    <Dialog title={endpoint ? words.edit : words.make} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          save.run(fields)
        }}
      >
        <TextField
          label={words.url}
          hint={words.urlHint}
          autocomplete="off"
          required
          maxLength={2_000}
          value={url}
          onInput={setUrl}
          error={isUrl ? failure.message : null}
        />
        <TextField
          label={words.description}
          hint={words.descriptionHint}
          autocomplete="off"
          maxLength={200}
          value={description}
          onInput={setDescription}
        />
        <OwnHeaders
          present={endpoint?.header_names ?? []}
          text={headers}
          onText={setHeaders}
          isWithout={isWithout}
          onWithout={setWithout}
        />
        <Choices
          legend={words.events}
          options={[...wider(endpoint), ...subscribableTypes].map((type) => ({ value: type, name: type }))}
          chosen={events}
          onChange={setEvents}
        />
        <TypeChoice chosen={typeIds} onChange={setTypeIds} />
        <div>
          <CheckField label={words.answers} checked={withAnswers} onChange={setWithAnswers} />
          <p class="hint">{words.answersHint}</p>
        </div>
        {save.conflict ? (
          <ConflictNote
            conflict={save.conflict}
            isRunning={save.isRunning}
            onKeepMine={() => save.run(fields)}
            onTakeTheirs={async () => {
              onClose()
              await readEndpointsAgain()
            }}
          >
            <ConflictFacts
              facts={save.conflict.fields.map((name) => ({
                label: words[labels[name as keyof Fields]],
                now: String(save.conflict!.now[name]).replaceAll(",", ", "),
              }))}
            />
          </ConflictNote>
        ) : (
          <Refused error={isUrl ? null : failure} />
        )}
        <button
          type="submit"
          class="button primary"
          disabled={save.isRunning || events.length === 0 || url.trim() === ""}
        >
          {general.save}
        </button>
      </form>
    </Dialog>
  )
}

/** None chosen means all, so that types of later days are in it too. */
function TypeChoice({
  chosen,
  onChange,
}: {
  chosen: readonly number[]
  onChange(ids: readonly number[]): void
}) {
  const words = useWords().developers.endpoints
  const { data: types } = useQuery(allTypes)
  const [isSome, setSome] = useState(chosen.length > 0)
  const id = useId()
  if (!types) return null
  return (
    <>
      <div>
        <p class="field-legend" id={id}>
          {words.types}
        </p>
        <fieldset class="segments" aria-labelledby={id}>
          {[false, true].map((some) => (
            <button
              key={String(some)}
              type="button"
              class="button"
              aria-pressed={isSome === some}
              onClick={() => {
                setSome(some)
                onChange([])
              }}
            >
              {some ? words.someTypes : words.everyType}
            </button>
          ))}
        </fieldset>
      </div>
      {isSome && (
        <Choices
          legend={words.someTypes}
          options={types.map(({ id, name }) => ({ value: id, name }))}
          chosen={chosen}
          onChange={onChange}
        />
      )}
    </>
  )
}

interface ChoicesProps<Value> {
  legend: string
  options: readonly { value: Value; name: string }[]
  chosen: readonly Value[]
  onChange(chosen: readonly Value[]): void
}

function Choices<Value extends string | number>({ legend, options, chosen, onChange }: ChoicesProps<Value>) {
  return (
    <fieldset>
      <legend class="field-legend">{legend}</legend>
      {options.map(({ value, name }) => (
        <CheckField
          key={value}
          label={name}
          checked={chosen.includes(value)}
          onChange={(isChecked) =>
            onChange(isChecked ? [...chosen, value] : chosen.filter((each) => each !== value))
          }
        />
      ))}
    </fieldset>
  )
}
