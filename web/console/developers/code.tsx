/** Text that may be wider or longer than its box. */
import type { ComponentChildren } from "preact"

interface CodeProps {
  label: string
  /** Breaks long lines instead of scrolling. */
  wraps?: boolean
  children: ComponentChildren
}

export function Code({ label, wraps = false, children }: CodeProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it
    <section class="code" tabIndex={0} aria-label={label}>
      <pre class={wraps ? "wraps" : undefined}>{children}</pre>
    </section>
  )
}
