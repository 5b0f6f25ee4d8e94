/** Inputs of one value, without their labels. */
import type { DistanceUnit } from "../../domain/units/distance.ts"
import { distanceUnit } from "../distances.ts"
import { ZoneOptions } from "../parts/zone-options.tsx"
import { spokenTag, useWords, type Words } from "../words/words.ts"
import type { TextControl, Unit } from "./controls.ts"
import type { Amount } from "./edit-values.ts"

export interface InputAttributes {
  id?: string
  "aria-label"?: string
  "aria-describedby"?: string
  "aria-invalid"?: "true"
}

interface InputProps<Edit> {
  attributes: InputAttributes
  edit: Edit
  onEdit(edit: Edit): void
}

export type TextInputProps = InputProps<string> & {
  control: TextControl
  /** The id of a list of texts that are offered while typing. */
  list?: string
}

export function TextInput({ control, attributes, edit, onEdit, list }: TextInputProps) {
  const { max, lines = 1, isSecret, example = "" } = control
  const shared = {
    class: "input",
    ...attributes,
    value: edit,
    maxLength: max,
    placeholder: example,
    autocomplete: isSecret ? "new-password" : "off",
  } as const
  if (lines > 1)
    return <textarea {...shared} rows={lines} onInput={(event) => onEdit(event.currentTarget.value)} />
  if (isSecret)
    return <input {...shared} type="password" onInput={(event) => onEdit(event.currentTarget.value)} />
  return <input {...shared} type="text" list={list} onInput={(event) => onEdit(event.currentTarget.value)} />
}

type NativeType = "tel" | "time" | "date" | "datetime-local"

export function NativeInput({ type, attributes, edit, onEdit }: InputProps<string> & { type: NativeType }) {
  return (
    <input
      class="input"
      {...attributes}
      // Preact types inputs by their `type`, which is not known here.
      {...({ type } as object)}
      autocomplete="off"
      value={edit}
      onInput={(event) => onEdit(event.currentTarget.value)}
    />
  )
}

/** A colour is picked, or typed as `#rrggbb`. */
export function ColorInput({ attributes, edit, onEdit }: InputProps<string>) {
  const words = useWords().settings
  return (
    <div class="input color">
      <input
        type="color"
        aria-label={words.pickColor}
        value={/^#[0-9a-f]{6}$/i.test(edit) ? edit : "#000000"}
        onInput={(event) => onEdit(event.currentTarget.value)}
      />
      <input
        {...attributes}
        type="text"
        maxLength={7}
        autocomplete="off"
        value={edit}
        onInput={(event) => onEdit(event.currentTarget.value)}
      />
    </div>
  )
}

/** The API's units in the company's. */
const unitsRead: Partial<Record<Unit, Record<DistanceUnit, keyof Words["settings"]["units"]>>> = {
  km: { km: "km", mi: "miles" },
  kmPerHour: { km: "kmPerHour", mi: "milesPerHour" },
}

/** Typed as text: a number field of the browser swallows what is no number, and the API could not say so. */
export function NumberInput({ unit, attributes, edit, onEdit }: InputProps<string> & { unit: Unit }) {
  return (
    <div class="input with-unit">
      <input
        {...attributes}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        value={edit}
        onInput={(event) => onEdit(event.currentTarget.value)}
      />
      <span class="unit">{useWords().settings.units[unitsRead[unit]?.[distanceUnit()] ?? unit]}</span>
    </div>
  )
}

const minutesOf = { minutes: 1, hours: 60, days: 1_440 }

export function MinutesInput({ attributes, edit, onEdit }: InputProps<Amount>) {
  const words = useWords().settings
  return (
    <div class="input with-unit">
      <input
        {...attributes}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        value={edit.amount}
        onInput={(event) => onEdit({ ...edit, amount: event.currentTarget.value })}
      />
      <select
        aria-label={words.unit}
        value={edit.unit}
        onInput={(event) => onEdit({ ...edit, unit: Number(event.currentTarget.value) })}
      >
        {Object.entries(minutesOf).map(([name, minutes]) => (
          <option key={name} value={minutes}>
            {words.timeUnits[name as keyof typeof minutesOf]}
          </option>
        ))}
      </select>
    </div>
  )
}

export function ZoneInput({
  attributes,
  edit,
  onEdit,
  isOptional,
}: InputProps<string> & { isOptional: boolean }) {
  const words = useWords().settings
  return (
    <select class="input" {...attributes} value={edit} onInput={(event) => onEdit(event.currentTarget.value)}>
      {(isOptional || edit === "") && (
        <option value="">{isOptional ? words.companyZone : words.choose}</option>
      )}
      <ZoneOptions chosen={edit} />
    </select>
  )
}

export const sortedByName = <One extends { name: string }>(rows: readonly One[]): One[] =>
  [...rows].sort((one, other) => one.name.localeCompare(other.name, spokenTag()))
