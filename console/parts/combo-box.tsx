/** A field that finds while it is typed in: a list under it, walked by arrows, taken by Enter. As the ARIA guide draws it. */
import type { ComponentChildren } from "preact"
import { useId, useState } from "preact/hooks"
import { Icon } from "./icon.tsx"

interface ComboBoxProps<Option> {
  label: string
  value: string
  onInput(value: string): void
  options: readonly Option[]
  keyOf(option: Option): string | number
  show(option: Option): ComponentChildren
  onTake(option: Option): void
  /** Said when nothing was found. */
  nothing?: string | null
  placeholder?: string
}

export function ComboBox<Option>(props: ComboBoxProps<Option>) {
  const { label, value, options, keyOf, show, onTake, nothing } = props
  const id = useId()
  const [at, setAt] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const chosen = Math.min(at, options.length - 1)
  const isShown = isOpen && value.trim() !== "" && (options.length > 0 || !!nothing)

  function keyDown(event: KeyboardEvent): void {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      setOpen(true)
      const step = event.key === "ArrowDown" ? 1 : -1
      setAt((chosen + step + options.length) % Math.max(1, options.length))
    } else if (event.key === "Enter" && isShown && options[chosen]) {
      event.preventDefault()
      take(options[chosen])
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }

  function take(option: Option): void {
    setOpen(false)
    onTake(option)
  }

  return (
    <div class="field combo">
      <label for={id}>{label}</label>
      <div class="input">
        <Icon name="search" />
        <input
          id={id}
          data-autofocus
          role="combobox"
          autocomplete="off"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isShown && options[chosen] ? `${id}-${chosen}` : undefined}
          placeholder={props.placeholder ?? ""}
          value={value}
          onInput={(event) => {
            setOpen(true)
            setAt(0)
            props.onInput(event.currentTarget.value)
          }}
          onKeyDown={keyDown}
          onBlur={() => setOpen(false)}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={label} hidden={!isShown}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the option
          <div
            key={keyOf(option)}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            // Before the field loses the focus, which closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(option)}
          >
            {show(option)}
          </div>
        ))}
        {options.length === 0 && nothing && <p class="hint">{nothing}</p>}
      </div>
    </div>
  )
}
