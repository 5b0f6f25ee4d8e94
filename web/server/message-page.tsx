import { titleOf } from "../shared/formats.ts"
import { type Language, speak } from "../shared/language.ts"
import { PhoneLink } from "../shared/phone-link.tsx"
import { Document } from "./document.tsx"
import { serverMessages } from "./messages.ts"
import type { MessagePage as MessagePageProps, PageAssets } from "./renderer.ts"

/** The empty address is the page's own, so a link to it loads the page again. */
const thisPage = ""

/** A page with one message. It needs no script. */
export function MessagePage({
  language,
  assets,
  ...page
}: MessagePageProps & { language: Language; assets: PageAssets }) {
  speak(language)
  const { kind, company, retryAfterSeconds = null, locale, nonce, framing } = page
  const { words, formats } = language
  const [heading, text] =
    kind === "ended" ? [words.ended, words.endedText(company?.name ?? null)] : serverMessages[locale][kind]
  return (
    <Document
      title={company ? titleOf(heading, company.name) : heading}
      locale={locale}
      accentColor={company?.accentColor}
      nonce={nonce}
      assets={assets}
      framing={framing}
    >
      <div id="app">
        <header class="masthead">{company && <span class="company">{company.name}</span>}</header>
        <main class="sheet at-ended">
          <div class="work">
            <div class="decide">
              <h1>{heading}</h1>
              <p>
                {text} {retryAfterSeconds !== null && words.pleaseWait(formats.wait(retryAfterSeconds))}
              </p>
              {kind === "ended" && company?.phone && <PhoneLink phone={company.phone} asButton />}
              {kind !== "ended" && kind !== "notFound" && (
                <a class="button" href={thisPage}>
                  {words.retry}
                </a>
              )}
            </div>
          </div>
        </main>
      </div>
    </Document>
  )
}
