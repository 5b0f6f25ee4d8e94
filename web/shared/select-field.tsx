interface SelectFieldProps {
  label: string
  options: { id: number; name: string }[]
  /** Null selects the first option. */
  value: number | null
  /** The text of an option before the others that stands for all of them. */
  any?: string
  /** Gets null for `any`. */
  onPick(id: number | null): void
}

/** A labelled list to choose one option from. */
export function SelectField({ label, options, value, any, onPick }: SelectFieldProps) {
  return (
    <label class="filter">
      <span>{label}</span>
      <select
        value={value ?? ""}
        onChange={({ currentTarget }) => onPick(Number(currentTarget.value) || null)}
      >
        {any && <option value="">{any}</option>}
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
