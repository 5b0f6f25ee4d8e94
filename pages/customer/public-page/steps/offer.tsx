import type { ComponentChildren } from "preact"

interface OfferProps {
  /** The heading that it is the first under. */
  heading?: string | undefined
  name: string
  about: string | null
  imageUrl?: string | undefined
  onPick(): void
  /** A button beside it. */
  beside?: ComponentChildren
  children?: ComponentChildren
}

/** One tap leads on. */
export function Offer({ heading, name, about, imageUrl, onPick, beside, children }: OfferProps) {
  return (
    <>
      {heading && (
        <li class="category">
          <h3>{heading}</h3>
        </li>
      )}
      <li class={beside ? "with-button" : undefined}>
        <button type="button" class="offer" onClick={onPick}>
          <span>
            {imageUrl && <img class="face" src={imageUrl} alt="" loading="lazy" />}
            <strong>{name}</strong> {about && <small>{about}</small>}
          </span>{" "}
          {children}
        </button>
        {beside}
      </li>
    </>
  )
}
