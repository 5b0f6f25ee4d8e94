import { startInWords, useLanguage } from "../../shared/language.ts"
import type { StepProps } from "../commands.ts"
import { useOwnWords } from "../words.ts"

/** What was asked for is declined: other times follow. */
export function DeclinedWish({ state: { view, zone } }: Pick<StepProps, "state">) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  const { declinedWish: wish } = view
  if (!wish) return null
  return (
    <div class="notice">
      <span>{own.wishDeclined(startInWords(formats.dayAndTime(wish, zone ?? wish.timezone)))}</span>
      {wish.note && <blockquote class="note">{wish.note}</blockquote>}
    </div>
  )
}
