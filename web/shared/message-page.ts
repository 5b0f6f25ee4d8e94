import type { Locale } from "./contract.ts"
import { html } from "./html.ts"
import { allMessages } from "./messages/all.ts"
import { serverMessages } from "./messages/server-only.ts"
import { pageDocument } from "./page-document.ts"
import { shownPhone, telHref } from "./phone.ts"
import { titleOf } from "./title.ts"

export interface MessagePage {
  /** `ended`: a link that no longer works, or never did; `notFound`: no such page. */
  kind: "ended" | "notFound"
  company: { name: string | null; phone: string | null }
  /** Null takes the neutral colour. */
  accentColor: string | null
  locale: Locale
  nonce: string
  styles: string[]
}

/** A page that says one thing and needs no script. */
export function renderMessagePage({
  kind,
  company,
  accentColor,
  locale,
  nonce,
  styles,
}: MessagePage): string {
  const words = allMessages[locale]
  const { name, phone } = company
  const { notFound, notFoundText } = serverMessages[locale]
  const heading = kind === "ended" ? words.ended : notFound
  const call =
    phone && html`<a class="button primary" href="${telHref(phone)}">${words.call} ${shownPhone(phone)}</a>`
  const body = html`<div id="app">
<header class="masthead">${name && html`<span class="company">${name}</span>`}</header>
<main class="sheet at-ended"><div class="work"><div class="decide">
<h1>${heading}</h1>
<p>${kind === "ended" ? words.endedText(name) : notFoundText}</p>
${kind === "ended" && call}
</div></div></main>
</div>`
  const title = name ? titleOf(heading, name) : heading
  return pageDocument({ title, locale, accentColor: accentColor ?? "", nonce, styles, body })
}
