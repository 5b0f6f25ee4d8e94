/**
 * The server bundle of the pages, as the customer host uses it. Types only: Node runs no `.tsx`, so the host loads the
 * bundle that Vite builds from `pages.tsx`.
 */
import type { LinkView } from "./booking-link.ts"
import type { Locale } from "./customer-pages.ts"
import type { PageStart } from "./public-page.ts"
import type { WaitingView } from "./waiting.ts"

/** Renders the whole HTML of a page. */
export interface PageRenderer {
  bookingLink(page: BookingLinkPage): string
  publicPage(page: PublicPage): string
  waitingLink(page: WaitingLinkPage): string
  message(page: MessagePage): string
  testGate(page: TestGatePage): string
  emailProof(page: EmailProofPage): string
  unsubscribe(page: UnsubscribePage): string
}

/** The export of the server bundle. */
export type CreateRenderer = (assetsOf: AssetsOf) => PageRenderer

export type AssetsOf = (page: "booking-link" | "public-page" | "waiting-link", locale: Locale) => PageAssets

/** The files that a page loads. All addresses are on its own origin. */
export interface PageAssets {
  script: string
  /** The text of its style sheets. They are part of the HTML, so that the first paint waits for no other request. */
  styles: string
  /** The modules that the script imports. */
  preload: string[]
  /** The text of the module that runs only inside another site's page: part of the HTML there, so that the frame is seen at once. */
  framed: string
}

interface RenderedPage {
  locale: Locale
  /** The visitor's country, by whose conventions dates and times are written; null when the browser names none. */
  region: string | null
  /** The nonce of the Content-Security-Policy; each script and style carries it. */
  nonce: string
  framing: Framing
  /** A test company's page says so. */
  isTest?: boolean
}

/** The sites that may show the page in a frame, and whether one does. */
export interface Framing {
  origins: readonly string[]
  /** From a request header that not every browser sends; the page's script also finds out by itself. */
  isFramed: boolean
}

export interface BookingLinkPage extends RenderedPage {
  /** Null when the link has ended. */
  view: LinkView | null
  /** The company of a link that has ended; null when the token is unknown. */
  ended: { companyName: string; companyPhone: string | null; companyAccentColor: string } | null
}

/** A waiting entry's page, or that its link has ended. */
export interface WaitingLinkPage extends RenderedPage {
  view: WaitingView | null
  ended: BookingLinkPage["ended"]
}

export interface PublicPage extends RenderedPage {
  start: PageStart
}

/** `ended`: a link that no longer works, or never did. `notFound`: no such page. The others may work when retried. */
export type MessageKind = "ended" | "notFound" | "tooMany" | "busy" | "failed"

/** Asks for the key of the test company whose page it stands for. */
export interface TestGatePage extends RenderedPage {
  companyName: string
  /** The address that the form is sent to. */
  action: string
  /** A key was sent, and it was not one of the company's. */
  isWrong: boolean
}

/** Asks the customer to confirm that they want no more offers by mail. */
export interface UnsubscribePage extends RenderedPage {
  company: { name: string; phone: string | null; accentColor: string }
  /** Offers go to the customer. */
  isSubscribed: boolean
  /** The address that the form is sent to. */
  action: string
}

/** Asks the reader of a mail whether the address is theirs. */
export interface EmailProofPage extends RenderedPage {
  company: { name: string; phone: string | null; accentColor: string }
  /** `unproven`: not answered yet. Null: theirs. */
  state: "unproven" | "unreachable" | "refused" | null
  /** To the soonest appointment; null without one. */
  manageUrl: string | null
  /** The address that the form is sent to. */
  action: string
}

/** A page with one message and no script of its own. */
export interface MessagePage extends RenderedPage {
  kind: MessageKind
  company?: { name: string; phone: string | null; accentColor: string }
  /** How long to wait before a retry, when that is known. */
  retryAfterSeconds?: number | null
}
