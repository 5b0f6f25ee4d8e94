import type { ComponentChildren } from "preact"

interface OfferProps {
  name: string
  about: string | null
  onPick(): void
  children?: ComponentChildren
}

/** One tap leads on. */
export function Offer({ name, about, onPick, children }: OfferProps) {
  return (
    <li>
      <button type="button" class="offer" onClick={onPick}>
        <span>
          <strong>{name}</strong> {about && <small>{about}</small>}
        </span>{" "}
        {children}
      </button>
    </li>
  )
}
