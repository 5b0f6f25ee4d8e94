/**
 * A panel at the side, over what stays in view and in use. Wherever the focus is, Escape closes it, and Ctrl and Enter press
 * its main button; focus goes into it and returns to what opened it.
 */
import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { useKeys } from "../shell/keys.tsx"
import { useWords } from "../words/words.ts"
import { CloseButton } from "./dialog.tsx"

interface PanelProps {
  title: ComponentChildren
  note?: ComponentChildren
  onClose(): void
  children: ComponentChildren
  actions?: ComponentChildren
}

export function Panel({ title, note, onClose, children, actions }: PanelProps) {
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const opener = document.activeElement
    const first = panel.current!.querySelector<HTMLElement>("[data-autofocus]")
    ;(first ?? panel.current!).focus()
    const finish = (event: KeyboardEvent) => {
      if (
        event.key !== "Enter" ||
        !(event.ctrlKey || event.metaKey) ||
        document.querySelector("dialog[open]")
      )
        return
      event.preventDefault()
      // A question that a panel asks is answered before anything else in it.
      const answer = panel.current!.querySelector<HTMLElement>(".question [type=submit]")
      ;(answer ?? panel.current!.querySelector<HTMLElement>("button.primary"))?.click()
    }
    addEventListener("keydown", finish)
    return () => {
      removeEventListener("keydown", finish)
      // The element that opened the panel may have been replaced meanwhile.
      const back = opener instanceof HTMLElement && opener.isConnected ? opener : null
      ;(back ?? document.querySelector<HTMLElement>(".grid, #content"))?.focus({ preventScroll: true })
    }
  }, [])
  useKeys([{ key: "Escape", does: useWords().shell.close, run: onClose }])
  return (
    <section
      ref={panel}
      class="panel"
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
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
