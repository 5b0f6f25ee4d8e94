/** Stands for a test company's public page until a key of the company is entered. It needs no script. */

import type { PageAssets, TestGatePage } from "../../domain/contracts/page-renderer.ts"
import { MessageSheet } from "./message-sheet.tsx"
import { serverMessages } from "./messages.ts"

export function TestGate({
  companyName,
  action,
  isWrong,
  locale,
  assets,
  ...page
}: TestGatePage & { assets: PageAssets }) {
  const words = serverMessages[locale].testGate
  return (
    <MessageSheet
      brand={companyName}
      heading={words.heading}
      title={words.heading}
      locale={locale}
      assets={assets}
      {...page}
    >
      <p>{words.text}</p>
      <form method="post" action={action} class="stack">
        {isWrong && (
          <p class="notice bad" role="alert">
            {words.wrong}
          </p>
        )}
        <label class="field">
          <span>{words.key}</span>
          <input class="input" name="key" type="password" autocomplete="off" required maxLength={200} />
        </label>
        <button type="submit" class="button primary">
          {words.open}
        </button>
      </form>
    </MessageSheet>
  )
}
