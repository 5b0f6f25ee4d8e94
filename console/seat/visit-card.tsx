/** One visit: who, what, when, where, what to know, and what can be pressed now. */
import { useState } from "preact/hooks"
import type { Deed, OwnVisit, Reason } from "./presses.ts"
import { nowMs, press } from "./seat.ts"
import { clock, windowText } from "./times.ts"
import type { Words } from "./words.ts"

interface CardProps {
  visit: OwnVisit
  words: Words
}

export function VisitCard({ visit, words }: CardProps) {
  const { customer, appointment_type: type, duration_option: length, notes, answers, timezone } = visit
  const state = stateWord(visit, words)
  return (
    <>
      {state && <p class="state">{state}</p>}
      <h2 id="shown">{customer.name}</h2>
      <p class="quiet">{[type.name, length?.label, minutesOf(visit, words)].filter(Boolean).join(", ")}</p>
      <p class="when">
        {visit.window ? words.promised({ window: windowText(visit) }) : windowText(visit)}
        {visit.window && visit.status === "scheduled" && visit.arrived_at === null && (
          <span> · {words.about({ time: clock(visit.expected_at ?? visit.planned_start, timezone) })}</span>
        )}
      </p>
      {customer.warning && <p class="warning">{customer.warning}</p>}
      {notes && <p class="notes">{notes}</p>}
      {answers.map(({ key, label, value }) => (
        <p class="notes" key={key}>
          <b>{label}</b> {Array.isArray(value) ? value.join(", ") : String(value ?? "")}
        </p>
      ))}
      <Address visit={visit} words={words} />
      <Buttons visit={visit} words={words} />
      {customer.phone && (
        <div class="two">
          <a class="b" href={`tel:${customer.phone}`}>
            {words.call}
          </a>
          <a class="b" href={`sms:${customer.phone}`}>
            {words.text}
          </a>
        </div>
      )}
    </>
  )
}

function minutesOf({ work_minutes, start_time, end_time, blocks }: OwnVisit, words: Words): string {
  if (blocks.length > 1) return ""
  const count = work_minutes ?? (Date.parse(end_time) - Date.parse(start_time)) / 60_000
  return words.minutes({ count })
}

export function stateWord(visit: OwnVisit, words: Words): string {
  const { status, arrived_at, on_the_way_at, closed_at, timezone } = visit
  const at = (word: string, time: string | null) => (time ? `${word} ${clock(time, timezone)}` : word)
  if (status === "completed") return at(words.states.done, closed_at)
  if (status === "no_show") return at(words.states.no_show, closed_at)
  if (status === "cancelled") return words.states.cancelled
  if (arrived_at) return at(words.states.arrived, arrived_at)
  return on_the_way_at ? at(words.states.onTheWay, on_the_way_at) : ""
}

/** Opens the phone's own maps. */
function Address({ visit: { address }, words }: CardProps) {
  if (!address) return null
  const shown = [address.line1, address.line2, address.city, address.postal_code].filter(Boolean).join(", ")
  const wanted = encodeURIComponent([shown, address.state, address.country].filter(Boolean).join(", "))
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent)
  const href = isApple ? `maps:?q=${wanted}` : `geo:0,0?q=${wanted}`
  return (
    <a class="b address" href={href} aria-label={words.map({ address: shown })}>
      {shown}
    </a>
  )
}

function Buttons({ visit, words }: CardProps) {
  const [asksWhy, setAsksWhy] = useState(false)
  if (visit.status === "cancelled") return <p class="warning">{words.cancelledHint}</p>
  const does = (deed: Deed, more?: { minutes?: number }) => () => void press(visit, deed, more)
  if (visit.status !== "scheduled")
    return (
      <button type="button" class="b" onClick={does("reopen")}>
        {words.takeBack}
      </button>
    )
  if (asksWhy) return <Why visit={visit} words={words} onClose={() => setAsksWhy(false)} />
  const isOut = visit.place === "at_customer"
  if (isOut && !visit.arrived_at)
    return visit.on_the_way_at ? (
      <OnTheWay visit={visit} words={words} />
    ) : (
      <button type="button" class="b go" onClick={does("on-the-way")}>
        {words.onMyWay}
      </button>
    )
  return (
    <>
      <button type="button" class="b go" onClick={does("complete")}>
        {words.done}
      </button>
      <button type="button" class="b" onClick={() => setAsksWhy(true)}>
        {isOut ? words.couldNotEnter : words.didNotCome}
      </button>
    </>
  )
}

const later = [10, 20, 30]

function OnTheWay({ visit, words }: CardProps) {
  const { expected_at, timezone } = visit
  const add = (minutes: number) => {
    const now = nowMs()
    const from = Math.max(expected_at ? Date.parse(expected_at) : now, now)
    void press(visit, "on-the-way", { minutes: Math.min(240, Math.round((from - now) / 60_000) + minutes) })
  }
  return (
    <>
      <p>
        {expected_at && <b class="when">{words.expected({ time: clock(expected_at, timezone) })}</b>}{" "}
        {words.later}
      </p>
      <div class="three">
        {later.map((count) => (
          <button type="button" class="b" key={count} onClick={() => add(count)}>
            {words.plus({ count })}
          </button>
        ))}
      </div>
      <button type="button" class="b go" onClick={() => void press(visit, "arrived")}>
        {words.arrived}
      </button>
      <button type="button" class="b" onClick={() => void press(visit, "not-going")}>
        {words.notGoing}
      </button>
    </>
  )
}

const reasons: readonly Reason[] = ["nobody_home", "no_way_in", "wrong_address", "sent_away", "other"]

/** Why it could not be done. A visit that begins later than now can't be a no-show. */
function Why({ visit, words, onClose }: CardProps & { onClose(): void }) {
  const [reason, setReason] = useState<Reason>("nobody_home")
  const isOut = visit.place === "at_customer"
  const isTooSoon = Date.parse(visit.start_time) > nowMs()
  const send = () => {
    onClose()
    void press(visit, "no-show", isOut ? { reason } : {})
  }
  return (
    <>
      {isOut && (
        <fieldset>
          <legend>{words.why}</legend>
          {reasons.map((each) => (
            <label class="option" key={each}>
              <input type="radio" name="why" checked={each === reason} onChange={() => setReason(each)} />
              {words.reasons[each]}
            </label>
          ))}
        </fieldset>
      )}
      {isTooSoon && <p>{words.promisedFrom({ time: clock(visit.start_time, visit.timezone) })}</p>}
      <button type="button" class="b go" disabled={isTooSoon} onClick={send}>
        {isOut ? words.couldNotEnter : words.didNotCome}
      </button>
      <button type="button" class="b" onClick={onClose}>
        {words.back}
      </button>
    </>
  )
}
