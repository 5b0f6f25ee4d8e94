/** A pending request: what was asked, who answers until when, and that nothing is booked before that. */
import type { PendingView, ReachView } from "../../domain/contracts/customer-pages.ts"
import { startInWords, useLanguage } from "./language.ts"
import { byWhich } from "./messages-to-come.tsx"

/**
 * The heading and the sentence of an appointment that staff have yet to confirm. An answer is promised by the channels that reach
 * the customer; without any they come back to read it.
 */
export function usePendingHead(
  appointment: { startTime: string; pending: PendingView },
  zone: string,
  firstName: string | undefined,
  answer: readonly ReachView[],
): { heading: string; lead: string } {
  const { words, formats } = useLanguage()
  const { answerBy, proposals } = appointment.pending
  const until = startInWords(formats.dayAndTime({ startTime: answerBy }, zone))
  if (proposals.length === 0) {
    const { title, titleNamed, unreachable, unreachableNamed, lead } = words.asked
    const by = byWhich(answer)
    const [named, unnamed] = by === "none" ? [unreachableNamed, unreachable] : [titleNamed, title]
    return { heading: firstName ? named({ firstName }) : unnamed, lead: lead[by](until) }
  }
  const [day] = formats.dayAndTime(appointment, zone)
  return {
    heading: words.proposed.title({ day }),
    lead: words.proposed.lead({ count: proposals.length, ...until }),
  }
}

/** The progress, in three steps. */
export function PendingTrack({ pending: { answerBy }, zone }: { pending: PendingView; zone: string }) {
  const { words, formats } = useLanguage()
  const until = startInWords(formats.shortDayAndTime({ startTime: answerBy }, zone))
  return (
    <ol class="track" aria-label={words.asked.track}>
      <li class="y">
        <b>{words.asked.stepAsked}</b>
      </li>
      <li class="cur" aria-current="step">
        <b>{words.asked.stepAnswer}</b>
        {words.asked.until(until)}
      </li>
      <li>
        <b>{words.asked.stepBooked}</b>
      </li>
    </ol>
  )
}
