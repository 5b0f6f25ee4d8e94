/** The ways back to a booked appointment: its link to copy, to get by text, and to share or save. */
import { useState } from "preact/hooks"
import { copyText } from "../../../../ui/copy-text.ts"
import type { StepProps } from "../commands.ts"
import { useOwnWords } from "../words.ts"

type Said = "linkCopied" | "linkNotCopied" | "linkTexted" | "linkNotTexted"

export function WayBack({ state, commands }: StepProps) {
  const own = useOwnWords()
  const [said, setSaid] = useState<Said | null>(null)
  const { typeName, manageUrl } = state.booked!
  if (manageUrl === null) return null
  const copy = async () => setSaid((await copyText(manageUrl)) ? "linkCopied" : "linkNotCopied")
  const text = async () => setSaid((await commands.textLinks()) ? "linkTexted" : "linkNotTexted")
  return (
    <fieldset class="no-print way-back">
      <legend class="legend">{own.wayBack}</legend>
      <div class="typed">
        <label for="manage-link">{own.privateLink}</label>
        <input
          class="input"
          id="manage-link"
          readOnly
          value={manageUrl}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <div class="row">
        <button type="button" class="button" onClick={copy}>
          {own.copyLink}
        </button>
        {state.view.canTextLinks && (
          <button type="button" class="button" onClick={text}>
            {own.textLink}
          </button>
        )}
        {typeof navigator.share === "function" && (
          <button type="button" class="button" onClick={() => share(typeName, manageUrl)}>
            {own.shareLink}
          </button>
        )}
      </div>
      <p class="note" role="status">
        {said && own[said]}
      </p>
    </fieldset>
  )
}

function share(title: string, url: string): void {
  // Closing the device's own sheet is no failure.
  navigator.share({ title, url }).catch(() => undefined)
}
