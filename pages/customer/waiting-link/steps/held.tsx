import type { WaitingOfferView, WaitingTimeView } from "../../../../domain/contracts/waiting.ts"
import { Pick } from "../../../shared/appointment.tsx"
import { arrivalInWords } from "../../../shared/arrival.ts"
import { Countdown } from "../../../shared/countdown.tsx"
import { startInWords, useLanguage } from "../../../shared/language.ts"
import { lazy } from "../../../shared/lazy.tsx"
import { invalidAnswers } from "../../../shared/questions/told.ts"
import { StepFrame } from "../../../shared/step.tsx"
import { wallClock } from "../../../shared/zones.ts"
import { NoticeBox } from "../notice-box.tsx"
import { askedHere } from "../state.ts"
import type { StepProps } from "../use-waiting-link.ts"
import { useOwnWords, useTypeNames } from "../words.ts"
import { Otherwise } from "./offer.tsx"

/** Most types ask nothing, so the fields come when one does. */
const QuestionFields = lazy(
  async () => (await import("../../../shared/questions/question-fields.tsx")).QuestionFields,
)

/** The time is kept for the customer, or a seat is free: they take it or not. */
export function Held({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { pending, view, until } = state
  const { firstName } = view.customer
  const { keeps } = view.entry
  const questions = askedHere(view)
  const take = (event: Event) => {
    event.preventDefault()
    const wrong = invalidAnswers(questions, state.told)
    if (Object.keys(wrong).length > 0) commands.dispatch({ type: "foundUnanswered", invalid: wrong })
    else void commands.take()
  }
  return (
    <StepFrame
      heading={keeps ? own.earlier({ firstName }) : own.free({ firstName })}
      underway={pending ? (view.entry.isAsked ? words.asking : words.booking) : null}
    >
      <NoticeBox state={state} />
      {until !== null && <Clock key={until} until={until} state={state} commands={commands} />}
      <Times state={state} />
      <form class="form" noValidate onSubmit={take}>
        {questions.length > 0 && (
          <QuestionFields
            questions={questions}
            told={state.told}
            invalid={state.invalidAnswers}
            onTell={(told) => commands.dispatch({ type: "tell", told })}
          />
        )}
        <Take state={state} />
      </form>
      {keeps && <Keep keeps={keeps} state={state} commands={commands} />}
      <Otherwise state={state} commands={commands} />
    </StepFrame>
  )
}

function Clock({ state, commands, until }: StepProps & { until: number }) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  const offer = state.view.offer!
  return (
    <Countdown
      until={until}
      label={
        offer.until
          ? own.held({
              time: `${formats.time(offer.until, offer.timezone)}, ${formats.zone(offer.timezone, offer.until)}`,
            })
          : ""
      }
      speak={(wait) => own.heldFor({ wait })}
      onEnd={commands.refresh}
    />
  )
}

/** The kept time, beside the one that it would replace. */
function Times({ state }: { state: StepProps["state"] }) {
  const own = useOwnWords()
  const { entry } = state.view
  const title = useTypeNames(entry)
  const { keeps } = entry
  const offer = state.view.offer!
  if (!keeps)
    return (
      <div class="ticket">
        <Pick
          title={title}
          blocks={[offer]}
          parts={offer.parts}
          kind={offer.kind}
          zone={offer.timezone}
          place={offer.locationName}
        />
      </div>
    )
  return (
    <div class="versus">
      <div class="new">
        <span class="note">{own.new}</span>
        <Time time={offer} />
        <span class="note">{title}</span>
      </div>
      <div class="old">
        <span class="note">{own.instead}</span>
        <Time time={keeps} />
        <span class="note">{own.givenUp}</span>
      </div>
    </div>
  )
}

function Time({ time }: { time: WaitingTimeView }) {
  const { formats } = useLanguage()
  return (
    <>
      <strong>{formats.day(wallClock(time.startTime, time.timezone).date)}</strong>
      <span>
        {time.kind ? arrivalInWords(time, time.timezone) : formats.timeRange(time, time.timezone)},{" "}
        {formats.zone(time.timezone, time.startTime)}
      </span>
    </>
  )
}

function Take({ state }: { state: StepProps["state"] }) {
  const { words, formats } = useLanguage()
  const own = useOwnWords()
  const offer: WaitingOfferView = state.view.offer!
  const start = startInWords(formats.shortDayAndTime(offer, offer.timezone))
  const { keeps, isAsked } = state.view.entry
  const label = keeps ? own.take(start) : isAsked ? words.ask(start) : words.book(start)
  return (
    <>
      {isAsked && <p class="note">{words.askMeaning}</p>}
      <button type="submit" class="button primary" aria-disabled={state.pending}>
        {state.pending ? (isAsked ? words.asking : words.booking) : label}
      </button>
    </>
  )
}

/** No earlier time any more: the present one stands. */
function Keep({ keeps, state, commands }: StepProps & { keeps: WaitingTimeView }) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  return (
    <button
      type="button"
      class="button keep"
      aria-disabled={state.pending}
      onClick={() => commands.decline(true)}
    >
      {own.keep(startInWords(formats.shortDayAndTime(keeps, keeps.timezone)))}
    </button>
  )
}
