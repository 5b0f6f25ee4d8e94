/** The actions on an appointment: move it, mark it, cancel it, and take such a step back. */
import { type Answer, api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { Icon } from "../parts/icon.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { useKeys } from "../shell/keys.tsx"
import { useWords, type Words } from "../words/words.ts"
import { isLeaving, isMovable, readAppointmentAgain } from "./board-data.ts"
import { offerUndo, takeBack } from "./reopening.ts"

type Appointment = Answer<"readAppointment">

/** The writes that need no question. */
export function useMarks(appointment: Appointment) {
  const words = useWords().board
  const { id, version } = appointment
  // Another user may have changed the appointment first, so it is read again after a refusal.
  const readAgain = () => readAppointmentAgain(id)
  const close = (mark: "completeAppointment" | "markNoShow", text: string) => ({
    mutationFn: () => api[mark]({ id, if_version: version }),
    onSuccess: (marked: Appointment) => {
      offerUndo(text, marked, words)
      return readAgain()
    },
    onError: readAgain,
  })
  const complete = useWrite(close("completeAppointment", words.completed))
  const miss = useWrite(close("markNoShow", words.missed))
  const restore = useWrite({ mutationFn: () => takeBack(appointment, words) })
  return { complete, miss, restore, failure: complete.failure ?? miss.failure }
}

interface AppointmentActionsProps {
  appointment: Appointment
  marks: ReturnType<typeof useMarks>
  hasBegun: boolean
  onMove: (() => void) | undefined
  /** Others of the shown days can change places with it. */
  canSwap: boolean
  onAsk(asked: "cancel" | "restore" | "swap"): void
}

export function AppointmentActions(props: AppointmentActionsProps) {
  const { appointment, marks, hasBegun, onMove, canSwap, onAsk } = props
  const words = useWords().board
  const { complete, miss, restore } = marks
  const move = isMovable(appointment) ? onMove : undefined
  const ask = () => onAsk("cancel")
  const back = wayBackOf(appointment, hasBegun, words)
  const takeItBack = () => {
    if (back?.isAsked) onAsk("restore")
    else if (!restore.isRunning) restore.run(undefined)
  }
  const mark = (write: typeof complete) => () => {
    if (!write.isRunning) write.run(undefined)
  }
  const canMark = appointment.status === "scheduled" && !back && hasBegun
  useKeys([
    ...(canMark
      ? [
          { key: "c", does: words.complete, run: mark(complete) },
          { key: "s", does: words.states.no_show, run: mark(miss) },
        ]
      : []),
    ...(move ? [{ key: "m", does: words.move, run: move }] : []),
    ...(canSwap ? [{ key: "Shift+M", does: words.swap, run: () => onAsk("swap") }] : []),
    ...(appointment.status === "scheduled" && !back ? [{ key: "x", does: words.cancel, run: ask }] : []),
    ...(back ? [{ key: "k", does: back.name, run: takeItBack }] : []),
  ])
  if (back)
    return (
      <button
        type="button"
        class={back.isMain ? "button primary" : "button"}
        disabled={restore.isRunning}
        onClick={takeItBack}
        {...pressedBy("k")}
      >
        {back.name} <KeyCap of="K" />
      </button>
    )
  if (appointment.status !== "scheduled") return null
  return (
    <>
      {move && (
        <button type="button" class="button primary" onClick={move} {...pressedBy("m")}>
          {words.move} <KeyCap of="M" />
        </button>
      )}
      {canSwap && (
        <button type="button" class="button" onClick={() => onAsk("swap")} {...pressedBy("Shift+M")}>
          {words.swap} <KeyCap of="⇧M" />
        </button>
      )}
      {hasBegun && (
        <>
          <button
            type="button"
            class="button"
            disabled={complete.isRunning}
            onClick={mark(complete)}
            {...pressedBy("c")}
          >
            <Icon name="check" small /> {words.complete} <KeyCap of="C" />
          </button>
          <button
            type="button"
            class="button"
            disabled={miss.isRunning}
            onClick={mark(miss)}
            {...pressedBy("s")}
          >
            {words.states.no_show} <KeyCap of="S" />
          </button>
        </>
      )}
      <button type="button" class="button danger" onClick={ask} {...pressedBy("x")}>
        {words.cancel} <KeyCap of="X" />
      </button>
    </>
  )
}

/** The button that undoes a cancel, Done or No-show; null where there is nothing to undo, or it is too late. */
function wayBackOf(appointment: Appointment, hasBegun: boolean, words: Words["board"]) {
  if (isLeaving(appointment)) return { name: words.keep, isMain: true, isAsked: false }
  const isCancelled = appointment.status === "cancelled"
  if (appointment.status === "scheduled" || (isCancelled && hasBegun)) return null
  return { name: words.restore, isMain: false, isAsked: isCancelled }
}
