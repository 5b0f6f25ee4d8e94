/**
 * The messages between a page in a frame and the script around it, version 1; `docs/embedding.md` explains them. Sites
 * keep old scripts, so within a version fields and messages are only added, and both sides ignore unknown ones.
 */

/** From the page to the window around it: the page has loaded and speaks this version. Holds nothing secret. */
export const helloType = "booking-frame:hello"
/** The answer, sent to the page's own origin, with a port for all further messages. */
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
  /** The scheme of the site around, which may differ from the visitor's system. */
  scheme: Scheme
  /** For a public page: the choices and contact details that the site knows, so that they stand in no address. */
  fill?: Prefill
}

/** Choices by id or name, and contact details. */
export type Prefill = Partial<Record<(typeof prefillNames)[number], string>>
export const prefillNames = ["type", "person", "place", "name", "email", "phone"] as const

/** From the page, over the port. */
export type FromPage =
  /** The height of its content, in CSS pixels. */
  | { type: "height"; pixels: number }
  /** The focus moved to something this far below the page's top, in CSS pixels. */
  | { type: "focus"; top: number }
  | { type: "booked" }
  /** Escape was pressed. */
  | { type: "close" }

/** To the page, over the port. */
export type ToPage = { type: "scheme"; scheme: Scheme }
