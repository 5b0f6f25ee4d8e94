/**
 * What a page inside a frame and the script around it say to each other, version 1; `docs/embedding.md` holds the
 * contract. Sites keep old scripts, so within a version fields and messages are added, never changed or removed, and
 * both sides ignore what they don't know.
 */

/** The page to the window around it: it is there, and speaks this version. Holds nothing secret. */
export const helloType = "booking-frame:hello"
/** The answer, to the page's own origin, with a port for all that follows. */
export const portType = "booking-frame:port"
export const frameVersion = 1

export interface Hello {
  type: typeof helloType
  version: number
}

export type Scheme = "light" | "dark"

export interface PortOffer {
  type: typeof portType
  version: number
  /** How the surroundings look, whatever the visitor's system prefers. */
  scheme: Scheme
}

/** From the page, over the port. */
export type FromPage =
  /** How tall its content is, in CSS pixels. */
  | { type: "height"; pixels: number }
  /** The focus moved to something this far below the page's top, in CSS pixels. */
  | { type: "focus"; top: number }
  | { type: "booked" }
  /** Escape was pressed. */
  | { type: "close" }

/** To the page, over the port. */
export type ToPage = { type: "scheme"; scheme: Scheme }
