/** Tries an address out: who would come there within a month, who would not, and why. By the search that customers use. */
import { useLayoutEffect, useState } from "preact/hooks"
import { addDays } from "../../ui/dates.ts"
import { api } from "../api/client.ts"
import { allTypes } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { formatsOf, localDate } from "../formats.ts"
import { Field, TextField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { activeProviders, type Provider, type Reason } from "./area-data.ts"
import type { GeoPoint } from "./projection.ts"

interface TryAddressProps {
  /** The latest answer; null before the first one, and after the question was changed. */
  verdicts: readonly Verdict[] | null
  onVerdicts(verdicts: readonly Verdict[] | null): void
  /** A place pressed on the map, instead of an address. */
  place: GeoPoint | null
  isOpen: boolean
  /** The area that is shown is not the one that is asked about. */
  isUnsaved: boolean
  onOpen(isOpen: boolean): void
  onPoint(place: GeoPoint | null): void
}

const noAddress = { line1: "", city: "", state: "", postal_code: "" }
const triedDays = 31

export interface Verdict {
  provider: Provider
  /** The first time; null when they do not come. */
  first: { start_time: string; timezone: string } | null
  reasons: Reason[]
}

export function TryAddress(props: TryAddressProps) {
  const { verdicts, onVerdicts, place, isOpen, isUnsaved, onOpen, onPoint } = props
  const words = useWords().areas
  const { company } = useSession()
  const { data: types } = useQuery(allTypes)
  const { data: providers } = useQuery(activeProviders)
  const visits = types?.filter((type) => type.place === "at_customer" && type.active) ?? []
  const [typeId, setTypeId] = useState<number | null>(null)
  const [address, setAddress] = useState(noAddress)
  const type = visits.find(({ id }) => id === typeId) ?? visits[0]
  const tomorrow = addDays(localDate(Date.now(), company.timezone), 1)
  const ask = useWrite({
    onMutate: () => onVerdicts(null),
    mutationFn: () =>
      judge(
        {
          typeId: type!.id,
          start: tomorrow,
          where: place
            ? { latitude: place.latitude, longitude: place.longitude }
            : { address: sent(address) },
        },
        providers!.filter((provider) => provider.appointment_type_ids.includes(type!.id)),
      ),
  })
  useLayoutEffect(() => {
    ask.reset()
    onVerdicts(null)
  }, [place, type?.id, address])
  const canAsk =
    type && providers && (place !== null || Object.values(address).every((part) => part.trim() !== ""))
  const field = (name: keyof typeof noAddress) => ({
    label: words.fields[name],
    value: address[name],
    autocomplete: "off",
    onInput: (value: string) => {
      onPoint(null)
      setAddress({ ...address, [name]: value })
    },
  })
  return (
    <section class="card" aria-labelledby="try-address">
      <header>
        <h2 id="try-address">{words.try}</h2>
        <button type="button" class="button" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {isOpen ? words.tryNot : words.tryNow}
        </button>
      </header>
      {isOpen && (
        <form
          class="content stack"
          onSubmit={(event) => {
            event.preventDefault()
            // A changed question resets the mutation, so this runs only for the latest one.
            ask.run(undefined, { onSuccess: onVerdicts })
          }}
        >
          {types && visits.length === 0 && <p class="hint">{words.noVisits}</p>}
          <Field label={words.type}>
            {(attributes) => (
              <select
                class="input"
                {...attributes}
                value={type?.id ?? ""}
                onInput={(event) => setTypeId(Number(event.currentTarget.value))}
              >
                {visits.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TextField {...field("line1")} />
          <div class="pair-fields">
            <TextField {...field("city")} />
            <TextField {...field("state")} maxLength={120} />
            <TextField {...field("postal_code")} />
          </div>
          {place && <p class="hint">{words.pressed({ where: `${place.latitude}, ${place.longitude}` })}</p>}
          {isUnsaved && <p class="hint">{words.saveFirst}</p>}
          <button type="submit" class="button primary" disabled={!canAsk || ask.isRunning}>
            {words.ask}
          </button>
          <Refused error={ask.failure} />
          {verdicts && (
            <ul class="rows verdicts" aria-live="polite">
              {verdicts.length === 0 && <li>{words.nobody}</li>}
              {verdicts.map(({ provider, first, reasons }) => (
                <li key={provider.id}>
                  <div>
                    <strong>{provider.name}</strong>{" "}
                    <span class={first ? "tag ok" : "tag bad"}>{first ? words.comes : words.comesNot}</span>
                    {first && (
                      <p class="hint">
                        {words.firstTime({ time: formatsOf(first.timezone).moment(first.start_time) })}
                      </p>
                    )}
                    {reasons.map(({ code, message, lift }) => (
                      <p key={code}>
                        {message} <span class="hint">{lift}</span>
                      </p>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </form>
      )}
    </section>
  )
}

/** Postal codes of Canada begin with a letter. */
const sent = (address: typeof noAddress) => ({
  ...address,
  country: /^\s*[a-z]/i.test(address.postal_code) ? "CA" : "US",
})

type Where = { address: ReturnType<typeof sent> } | GeoPoint

interface Asked {
  typeId: number
  /** The first date that is looked at. */
  start: string
  where: Where
}

async function judge(asked: Asked, providers: readonly Provider[]): Promise<Verdict[]> {
  const { typeId, start, where } = asked
  const found = await api.findSlots({
    appointment_type_id: typeId,
    start_date: start,
    end_date: addDays(start, triedDays),
    ...where,
  })
  return Promise.all(
    providers.map(async (provider): Promise<Verdict> => {
      const offered = found.providers
        .filter(({ provider_id, slots }) => provider_id === provider.id && slots.length > 0)
        .map(({ slots, timezone }) => ({ start_time: slots[0]!.start_time, timezone }))
        .sort((a, b) => a.start_time.localeCompare(b.start_time))
      if (offered[0]) return { provider, first: offered[0], reasons: [] }
      return { provider, first: null, reasons: await reasonsOf(asked, provider.id) }
    }),
  )
}

/**
 * Reasons about the location come first, since they hold on every day; else the reason that most starts of the first
 * day share.
 */
const aboutAddress = new Set(["no_address", "out_of_service_area", "too_far", "unreachable"])

async function reasonsOf({ typeId, start, where }: Asked, providerId: number): Promise<Reason[]> {
  const { starts } = await api.explainSlots({
    appointment_type_id: typeId,
    provider_id: providerId,
    date: start,
    ...where,
  })
  const byCode = new Map<string, { reason: Reason; count: number }>()
  for (const reason of starts.flatMap(({ reasons }) => reasons)) {
    const { count = 0 } = byCode.get(reason.code) ?? {}
    byCode.set(reason.code, { reason, count: count + 1 })
  }
  const all = [...byCode.values()].sort((a, b) => b.count - a.count).map(({ reason }) => reason)
  const ofAddress = all.filter(({ code }) => aboutAddress.has(code))
  return ofAddress.length > 0 ? ofAddress : all.slice(0, 2)
}
