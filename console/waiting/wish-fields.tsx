/** When, where and with whom a customer on the waiting list can come, and how much notice they need. */
import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import { allLocations, allProviders } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { weekdayAndDay } from "../formats.ts"
import { ChoiceField, OneMoreField, TextField } from "../parts/field.tsx"
import { useWords, type Words } from "../words/words.ts"
import { partsOfDay, type WishDraft } from "./wish-draft.ts"

interface WishFieldsProps {
  draft: WishDraft
  today: string
  areDatesWrong: boolean
  onChange(part: Partial<WishDraft>): void
}

const week = [1, 2, 3, 4, 5, 6, 7]

export function WishFields({ draft, today, areDatesWrong, onChange }: WishFieldsProps) {
  const words = useWords().waiting
  const locations = useQuery(allLocations).data?.filter(({ active }) => active) ?? []
  const providers = useQuery(allProviders).data?.filter(({ active }) => active) ?? []
  const typeIds = [draft.typeId, ...draft.thenTypeIds]
  const able = providers.filter(({ appointment_type_ids }) =>
    appointment_type_ids.some((id) => typeIds.includes(id)),
  )
  return (
    <>
      <div class="pair-fields">
        <TextField
          label={words.from}
          type="date"
          required
          value={draft.from}
          onInput={(from) => from && onChange({ from })}
        />
        <TextField
          label={words.until}
          type="date"
          required
          value={draft.until}
          error={areDatesWrong ? words.datesWrong({ today: weekdayAndDay(today).day }) : null}
          onInput={(until) => until && onChange({ until })}
        />
      </div>
      <Chips
        legend={words.days}
        of={week.map((day) => [day, weekdayAndDay(`2024-01-0${day}`).weekday])}
        chosen={draft.weekdays}
        onChoose={(weekdays) => onChange({ weekdays })}
      />
      <Chips
        legend={words.timeOfDay}
        of={partsOfDay.map((part) => [part, words.parts[part]])}
        chosen={draft.parts}
        onChoose={(parts) => onChange({ parts })}
      />
      {draft.keptId === null && locations.length > 1 && (
        <SomeOf
          label={words.where}
          any={words.anywhere}
          of={locations}
          chosen={draft.locationIds}
          onChange={(locationIds) => onChange({ locationIds })}
        />
      )}
      {draft.keptId === null && able.length > 1 && (
        <SomeOf
          label={words.whom}
          any={words.anyone}
          of={able}
          chosen={draft.providerIds}
          onChange={(providerIds) => onChange({ providerIds })}
        />
      )}
      <ChoiceField
        label={words.notice}
        value={draft.noticeMinutes}
        of={noticesWith(draft.noticeMinutes, words)}
        onChoose={(noticeMinutes) => onChange({ noticeMinutes })}
      />
    </>
  )
}

const [hour, day] = [60, 24 * 60]

/** A notice that was set by the API may be none of the usual ones. */
function noticesWith(minutes: number, words: Words["waiting"]): { id: number; name: string }[] {
  const usual = [0, hour, 2 * hour, 4 * hour, day, 2 * day, 7 * day]
  const all = usual.includes(minutes) ? usual : [...usual, minutes].sort((a, b) => a - b)
  return all.map((id) => ({ id, name: noticeName(id, words) }))
}

function noticeName(minutes: number, words: Words["waiting"]): string {
  if (minutes === 0) return words.howeverSoon
  if (minutes % day === 0) return words.daysAhead({ count: minutes / day })
  if (minutes % hour === 0) return words.hoursAhead({ count: minutes / hour })
  return words.minutesAhead({ count: minutes })
}

interface ChipsProps<Value> {
  legend: string
  of: readonly (readonly [Value, ComponentChildren])[]
  /** None is any. */
  chosen: readonly Value[]
  onChoose(chosen: Value[]): void
}

function Chips<Value extends string | number>({ legend, of, chosen, onChoose }: ChipsProps<Value>) {
  return (
    <fieldset class="set">
      <legend>{legend}</legend>
      <div class="chips">
        {of.map(([value, shown]) => {
          const isOn = chosen.includes(value)
          return (
            <button
              key={value}
              type="button"
              class="choice-chip"
              aria-pressed={isOn}
              onClick={() => onChoose(isOn ? chosen.filter((other) => other !== value) : [...chosen, value])}
            >
              {shown}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

interface SomeOfProps {
  label: string
  any: string
  of: readonly { id: number; name: string }[]
  /** None is any. */
  chosen: readonly number[]
  onChange(chosen: number[]): void
}

/** A list that may be long: the chosen ones, and a select for one more. */
function SomeOf({ label, any, of, chosen, onChange }: SomeOfProps) {
  const words = useWords().waiting
  const select = useRef<HTMLSelectElement>(null)
  return (
    <div class="stack">
      <OneMoreField
        label={label}
        empty={chosen.length === 0 ? any : words.oneMore}
        of={of.filter(({ id }) => !chosen.includes(id))}
        onChoose={(id) => onChange([...chosen, id])}
        select={select}
      />
      {chosen.length > 0 && (
        <ul class="chips" aria-label={label}>
          {chosen.map((id) => {
            const name = of.find((one) => one.id === id)?.name ?? `${id}`
            return (
              <li key={id}>
                <button
                  type="button"
                  class="choice-chip"
                  onClick={() => {
                    onChange(chosen.filter((other) => other !== id))
                    select.current?.focus()
                  }}
                >
                  {words.leaveOut({ name })}
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
