import type { Locale } from "./contract.ts"
import { type Html, html } from "./html.ts"
import { allMessages } from "./messages/all.ts"
import { serverMessages } from "./messages/server-only.ts"
import { type Framing, type PageAssets, pageDocument } from "./page-document.ts"
import { shownPhone, telHref } from "./phone.ts"
import { titleOf } from "./title.ts"

/** `ended`: a link that no longer works, or never did; `notFound`: no such page; the others may work when tried again. */
export type MessageKind = "ended" | "notFound" | "tooMany" | "busy" | "failed"

export interface MessagePage {
  kind: MessageKind
  company: { name: string | null; phone: string | null }
  /** How long to wait before trying again; null when nobody knows. */
  retryAfterSeconds?: number | null
  /** Null takes the neutral colour. */
  accentColor: string | null
  locale: Locale
  nonce: string
  assets: Pick<PageAssets, "styles" | "framed">
  framing: Framing
}

/** A page that says one thing and needs no script. */
export function renderMessagePage({
  kind,
  company,
  retryAfterSeconds = null,
  accentColor,
  locale,
  nonce,
  assets,
  framing,
}: MessagePage): string {
  const words = allMessages[locale]
  const { name } = company
  const { heading, text, wayOn } = told(kind, company, locale)
  const body = html`<div id="app">
<header class="masthead">${name && html`<span class="company">${name}</span>`}</header>
<main class="sheet at-ended"><div class="work"><div class="decide">
<h1>${heading}</h1>
<p>${text} ${retryAfterSeconds !== null && words.waitSeconds(retryAfterSeconds)}</p>
${wayOn}
</div></div></main>
</div>`
  const title = name ? titleOf(heading, name) : heading
  return pageDocument({ title, locale, accentColor: accentColor ?? "", nonce, assets, framing, body })
}

interface Told {
  heading: string
  text: string
  wayOn: Html | null
}

function told(kind: MessageKind, { name, phone }: MessagePage["company"], locale: Locale): Told {
  const words = allMessages[locale]
  if (kind === "ended") {
    const wayOn =
      phone === null
        ? null
        : html`<a class="button primary" href="${telHref(phone)}">${words.call} ${shownPhone(phone)}</a>`
    return { heading: words.ended, text: words.endedText(name), wayOn }
  }
  const [heading, text] = serverMessages[locale][kind]
  return {
    heading,
    text,
    wayOn: kind === "notFound" ? null : html`<a class="button" href="">${words.retry}</a>`,
  }
}
