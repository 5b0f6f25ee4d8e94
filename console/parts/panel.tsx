/**
 * A panel at the side, over what stays in view and in use. Escape closes it; focus goes into it and returns to what opened
 * it.
 */
import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { CloseButton } from "./dialog.tsx"

interface PanelProps {
  title: ComponentChildren
  note?: ComponentChildren
  onClose(): void
  /** What Ctrl and Enter do, from any of its fields. */
  onSubmit?: (() => void) | undefined
  children: ComponentChildren
  actions?: ComponentChildren
}

export function Panel({ title, note, onClose, onSubmit, children, actions }: PanelProps) {
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const opener = document.activeElement
    const first = panel.current!.querySelector<HTMLElement>("[data-autofocus]")
    ;(first ?? panel.current!).focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <section
      ref={panel}
      class="panel"
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit?.()
        if (event.key !== "Escape" || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <header>
        <div>
          <h2 id={titleId}>{title}</h2>
          {note && <p class="hint">{note}</p>}
        </div>
        <CloseButton onClick={onClose} />
      </header>
      <div class="content">{children}</div>
      {actions && <footer>{actions}</footer>}
    </section>
  )
}
