/** A box that scrolls: keys reach it, since the keyboard scrolls only what has the focus. */
import type { ComponentChildren } from "preact"

interface ScrolledProps {
  class: string
  label: string
  children: ComponentChildren
}

export function Scrolled({ class: className, label, children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section class={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
