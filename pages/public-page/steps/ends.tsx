/** Where a visit ends: the booked appointment, or the links that were texted. */
import type { AppointmentView, PendingView } from "../../../domain/contracts/customer-pages.ts"
import { AddToCalendar } from "../../shared/add-to-calendar.tsx"
import { Ticket } from "../../shared/appointment.tsx"
import { titleOf } from "../../shared/formats.ts"
import { keep } from "../../shared/kept.ts"
import { useLanguage } from "../../shared/language.ts"
import { PendingTrack, usePendingHead } from "../../shared/pending.tsx"
import { StepFrame } from "../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { useOwnWords } from "../words.ts"
import { TextsToCome, WayBack } from "./way-back.tsx"

/** What this page knows of the appointment is out of date once it was changed: Back then leads to the first step. */
const forget = () => keep(null)

/** The booked appointment, for the visitor's own calendar, and the ways to change it. */
export function Booked({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const own = useOwnWords()
  const { booked, wish, view, emailTaken, verifiedVisit } = state
  if (!booked) return null
  const { appointment, manageUrl, texts } = booked
  const { parts } = appointment
  const typeName = parts ? formats.list(parts.map((part) => part.typeName)) : booked.typeName
  const { canReschedule, canCancel, pending } = appointment
  const firstName = verifiedVisit?.customer?.firstName
  if (pending) return <Asked state={state} commands={commands} appointment={{ ...appointment, pending }} />
  return (
    <StepFrame
      heading={firstName ? words.bookedNamed({ firstName }) : words.booked}
      lead={<TextsToCome texts={texts} />}
      done
    >
      {emailTaken && <p class="notice">{own.emailTaken}</p>}
      <Ticket
        title={typeName}
        appointment={appointment}
        zone={state.zone ?? appointment.timezone}
        place={wish?.place ?? null}
      />
      <AddToCalendar
        title={titleOf(typeName, view.company.name)}
        appointment={appointment}
        fetchFile={commands.calendarFile}
      />
      {manageUrl && (canReschedule || canCancel) && (
        <fieldset class="no-print">
          <legend class="legend">{words.needChange}</legend>
          <div class="row two">
            {canReschedule && (
              <a class="button" href={`${manageUrl}#move`} onClick={forget}>
                {words.move}
              </a>
            )}
            {canCancel && (
              <a class="button danger" href={`${manageUrl}#cancel`} onClick={forget}>
                {words.cancel}
              </a>
            )}
          </div>
        </fieldset>
      )}
      <WayBack state={state} commands={commands} />
      <button type="button" class="quiet" onClick={() => commands.dispatch({ type: "startOver" })}>
        {own.bookOther}
      </button>
    </StepFrame>
  )
}

/** What staff have yet to confirm: nothing for a calendar, and nothing to move. */
function Asked({
  state,
  commands,
  appointment,
}: StepProps & { appointment: AppointmentView & { pending: PendingView } }) {
  const own = useOwnWords()
  const zone = state.zone ?? appointment.timezone
  const head = usePendingHead(appointment, zone, state.verifiedVisit?.customer?.firstName)
  const { typeName, manageUrl } = state.booked!
  return (
    <StepFrame {...head}>
      {state.emailTaken && <p class="notice">{own.emailTaken}</p>}
      <PendingTrack pending={appointment.pending} zone={zone} />
      <Ticket title={typeName} appointment={appointment} zone={zone} place={state.wish?.place ?? null} />
      {manageUrl && (
        <a class="button danger no-print" href={`${manageUrl}#cancel`} onClick={forget}>
          {own.withdraw}
        </a>
      )}
      <WayBack state={state} commands={commands} />
      <button type="button" class="quiet" onClick={() => commands.dispatch({ type: "startOver" })}>
        {own.bookOther}
      </button>
    </StepFrame>
  )
}

/** Says the same whether the number has appointments: only the text names them. */
export function LinksTexted({ commands }: StepProps) {
  const own = useOwnWords()
  return (
    <StepFrame heading={own.linksTexted} lead={own.linksTextedAbout} done>
      <p class="note">{own.linksPrivate}</p>
      <button type="button" class="button" onClick={() => commands.dispatch({ type: "goTo", step: "what" })}>
        {own.backToBooking}
      </button>
    </StepFrame>
  )
}
