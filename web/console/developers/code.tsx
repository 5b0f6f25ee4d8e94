/** Text that may be wider or longer than its box. */

import type { ComponentChildren } from "preact"
import { Scrolled } from "../parts/scrolled.tsx"

interface CodeProps {
  label: string
  /** Breaks long lines instead of scrolling. */
  wraps?: boolean
  children: ComponentChildren
}

export function Code({ label, wraps = false, children }: CodeProps) {
  return (
    <Scrolled class="code" label={label}>
      <pre class={wraps ? "wraps" : undefined}>{children}</pre>
    </Scrolled>
  )
}
