/** One appointment on the board: its state by form and by word, never by colour alone. */
import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import type { AppointmentType, BoardLocation } from "./board-data.ts"
import { isLeaving } from "./board-data.ts"
import { dateAt, shortTimeAt, timeAt } from "./board-formats.ts"
import { boxOf, Joint, OtherParts } from "./card-marks.tsx"
import { partsOf } from "./card-parts.ts"
import type { Card } from "./columns.ts"
import { pxPerMinute, scaled } from "./grid.ts"

export interface CardProps {
  card: Card
  location: BoardLocation
  type: AppointmentType | undefined
  hue: number
  top: number
  height: number
  /** Pixels from its top to the present moment; null when that is not within it. */
  now: number | null
  isSelected: boolean
  /** The card is being moved: its original place is drawn as an outline. */
  isMoved: boolean
  /** The one card of the board that Tab reaches; arrows reach the others. */
  isReachable: boolean
  /** It can be made longer or shorter. */
  hasEdge: boolean
  onOpen(): void
}

/** The customer's answer about the appointment; null for none, and for one that is over. */
const answerOf = ({ status, attendance, wants_other_time }: Card["appointment"]) => {
  if (status !== "scheduled") return null
  if (wants_other_time) return "other_time" as const
  return attendance === "unknown" ? null : attendance
}

const answerIcons = { coming: "check", not_coming: "x", other_time: "warning" } as const

const tallPx = scaled(80)
const shortPx = scaled(44)
const twoLinesPx = scaled(34)

/** A cancel that waits looks as one that has come. */
const stateIcons = {
  scheduled: "x",
  completed: "check",
  no_show: "missed",
  cancelled: "x",
  pending: "clock",
} as const

const stateClasses = {
  scheduled: "",
  completed: "done",
  no_show: "missed",
  cancelled: "gone",
  pending: "pending",
} as const

/** "8:00–10:00 · ~9:30": the promise, and the plan in it; without the tilde where that stays. */
function whenOf({ appointment, start, promise }: Card, location: BoardLocation): string {
  const at = shortTimeAt(location, start)
  if (promise === null) return at
  const [from, until] = promise.map((minute) => shortTimeAt(location, minute))
  return `${from}–${until} · ${appointment.planned?.is_fixed ? at : `~${at}`}`
}

function spokenWhen(
  { appointment, start, end, promise }: Card,
  location: BoardLocation,
  words: ReturnType<typeof useWords>["board"],
): string[] {
  const from = timeAt(location, start)
  if (promise === null) return [words.fromTo({ from, to: timeAt(location, end) })]
  const { pinned, is_fixed } = appointment.planned!
  const [first, last] = promise.map((minute) => timeAt(location, minute)) as [string, string]
  return [
    words.promised({ from: first, to: last }),
    is_fixed ? words.fixedAt({ time: from }) : words.plannedAt({ time: from }),
    ...(pinned ? [words.pinned] : []),
  ]
}

export function AppointmentCard(props: CardProps) {
  const { card, location, type, hue, top, now, isSelected } = props
  const parts = partsOf(card, type)
  const main = parts.find(({ staffed }) => staffed)
  // The words stand in the first part in which the provider is needed.
  const height = main ? (main.end - main.start) * pxPerMinute : props.height
  const words = useWords().board
  const { appointment, start, day, days, next } = card
  const { status, customer, postal_code } = appointment
  const state = isLeaving(appointment) ? words.leaving : words.states[status]
  const answer = answerOf(appointment)
  const at = [whenOf(card, location), main?.name, postal_code].filter(Boolean).join(" · ")
  const spoken = [
    type?.name,
    ...spokenWhen(card, location, words),
    ...(days > 1 ? [words.dayOf({ day, days })] : []),
    ...(postal_code ? [postal_code] : []),
    ...(card.beside.length > 0 ? [words.withOthers({ names: card.beside.join(", ") })] : []),
    ...card.free.map(([from, until]) =>
      words.freeMeanwhile({ from: timeAt(location, from), to: timeAt(location, until) }),
    ),
    ...(card.visit ? [words.serviceOf(card.visit)] : []),
    ...(appointment.understaffed ? [words.understaffed] : []),
    state,
    answer && words.answers[answer],
    ...(customer.warning ? [words.warningOf({ warning: customer.warning })] : []),
  ]
  const answerIcon = answer && <Icon name={answerIcons[answer]} small />
  const isPlain = status === "scheduled" && !isLeaving(appointment)
  const stateIcon = !isPlain && <Icon name={stateIcons[status]} small />
  const isOneLine = height < twoLinesPx
  const lines = isOneLine ? (
    stateIcon || answerIcon || whenOf(card, location)
  ) : (
    <>
      {!isPlain && height < shortPx ? null : (
        <span>
          {height < tallPx && answerIcon} {at}
        </span>
      )}
      {days > 1 && (
        <span class="state">
          {words.dayOf({ day, days })}
          <span class="parts">
            {Array.from({ length: days }, (_, part) => (
              <i key={part} class={part < day ? "on" : ""} />
            ))}
          </span>
        </span>
      )}
      {!isPlain && (
        <span class="state">
          {stateIcon}
          {state}
        </span>
      )}
      {answer && height >= tallPx && (
        <span class="state">
          {answerIcon}
          {words.answers[answer]}
        </span>
      )}
      {appointment.understaffed && height >= shortPx && (
        <span class="state">
          <Icon name="warning" small />
          {words.understaffed}
        </span>
      )}
      {isPlain && height >= shortPx && <span>{type?.name}</span>}
      {card.beside.length > 0 && height >= (appointment.providers ? shortPx : tallPx) && (
        <span>{words.withOthers({ names: card.beside.join(", ") })}</span>
      )}
      {height >= tallPx && next !== null && (
        <span>{words.nextDay({ date: dateAt(location, next), time: shortTimeAt(location, next) })}</span>
      )}
    </>
  )
  return (
    <button
      type="button"
      class={`appointment ${isLeaving(appointment) ? "leaving" : stateClasses[status]} ${now === null ? "" : "live"} ${isSelected ? "selected" : ""} ${props.isMoved ? "from" : ""} ${card.isStrip ? "strip" : ""} ${main ? "stepped" : ""} ${card.isInside ? "inside" : ""} ${appointment.understaffed ? "short-of" : ""}`}
      title={
        card.isStrip ? [customer.name, ...spoken].filter(Boolean).join(", ") : (customer.warning ?? undefined)
      }
      aria-current={now === null ? undefined : "time"}
      data-appointment={appointment.id}
      data-start={start}
      tabIndex={props.isReachable ? 0 : -1}
      style={{
        "--hue": hue,
        "--top": `${top}px`,
        "--height": `${props.height}px`,
        "--lane": card.lane,
        "--lanes": card.lanes,
        ...(now === null ? {} : { "--now-at": `${now}px` }),
      }}
      onClick={props.onOpen}
    >
      <span
        class={main ? "part" : height >= tallPx ? "keep" : isOneLine ? "line" : "lines"}
        style={main && boxOf(main, start, pxPerMinute)}
      >
        <b>
          {card.visit && <i class="plate">{words.oneOf(card.visit)}</i>}
          {(customer.warning || (appointment.understaffed && height < shortPx)) && (
            <Icon name="warning" small />
          )}
          {customer.name}
          {appointment.planned?.pinned && <Icon name="pin" small />}
        </b>
        <span class="said">, {spoken.filter(Boolean).join(", ")}</span>
        <span class="lines" aria-hidden="true">
          {lines}
        </span>
      </span>
      <OtherParts {...{ parts, start, pxPerMinute }} name={customer.name} />
      {card.visit && <Joint place={card.visit} />}
      {props.hasEdge && !card.isStrip && <i class="edge" aria-hidden="true" />}
    </button>
  )
}
