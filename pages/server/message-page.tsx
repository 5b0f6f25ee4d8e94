import type { MessagePage as MessagePageProps, PageAssets } from "../../domain/contracts/page-renderer.ts"
import { type BookingLinkLanguage, bookingLinkWords } from "../customer/booking-link/words.ts"
import { PhoneLink } from "../shared/company.tsx"
import { titleOf } from "../shared/formats.ts"
import { MessageSheet } from "./message-sheet.tsx"
import { serverMessages } from "./messages.ts"

/** The empty address is the page's own, so a link to it loads the page again. */
const thisPage = ""

/** A page with one message. It needs no script. */
export function MessagePage({
  language,
  assets,
  ...page
}: MessagePageProps & { language: BookingLinkLanguage; assets: PageAssets }) {
  bookingLinkWords.speak(language)
  const { kind, company, retryAfterSeconds = null, locale, nonce, framing } = page
  const { shared, own } = language
  const heading = kind === "ended" ? own.ended : serverMessages[locale][kind].heading
  return (
    <MessageSheet
      brand={company?.name ?? null}
      heading={heading}
      title={company ? titleOf(heading, company.name) : heading}
      locale={locale}
      region={page.region}
      accentColor={company?.accentColor}
      nonce={nonce}
      assets={assets}
      framing={framing}
    >
      {kind === "ended" ? (
        <Ended company={company} language={language} />
      ) : (
        <p>
          {serverMessages[locale][kind].text}{" "}
          {retryAfterSeconds !== null &&
            shared.words.pleaseWait({ wait: shared.formats.wait(retryAfterSeconds) })}
        </p>
      )}
      {kind !== "ended" && kind !== "notFound" && (
        <a class="button" href={thisPage}>
          {shared.words.retry}
        </a>
      )}
    </MessageSheet>
  )
}

/** The way on without the link: call the company, or where the link was never one, look for the right one. */
function Ended({
  company,
  language: { shared, own },
}: {
  language: BookingLinkLanguage
  company: MessagePageProps["company"]
}) {
  return (
    <>
      {company ? (
        <>
          <p>{own.endedText}</p>
          {company.phone && <PhoneLink phone={company.phone} asButton />}
        </>
      ) : (
        <ol class="steps">
          {Object.values(serverMessages[shared.locale].unknownLink).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <p class="note">{serverMessages[shared.locale].oldLink}</p>
    </>
  )
}
