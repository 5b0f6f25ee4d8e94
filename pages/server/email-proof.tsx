/**
 * Asks, as the first mail does, that an email address is its reader's. It shows no address: another person may open it. It
 * needs no script.
 */

import type { EmailProofPage, PageAssets } from "../../domain/contracts/page-renderer.ts"
import { titleOf } from "../shared/formats.ts"
import { MessageSheet } from "./message-sheet.tsx"
import { serverMessages } from "./messages.ts"

export function EmailProof({
  company,
  state,
  manageUrl,
  action,
  locale,
  assets,
  ...page
}: EmailProofPage & { assets: PageAssets }) {
  const words = serverMessages[locale].emailProof
  const isStopped = state === "refused"
  const heading = isStopped ? words.stopped : state === null ? words.thanks : words.heading
  return (
    <MessageSheet
      brand={company.name}
      heading={heading}
      title={titleOf(heading, company.name)}
      locale={locale}
      accentColor={company.accentColor}
      assets={assets}
      {...page}
    >
      {isStopped ? (
        <p>{words.stoppedText}</p>
      ) : (
        <>
          <p>{state === null ? words.thanksText : words.text({ company: company.name })}</p>
          {manageUrl !== null && (
            <a class="button primary" href={manageUrl}>
              {words.open}
            </a>
          )}
          <form method="post" action={action} class="stack">
            {state !== null && (
              <button type="submit" name="answer" value="yes" class="button primary">
                {words.yes}
              </button>
            )}
            <button type="submit" name="answer" value="no" class="button">
              {words.no}
            </button>
          </form>
        </>
      )}
    </MessageSheet>
  )
}
