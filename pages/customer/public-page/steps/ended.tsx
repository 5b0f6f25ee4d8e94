/** An appointment of this tab that is not to come any more: what became of it, and the next step. */
import { Ticket } from "../../../shared/appointment.tsx"
import { PhoneLink } from "../../../shared/company.tsx"
import { useLanguage } from "../../../shared/language.ts"
import type { StepProps } from "../commands.ts"
import { useOwnWords } from "../words.ts"

interface EndedProps {
  state: StepProps["state"]
  phone: string | null
  onBookAgain(): void
}

export function Ended({ state, phone, onBookAgain }: EndedProps) {
  const { formats } = useLanguage()
  const { stands } = useOwnWords()
  const { booked, followed, zone, wish } = state
  const { standing, appointment, note } = followed!
  const { parts } = appointment
  const typeName = parts ? formats.list(parts.map((part) => part.typeName)) : booked!.typeName
  const isNotBooked = standing === "declined" || standing === "withdrawn"
  const again = (
    <button type="button" class="button primary" onClick={onBookAgain}>
      {isNotBooked ? stands.otherTime : stands.bookAgain}
    </button>
  )
  if (standing === "ended") return <div class="stack">{phone && <PhoneLink phone={phone} asButton />}</div>
  return (
    <>
      {note && <blockquote class="note">{note}</blockquote>}
      {!isNotBooked && (
        <Ticket
          title={typeName}
          appointment={appointment}
          zone={zone ?? appointment.timezone}
          place={wish?.place ?? null}
          isOld={standing !== "started"}
        />
      )}
      {standing !== "started" && again}
      {standing === "started" && phone && (
        <p>
          {stands.late} <PhoneLink phone={phone} />
        </p>
      )}
    </>
  )
}
