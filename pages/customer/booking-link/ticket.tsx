import { Pick } from "../../shared/appointment.tsx"
import { useLanguage } from "../../shared/language.ts"
import type { State } from "./state.ts"

/** The appointment that a question is about: what, when and where. Nothing without one. */
export function Ticket({ state: { view, zone } }: { state: State }) {
  const { words } = useLanguage()
  const { appointment, appointmentType } = view
  if (!appointment) return null
  return (
    <div class="ticket">
      <Pick
        title={appointmentType.name}
        blocks={appointment.blocks}
        kind={appointment.kind}
        zone={zone ?? appointment.timezone}
        place={appointment.locationName ?? words.place[appointmentType.place]}
      />
    </div>
  )
}
