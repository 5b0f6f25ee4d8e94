import type { Locale } from "../shared/contract.ts"
import { formatsFor } from "../shared/formats.ts"
import { type Html, html, scriptJson } from "../shared/html.ts"
import { allMessages } from "../shared/messages/all.ts"
import { languageNames } from "../shared/messages/language-names.ts"
import { serverMessages } from "../shared/messages/server-only.ts"
import { type Framing, type PageAssets, pageDocument, scriptTags } from "../shared/page-document.ts"
import { shownPhone, telHref } from "../shared/phone.ts"
import type { PageView } from "./contract.ts"
import { allBookingMessages } from "./messages/all.ts"

export interface BookingPageOptions {
  view: PageView
  locale: Locale
  nonce: string
  assets: PageAssets
  framing: Framing
}

/** The public page's HTML: what is offered, readable at once, brought to life by the script. Pure. */
export function renderBookingPage({ view, locale, nonce, assets, framing }: BookingPageOptions): string {
  const { name, phone, accentColor } = view.company
  const body = html`<noscript><p class="notice bad">${serverMessages[locale].noScript} ${
    phone && html`<a href="${telHref(phone)}">${shownPhone(phone)}</a>`
  }</p></noscript>
<div id="app">${firstScreen(view, locale)}</div>
<script type="application/json" id="view">${scriptJson(view)}</script>`
  return pageDocument({
    title: allBookingMessages[locale].bookWith(name),
    locale,
    accentColor,
    nonce,
    assets,
    framing,
    isPublic: true,
    head: scriptTags(assets, nonce),
    body,
  })
}

/** The page before its script: the same look, nothing to press yet. */
function firstScreen(view: PageView, locale: Locale): Html {
  const { company, types } = view
  const isSingle = types.length === 1
  return html`<header class="masthead">
${company.logoUrl && html`<img src="${company.logoUrl}" alt="" height="40">`}
<span class="company">${company.name}</span>
<select class="language" aria-label="${allMessages[locale].language}" disabled><option>${languageNames[locale]}</option></select>
</header>
<main class="sheet at-${isSingle ? (types[0]!.needsAddress ? "where" : "choose") : "what"}">
${isSingle ? single(view, locale) : several(view, locale)}
</main>`
}

function single({ company, types }: PageView, locale: Locale): Html {
  const own = allBookingMessages[locale]
  const type = types[0]!
  const heading = type.needsAddress ? own.whereToCome : allMessages[locale].chooseTime
  return html`<section class="details">
<p class="hello">${own.bookWith(company.name)}</p>
<h1>${type.name}</h1>
<p class="length">${length(type, locale)}</p>
${type.description && html`<p class="description">${type.description}</p>`}
</section>
<div class="work"><div class="decide"><h2>${heading}</h2><div class="skeleton"></div></div></div>`
}

function several({ company, types }: PageView, locale: Locale): Html {
  const own = allBookingMessages[locale]
  return html`<section class="details"><h1>${own.bookWith(company.name)}</h1></section>
<div class="work"><div class="decide">
<h2>${own.chooseWhat}</h2>
<ul class="offers">${types.map(
    (type) =>
      html`<li><div class="offer"><strong>${type.name}</strong> <span class="note">${length(type, locale)}</span>${
        type.description && html` <span class="about">${type.description}</span>`
      }</div></li>`,
  )}</ul>
</div></div>`
}

function length(type: PageView["types"][number], locale: Locale): string {
  const labels = type.durationOptions.map(({ label }) => label).join(", ")
  return `${labels || formatsFor(locale).duration(type.blockMinutes)} · ${allMessages[locale].place[type.place]}`
}
