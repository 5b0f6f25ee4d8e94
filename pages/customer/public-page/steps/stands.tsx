/** An appointment that is to come, in this tab: booked, asked for, confirmed, moved, or with other times instead. */
import { AddToCalendar } from "../../../shared/add-to-calendar.tsx"
import { Ticket } from "../../../shared/appointment.tsx"
import { titleOf } from "../../../shared/formats.ts"
import { keep } from "../../../shared/kept.ts"
import { startInWords, useLanguage } from "../../../shared/language.ts"
import { useSent, WhatHappensNext } from "../../../shared/messages-to-come.tsx"
import { PendingTrack, usePendingHead } from "../../../shared/pending.tsx"
import { Thanks } from "../../../shared/thanks.tsx"
import { wallClock } from "../../../shared/zones.ts"
import type { StepProps } from "../commands.ts"
import type { Standing } from "../standing.ts"
import { useOwnWords } from "../words.ts"

interface Head {
  heading: string
  lead?: string
  done?: boolean
  isEnded?: true
}

/** The page's knowledge of the appointment is out of date once it was changed: Back then leads to the first step. */
const forget = () => keep(null)

/** The heading and the sentence of each standing. */
export function useHead({ booked, followed, zone, verifiedVisit }: StepProps["state"]): Head {
  const { words, formats } = useLanguage()
  const { stands } = useOwnWords()
  const { standing, appointment, messages } = followed!
  const shownZone = zone ?? appointment.timezone
  const firstName = verifiedVisit?.customer?.firstName
  const start = startInWords(formats.dayAndTime(appointment, shownZone))
  const sent = useSent(messages)
  const pending = appointment.pending ?? { answerBy: appointment.startTime, proposals: [] }
  const asking = usePendingHead({ ...appointment, pending }, shownZone, firstName, messages.answer)
  const asked = startInWords(formats.dayAndTime(booked!.appointment, shownZone))
  const heads: Record<Standing, Head> = {
    booked: { heading: firstName ? words.bookedNamed({ firstName }) : words.booked, lead: sent, done: true },
    confirmed: {
      heading: firstName ? stands.confirmedNamed({ firstName }) : stands.confirmed,
      lead: sent,
      done: true,
    },
    moved: { heading: stands.moved, lead: stands.movedText },
    waiting: asking,
    proposed: asking,
    declined: { heading: stands.declined(asked), lead: stands.declinedText, isEnded: true },
    withdrawn: { heading: stands.withdrawn, lead: stands.declinedText, isEnded: true },
    cancelled: { heading: stands.cancelled, isEnded: true },
    started: {
      heading: stands.started,
      lead: stands.startedText({ ...start, zone: formats.zone(shownZone, appointment.startTime) }),
      isEnded: true,
    },
    over: { heading: stands.over, lead: stands.overText(start), isEnded: true },
    ended: { heading: stands.ended, lead: stands.endedText, isEnded: true },
  }
  return heads[standing]
}

export function Stands({ state, commands }: StepProps) {
  const { booked, followed, wish, view, zone } = state
  const { standing, appointment, messages } = followed!
  const { parts, pending } = appointment
  const { formats } = useLanguage()
  const typeName = parts ? formats.list(parts.map((part) => part.typeName)) : booked!.typeName
  const shownZone = zone ?? appointment.timezone
  const isProposed = standing === "proposed"
  return (
    <>
      {pending && !isProposed && <PendingTrack pending={pending} zone={shownZone} />}
      {pending && isProposed && <Proposed state={state} />}
      {standing === "moved" && <Versus state={state} />}
      {!isProposed && (
        <Ticket title={typeName} appointment={appointment} zone={shownZone} place={wish?.place ?? null} />
      )}
      {!pending && (
        <>
          <WhatHappensNext messages={messages} />
          <Thanks company={view.company} />
          <AddToCalendar
            title={titleOf(typeName, view.company.name)}
            appointment={appointment}
            fetchFile={commands.calendarFile}
          />
        </>
      )}
      <Change state={state} />
    </>
  )
}

/** Moves or cancels it by its own link; what is asked for can only be withdrawn. */
function Change({ state }: Pick<StepProps, "state">) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { manageUrl } = state.booked!
  const { canReschedule, canCancel, pending } = state.followed!.appointment
  if (manageUrl === null || !(canReschedule || canCancel)) return null
  if (pending)
    return (
      <a class="button danger no-print" href={`${manageUrl}#cancel`} onClick={forget}>
        {own.withdraw}
      </a>
    )
  return (
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
  )
}

/** The times that the company proposes, which are taken by the appointment's own link. */
function Proposed({ state }: Pick<StepProps, "state">) {
  const { words, formats } = useLanguage()
  const { stands } = useOwnWords()
  const { appointment } = state.followed!
  const zone = state.zone ?? appointment.timezone
  const { manageUrl } = state.booked!
  return (
    <>
      <ul class="list" aria-label={words.proposed.times}>
        {appointment.pending!.proposals.map((one) => (
          <li key={one.id} class="ticket">
            <strong>{formats.dayAndTime(one, zone)[0]}</strong>
            <span class="note">
              {[
                formats.timeRange(one, zone),
                formats.zone(zone, one.startTime),
                one.providerName,
                one.locationName,
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
      {manageUrl && (
        <a class="button primary no-print" href={manageUrl} onClick={forget}>
          {stands.choose}
        </a>
      )}
    </>
  )
}

/** The time before beside the one now. */
function Versus({ state }: Pick<StepProps, "state">) {
  const { stands } = useOwnWords()
  const { formats } = useLanguage()
  const was = state.booked!.appointment
  const { appointment } = state.followed!
  const zone = state.zone ?? appointment.timezone
  const when = ({ startTime, endTime }: typeof was) => (
    <>
      <strong>{formats.day(wallClock(startTime, zone).date)}</strong>
      <span>{formats.timeRange({ startTime, endTime }, zone)}</span>
    </>
  )
  return (
    <div class="versus">
      <div class="old">
        <span class="note">{stands.before}</span>
        {when(was)}
      </div>
      <div class="new">
        <span class="note">{stands.now}</span>
        {when(appointment)}
      </div>
    </div>
  )
}
