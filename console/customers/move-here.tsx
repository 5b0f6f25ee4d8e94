/** Moves an appointment where it is listed: the best times, what goes out, and a button that repeats the choice. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { type Answer, api, isRefusal, Refusal, type Row } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { type Best, BestTimes, useBestTimes } from "../board/best-times.tsx"
import { readAppointmentAgain } from "../board/board-data.ts"
import { tookMoveBack, undoSeconds } from "../board/reopening.ts"
import { appointmentFormats, localDate } from "../formats.ts"
import { TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { PreviewOfTexts } from "../parts/preview.tsx"
import { Refused } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import {
  type ChosenStart,
  type MoveConflict,
  MoveConflicts,
  useMoveChoices,
} from "../series/move-conflicts.tsx"
import { firstScope, type Scope, ScopeChoice, scopeFields } from "../series/scope.tsx"
import { useKeys } from "../shell/keys.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"

type Appointment = Row<"listAppointments">

interface MoveHereProps {
  appointment: Appointment
  onClose(): void
}

export function MoveHere({ appointment, onClose }: MoveHereProps) {
  const { board: words, customers } = useWords()
  const { id, start_time, timezone, provider } = appointment
  const today = localDate(Date.now(), timezone)
  const [first, setFirst] = useState(today)
  const [chosen, setChosen] = useState<Best | null>(null)
  const [scope, setScope] = useState<Scope>(firstScope(appointment))
  const times = useBestTimes(id, first < today ? today : first)
  const wish = chosen && moveOf(appointment, chosen)
  const preview = useQuery({
    queryKey: ["preview", "move", wish] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api.previewMove(wish!, { signal }),
    enabled: wish !== null,
  })
  const [refused, setRefused] = useState<MoveConflict | null>(null)
  const choices = useMoveChoices(refused, scope)
  const move = useMove(appointment, { scope, conflicts: choices.conflicts, onConflict: setRefused, onClose })
  const own = useRef<HTMLElement>(null)
  useLayoutEffect(() => own.current!.focus(), [])
  useKeys([{ key: "Escape", does: words.putItBack, run: onClose }])
  useEffect(() => {
    if (chosen) own.current!.querySelector(".finish")?.scrollIntoView?.({ block: "nearest" })
  }, [chosen])
  const failure = chosen ? preview.error : null
  const canMove = chosen !== null && !(failure instanceof Refusal) && !preview.isPending && !move.isRunning
  const isAt = (time: Best) =>
    chosen?.start_time === time.start_time &&
    chosen.provider_id === time.provider_id &&
    chosen.location_id === time.location_id
  const take = (time: Best) => {
    if (isAt(time) && canMove) return move.run(moveOf(appointment, time))
    setChosen(time)
    setRefused(null)
  }
  const moment = chosen && whenOf(chosen, chosen.kind === "window")
  const name = moment && words.moveHere({ time: moment, provider: chosen.provider_name })
  return (
    <section
      ref={own}
      class="in-place next-times"
      tabIndex={-1}
      aria-label={`${words.move}, ${whenOf(appointment)}`}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation()
          onClose()
        }
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && canMove) {
          event.preventDefault()
          move.run(wish!)
        }
      }}
    >
      <div class="row spread">
        <h2>{words.nextTimes}</h2>
        <TextField
          label={customers.timesFrom}
          type="date"
          value={first}
          onInput={(date) => date && setFirst(date)}
        />
        <a class="button plain" href={hrefOf(`/?date=${localDate(start_time, timezone)}&move=${id}`)}>
          <Icon name="board" small /> {customers.onBoard}
        </a>
      </div>
      <BestTimes times={times} provider={provider} isHeldAt={isAt} onTake={take} />
      {chosen && (
        <>
          {failure && !(failure instanceof Refusal) && <p class="hint">{words.textsNotShown}</p>}
          <PreviewOfTexts read={preview} timeZone={chosen.timezone} />
          {chosen.provider_id !== provider.id && (
            <p class="hint">{customers.comesInstead({ now: chosen.provider_name, before: provider.name })}</p>
          )}
          <ScopeChoice {...{ appointment, scope }} onChoose={setScope} />
          <MoveConflicts choices={choices} timezone={timezone} />
          <Refused error={isRefusal(move.failure, "series_conflict") ? null : move.failure} />
        </>
      )}
      <div class="row finish">
        {name && (
          <button
            type="button"
            class="button primary big"
            disabled={!canMove}
            onClick={() => move.run(wish!)}
          >
            {failure && !(failure instanceof Refusal) ? `${words.moveAllTheSame}: ${moment}` : name}{" "}
            <kbd>Ctrl ↵</kbd>
          </button>
        )}
        <button type="button" class="button" onClick={onClose}>
          {customers.keepTime} <kbd>Esc</kbd>
        </button>
      </div>
    </section>
  )
}

interface Timed {
  timezone: string
  start_time: string
  end_time: string
  window?: object
}

/** "Tue, Mar 3, 2:15 PM", or of a promised window "Tue, Mar 3, 2:00 – 4:00 PM". */
function whenOf(time: Timed, isWindow = time.window !== undefined): string {
  const { block, moment } = appointmentFormats(time.timezone)
  return isWindow ? block(time) : moment(time.start_time)
}

const moveOf = ({ id, version }: Appointment, { start_time, provider_id, location_id }: Best) => ({
  id,
  start_time,
  provider_id,
  location_id,
  if_version: version,
})

interface MoveTogether {
  scope: Scope
  /** Other starts of those that had nowhere to go. */
  conflicts: ChosenStart[] | undefined
  onConflict(conflict: MoveConflict): void
  onClose(): void
}

/**
 * For ten seconds the way back leaves no trace. Later it is a move like any other: where it stood may break a rule by now, which is
 * staff's judgement.
 */
function useMove(appointment: Appointment, { scope, conflicts, onConflict, onClose }: MoveTogether) {
  const { board: words, customers } = useWords()
  const { id, start_time, provider, location, appointment_type } = appointment
  const scoped = scopeFields(appointment, scope)
  const back = async (moved: Answer<"rescheduleAppointment">) => {
    const wish = {
      id,
      start_time,
      provider_id: provider.id,
      location_id: location.id,
      if_version: moved.version,
      override_eligibility: true,
      ...scoped,
    }
    try {
      if (!(await tookMoveBack(moved))) await api.rescheduleAppointment(wish)
      notify({ text: customers.movedBack({ time: whenOf(appointment) }) })
    } catch (error) {
      notify({ text: (error as Error).message })
    }
    await readAppointmentAgain(id)
  }
  return useWrite({
    mutationFn: (wish: ReturnType<typeof moveOf>) =>
      api.rescheduleAppointment({
        ...{ ...wish, ...scoped, hold_messages_seconds: undoSeconds },
        ...(conflicts ? { conflicts } : {}),
      }),
    onSuccess: async (moved) => {
      notify({
        text: words.moved({
          name: appointment_type.name,
          time: whenOf(moved),
          provider: moved.provider.name,
        }),
        undo: () => back(moved),
      })
      onClose()
      await readAppointmentAgain(id)
    },
    // Somebody may have been first.
    onError: (error) => {
      if (isRefusal(error, "series_conflict") && error.details)
        onConflict({ scope, occurrences: error.details.occurrences })
      return readAppointmentAgain(id)
    },
  })
}
