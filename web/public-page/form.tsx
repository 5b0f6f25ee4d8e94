import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import type { Invalid } from "./draft.ts"

interface FormProps {
  invalid: Invalid
  onSend(): void
  children: ComponentChildren
}

/** Fields that are sent together. What cannot be sent is told at its field, and the first such gets the focus. */
export function Form({ invalid, onSend, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [invalid])
  const onSubmit = (event: Event) => {
    event.preventDefault()
    onSend()
  }
  return (
    <form class="form" noValidate ref={form} onSubmit={onSubmit}>
      {children}
    </form>
  )
}
