/** Before a change of several: each that it is of, with its time. */
import type { Answer } from "../api/client.ts"
import { appointmentFormats } from "../formats.ts"
import { useWords } from "../words/words.ts"

interface ChangedTogetherProps {
  /** Left out where it is of one alone. */
  appointments: Answer<"previewCancel">["appointments"] | undefined
}

export function ChangedTogether({ appointments }: ChangedTogetherProps) {
  const words = useWords().series
  if (!appointments) return null
  return (
    <div class="field">
      <p role="status">{words.changed({ count: appointments.length })}</p>
      <ol class="occurrences">
        {appointments.map(({ id, start_time, timezone }) => (
          <li key={id}>{appointmentFormats(timezone).moment(start_time)}</li>
        ))}
      </ol>
    </div>
  )
}
