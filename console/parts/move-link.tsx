/** Leads to the board with the move of an appointment begun, from wherever it is seen. */
import { appointmentFormats, localDate } from "../formats.ts"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"

interface MoveLinkProps {
  appointment: { id: number; start_time: string; timezone: string }
}

export function MoveLink({ appointment: { id, start_time, timezone } }: MoveLinkProps) {
  const words = useWords().board
  return (
    <a
      class="button"
      href={hrefOf(`/?date=${localDate(start_time, timezone)}&move=${id}`)}
      aria-label={`${words.move}, ${appointmentFormats(timezone).moment(start_time)}`}
    >
      {words.move}
    </a>
  )
}
