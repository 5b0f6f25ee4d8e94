/** A dialog over everything: the browser's own, so focus stays inside, Escape closes it, and focus returns. */
import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { useWords } from "../words/words.ts"
import { Icon } from "./icon.tsx"

interface DialogProps {
  title: string
  onClose(): void
  children: ComponentChildren
  /** The row of buttons. */
  actions?: ComponentChildren
}

export function Dialog({ title, onClose, children, actions }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    dialog.current!.showModal()
    // The first field gets the focus, past the button that closes.
    dialog.current!.querySelector<HTMLElement>(".content :is(input, select, textarea)")?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      // Escape closes the dialog, and not the panel that opened it.
      onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}
    >
      <div class="inside">
        <header>
          <h2 id={titleId}>{title}</h2>
          <CloseButton onClick={() => dialog.current!.close()} />
        </header>
        <div class="content">{children}</div>
        {actions && <footer>{actions}</footer>}
      </div>
    </dialog>
  )
}

export function CloseButton({ onClick }: { onClick(): void }) {
  return (
    <button
      type="button"
      class="button icon-only plain"
      aria-label={useWords().shell.close}
      onClick={onClick}
    >
      <Icon name="x" />
    </button>
  )
}
