import { useLanguage } from "../../shared/language.ts"
import { Failure } from "../../shared/notice.tsx"
import type { State } from "./state.ts"
import { useOwnWords } from "./words.ts"

/** The page's failure or success. */
export function NoticeBox({ state: { notice, view } }: { state: State }) {
  const { words, formats } = useLanguage()
  const own = useOwnWords()
  if (!notice) return null
  const { code, retryAfterSeconds } = notice
  if (code === "changed" || code === "stillListed") return <output class="notice good">{own[code]}</output>
  return (
    <Failure code={code} phone={view.company.phone}>
      {retryAfterSeconds !== null && <p>{words.pleaseWait({ wait: formats.wait(retryAfterSeconds) })}</p>}
    </Failure>
  )
}
