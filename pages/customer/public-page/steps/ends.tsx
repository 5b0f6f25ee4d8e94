/** The end of a visit: the booked appointment as it stands, or the links that were texted. */
import { useEffect, useRef, useState } from "preact/hooks"
import type { AppointmentView } from "../../../../domain/contracts/customer-pages.ts"
import { TakeOutOfCalendar } from "../../../shared/add-to-calendar.tsx"
import { follow } from "../../../shared/follow.ts"
import { useLanguage } from "../../../shared/language.ts"
import { askForChanges } from "../../../shared/link-changes.ts"
import { tokenOfLink } from "../../../shared/link-token.ts"
import { Announcement, StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { followedAfter } from "../standing-after.ts"
import { useOwnWords } from "../words.ts"
import { Ended } from "./ended.tsx"
import { Stands, useHead } from "./stands.tsx"
import { WayBack } from "./way-back.tsx"

/** The page is the appointment, and no receipt: it says what stands whenever it is looked at. */
export function Booked({ state, commands }: StepProps) {
  const { booked, followed } = state
  const isUnanswered = useFollowing(state, commands)
  if (!booked) return null
  if (!followed) return <Unknown state={state} isUnanswered={isUnanswered} />
  return <Shown state={state} commands={commands} />
}

/** Asks by the appointment's own link. Whether the first question of this tab got no answer. */
function useFollowing(state: StepProps["state"], { dispatch }: StepProps["commands"]): boolean {
  const now = useRef(state)
  now.current = state
  const [isUnanswered, setUnanswered] = useState(false)
  const manageUrl = state.booked?.manageUrl ?? null
  const isOver = state.followed?.standing === "over"
  useEffect(() => {
    if (manageUrl === null || isOver) return
    let isLeft = false
    const token = tokenOfLink(manageUrl)
    const stop = follow(
      async () => {
        const found = await askForChanges(token, now.current.followed?.version ?? "")
        const { followed, booked } = now.current
        if (isLeft || !booked) return found
        setUnanswered(!found.ok)
        dispatch({ type: "followed", followed: followedAfter({ followed, booked }, found, Date.now()) })
        return found
      },
      { asksAtOnce: true },
    )
    return () => {
      isLeft = true
      stop()
    }
  }, [manageUrl, isOver])
  return isUnanswered
}

/** The state that a restored tab kept is not shown before the service has answered. */
function Unknown({ state, isUnanswered }: Pick<StepProps, "state"> & { isUnanswered: boolean }) {
  const { stands } = useOwnWords()
  const { manageUrl } = state.booked!
  if (!isUnanswered)
    return (
      <StepFrame heading={stands.asking} underway={stands.asking}>
        <div class="skeleton" aria-hidden="true" />
      </StepFrame>
    )
  return (
    <StepFrame heading={stands.unknown} lead={stands.unknownText}>
      {manageUrl && (
        <a class="button" href={manageUrl}>
          {stands.open}
        </a>
      )}
    </StepFrame>
  )
}

function Shown({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { booked, followed, view, emailTaken } = state
  const head = useHead(state)
  const first = useRef(followed!.standing).current
  const isEnded = "isEnded" in head
  const bookOther = () => commands.dispatch({ type: "startOver" })
  return (
    <>
      <Announcement>{followed!.standing === first ? null : head.heading}</Announcement>
      <StepFrame heading={head.heading} lead={head.lead} done={head.done ?? false}>
        {emailTaken && <p class="notice">{own.emailTaken}</p>}
        {isEnded ? (
          <>
            {followed!.standing === "cancelled" && <TakeOutOfCalendar fetchFile={commands.calendarFile} />}
            <Ended state={state} phone={view.company.phone} onBookAgain={bookOther} />
          </>
        ) : (
          <>
            <Stands state={state} commands={commands} />
            <WayBack state={state} commands={commands} />
            {booked!.manageUrl && <Fresh state={state} appointment={followed!.appointment} />}
            <button type="button" class="quiet" onClick={bookOther}>
              {own.bookOther}
            </button>
          </>
        )}
      </StepFrame>
    </>
  )
}

/** When the page has heard last. */
function Fresh({ state, appointment }: Pick<StepProps, "state"> & { appointment: AppointmentView }) {
  const { words, formats } = useLanguage()
  const { checkedAt, isAway } = state.followed!
  if (!isAway) return <p class="note">{words.follows}</p>
  const since = checkedAt === null ? state.openedAt : new Date(checkedAt).toISOString()
  return (
    <p class="note" role="status">
      {words.notFollowed({ time: formats.time(since, state.zone ?? appointment.timezone) })}
    </p>
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
