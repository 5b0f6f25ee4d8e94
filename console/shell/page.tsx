/** The frame of one screen: its bar with the title and tools, and its content. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { hasMoved, hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { HeaderWays } from "./header-ways.tsx"

interface PageProps {
  title: string
  /** Beside the title, quieter. */
  note?: ComponentChildren
  /** Before the title. */
  lead?: ComponentChildren
  /** At the end of the bar. */
  tools?: ComponentChildren
  /** The screen's own parts: a button that books, or also the palette's. */
  has?: "booking" | "both"
  /** The content fills the screen and scrolls by itself. */
  fills?: boolean
  children: ComponentChildren
}

export function Page({ title, note, lead, tools, has, fills = false, children }: PageProps) {
  const { company } = useSession()
  useLayoutEffect(() => {
    document.title = `${title} · ${company.name}`
  }, [title, company.name])
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused element may be gone with the screen before; keys and screen readers go on from the new one's name.
  useLayoutEffect(() => {
    if (hasMoved() && document.activeElement === document.body)
      heading.current!.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <header class="bar">
        {lead}
        <h1 ref={heading} tabIndex={-1}>
          <span>{title}</span> {note && <small>{note}</small>}
        </h1>
        <span class="gap" />
        {tools}
        <HeaderWays has={has} />
      </header>
      <main id="content" class={fills ? "main" : "main scrolls"} tabIndex={-1}>
        {fills ? children : <div class="wide">{children}</div>}
      </main>
    </>
  )
}

/** The way back to what the screen belongs to: a page's `lead`. */
export function BackLink({ to, name }: { to: string; name: string }) {
  return (
    <a class="button plain" href={hrefOf(to)}>
      <Icon name="left" small /> {name}
    </a>
  )
}
