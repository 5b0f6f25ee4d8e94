import type { ComponentChildren } from "preact"

interface OfferProps {
  name: string
  about: string | null
  onPick(): void
  /** A button beside it. */
  beside?: ComponentChildren
  children?: ComponentChildren
}

/** One tap leads on. */
export function Offer({ name, about, onPick, beside, children }: OfferProps) {
  return (
    <li class={beside ? "with-button" : undefined}>
      <button type="button" class="offer" onClick={onPick}>
        <span>
          <strong>{name}</strong> {about && <small>{about}</small>}
        </span>{" "}
        {children}
      </button>
      {beside}
    </li>
  )
}
