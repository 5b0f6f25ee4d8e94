/** A link that works once, shown once: to be copied and handed over. */

import { formatsOf } from "../formats.ts"
import { CopyButton } from "../parts/copy-button.tsx"
import { useWords } from "../words/words.ts"

interface LinkShownProps {
  link: { url: string | null; expires_at: string }
  hint: string
  /** The zone of the reader of the end's time. */
  zone: string
}

export function LinkShown({ link, hint, zone }: LinkShownProps) {
  const words = useWords().people
  const formats = formatsOf(zone)
  if (link.url === null) return <p>{words.noAddress}</p>
  const { url } = link
  return (
    <div class="stack">
      <p>{hint}</p>
      <code class="secret">{url}</code>
      <CopyButton text={url} />
      <p class="hint">{words.linkEnds({ when: formats.moment(link.expires_at) })}</p>
    </div>
  )
}
