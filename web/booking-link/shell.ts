import type { LinkView, Locale } from "../shared/contract.ts"
import { formatsFor } from "../shared/formats.ts"
import { html, scriptJson } from "../shared/html.ts"
import { renderMessagePage } from "../shared/message-page.ts"
import { allMessages } from "../shared/messages/all.ts"
import { serverMessages } from "../shared/messages/server-only.ts"
import { type Framing, type PageAssets, pageDocument, scriptTags } from "../shared/page-document.ts"
import { shownPhone, telHref } from "../shared/phone.ts"
import { titleOf } from "../shared/title.ts"
import { firstScreen } from "./first-screen.ts"

export interface LinkPageOptions {
  /** What the link's page shows first; null when the link has ended. */
  view: LinkView | null
  /** Whose it was, and whom to call, when it has ended; null when the token is unknown. */
  ended: { companyName: string; companyPhone: string | null; companyAccentColor: string } | null
  locale: Locale
  nonce: string
  assets: PageAssets
  framing: Framing
}

/** The booking link's HTML: readable at once, brought to life by the script. Pure. */
export function renderLinkPage({ view, ended, locale, nonce, assets, framing }: LinkPageOptions): string {
  if (!view) {
    const company = { name: ended?.companyName ?? null, phone: ended?.companyPhone ?? null }
    const accentColor = ended?.companyAccentColor ?? null
    return renderMessagePage({ kind: "ended", company, accentColor, locale, nonce, assets, framing })
  }
  const words = allMessages[locale]
  const { name, phone, accentColor } = view.company
  const body = html`<noscript><p class="notice bad">${serverMessages[locale].noScript} ${
    phone && html`<a href="${telHref(phone)}">${shownPhone(phone)}</a>`
  }</p></noscript>
<div id="app">${firstScreen({ view, locale, words, formats: formatsFor(locale) })}</div>
<script type="application/json" id="view">${scriptJson(view)}</script>`
  const title = titleOf(view.appointmentType.name, name)
  const head = scriptTags(assets, nonce)
  return pageDocument({ title, locale, accentColor, nonce, assets, framing, head, body })
}
