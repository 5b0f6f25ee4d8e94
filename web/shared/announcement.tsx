import type { ComponentChildren } from "preact"

/** Said by screen readers when it changes, never seen. */
export function Announcement({ children }: { children: ComponentChildren }) {
  return <output class="said">{children}</output>
}
