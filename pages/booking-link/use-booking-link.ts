import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks"
import { newIdempotencyKey } from "../shared/api.ts"
import { keep } from "../shared/kept.ts"
import { answersOf } from "../shared/questions/told.ts"
import { updateRemembered } from "../shared/remembered.ts"
import { tellBooked } from "../shared/surroundings.ts"
import { findVisitorZone, onceClockIsKnown } from "../shared/visitor-zone.ts"
import { dateOnDevice } from "../shared/zones.ts"
import type { BookingLinkClient } from "./client.ts"
import { actionsOnArrival, keptOf } from "./kept.ts"
import { type Action, reduce } from "./reduce.ts"
import { searchMissing } from "./search.ts"
import type { State } from "./state.ts"
import { outcomeActions } from "./write-outcomes.ts"

/** What a step can do. */
export interface Commands {
  dispatch(action: Action): void
  /** Books or moves to the chosen time. */
  confirm(): Promise<void>
  cancel(): Promise<void>
  /** Says that the customer comes. */
  come(): Promise<void>
  calendarFile(): Promise<Blob | null>
}

/** The props of every step. */
export interface StepProps {
  state: State
  commands: Commands
}

/** The page's state, and the commands that change it. Searches the shown weeks' times by itself. */
export function useBookingLink(first: State, client: BookingLinkClient): [State, Commands] {
  const [state, dispatch] = useReducer(reduce, first)
  const key = useRef(newIdempotencyKey())
  const { from, generation, locationId } = state
  const searching = state.step === "choose" && state.slotsFailure === null && state.visitorZone !== null

  const isRemote = state.view.appointmentType.place === "remote"
  useLayoutEffect(() => {
    actionsOnArrival(first.view).forEach(dispatch)
    findVisitorZone(isRemote, (zone) =>
      dispatch({ type: "deviceFound", zone, today: dateOnDevice(new Date().toISOString()) }),
    )
  }, [])
  useLayoutEffect(() => {
    if (state !== first) keep(keptOf(state))
  }, [state])
  useEffect(() => {
    updateRemembered(location.pathname, state.view.appointment, state.view.clocks)
  }, [state.view])
  useEffect(() => {
    if (searching) searchMissing(state, client).then((actions) => actions.forEach(dispatch))
  }, [searching, from, generation, locationId, state.zone])

  const commands = useMemo<Commands>(() => {
    const tell = (actions: Action[]) => actions.forEach(dispatch)
    return {
      dispatch: (action) => {
        if (action.type === "pickTime" || action.type === "giveAnswers") key.current = newIdempotencyKey()
        onceClockIsKnown(action, dispatch)
      },
      confirm: async () => {
        const { choice, moving, pending, view } = state
        if (!choice || pending) return
        dispatch({ type: "writeStarted" })
        const moved = moving ? view.appointment : null
        const outcome = moved
          ? await client.move(moved, choice.startTime)
          : await client.book(choice, answersOf(view.questions, state.told), key.current)
        if (outcome.ok || !outcome.outcomeUnknown) key.current = newIdempotencyKey()
        if (outcome.ok && !moved) tellBooked()
        tell(await outcomeActions(outcome, moved ? "moved" : "booked", state, client))
      },
      cancel: async () => {
        const { appointment } = state.view
        if (!appointment || state.pending) return
        dispatch({ type: "writeStarted" })
        tell(await outcomeActions(await client.cancel(appointment), "cancelled", state, client))
      },
      come: async () => {
        const { appointment } = state.view
        if (!appointment || state.pending) return
        dispatch({ type: "writeStarted" })
        tell(await outcomeActions(await client.come(appointment), "coming", state, client))
      },
      calendarFile: client.calendarFile,
    }
  }, [state, client])
  return [state, commands]
}
