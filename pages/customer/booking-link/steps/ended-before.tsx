import { TakeOutOfCalendar } from "../../../shared/add-to-calendar.tsx"
import { startInWords, useLanguage } from "../../../shared/language.ts"
import type { StepProps } from "../commands.ts"
import { useOwnWords } from "../words.ts"

/** The request was declined, or the booking cancelled: other times follow. */
export function EndedBefore({ state: { view, zone }, commands }: StepProps) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  const { declinedWish, cancelledTime } = view
  const ended = declinedWish ?? cancelledTime
  if (!ended) return null
  const start = startInWords(formats.dayAndTime(ended, zone ?? ended.timezone))
  return (
    <>
      <div class="notice">
        <span>{declinedWish ? own.wishDeclined(start) : own.wishCancelled(start)}</span>
        {declinedWish?.note && <blockquote class="note">{declinedWish.note}</blockquote>}
      </div>
      {!declinedWish && <TakeOutOfCalendar fetchFile={commands.calendarFile} />}
    </>
  )
}
