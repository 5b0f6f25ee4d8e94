/** No more offers by mail, as a mail's link asks. It needs no script. */

import type { PageAssets, UnsubscribePage } from "../../domain/contracts/page-renderer.ts"
import { titleOf } from "../shared/formats.ts"
import { MessageSheet } from "./message-sheet.tsx"
import { serverMessages } from "./messages.ts"

export function Unsubscribe({
  company,
  isSubscribed,
  action,
  locale,
  assets,
  ...page
}: UnsubscribePage & { assets: PageAssets }) {
  const words = serverMessages[locale].unsubscribe
  const heading = isSubscribed ? words.heading : words.done
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
      <p>
        {isSubscribed ? words.text({ company: company.name }) : words.doneText({ company: company.name })}
      </p>
      {isSubscribed && (
        <form method="post" action={action} class="stack">
          <button type="submit" class="button primary">
            {words.button}
          </button>
        </form>
      )}
    </MessageSheet>
  )
}
