import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks"
import type { LinkView } from "../../domain/contracts/booking-link.ts"
import { newIdempotencyKey, type Outcome } from "../shared/api.ts"
import { keep } from "../shared/kept.ts"
import { answersOf, holdsFiles, type Told } from "../shared/questions/told.ts"
import { updateRemembered } from "../shared/remembered.ts"
import { tellBooked } from "../shared/surroundings.ts"
import type { Opening } from "../shared/times/openings.ts"
import { seatsWanted } from "../shared/times/seats.ts"
import { findVisitorZone, onceClockIsKnown } from "../shared/visitor-zone.ts"
import { dateOnDevice } from "../shared/zones.ts"
import type { BookingLinkClient } from "./client.ts"
import type { Commands } from "./commands.ts"
import { actionsOnArrival, keptOf } from "./kept.ts"
import { afterTheTime } from "./later.ts"
import { type Action, reduce } from "./reduce.ts"
import { searchMissing } from "./search.ts"
import type { State } from "./state.ts"

type OutcomeActions = Awaited<ReturnType<typeof afterTheTime>>["outcomeActions"]

/** Files go first, each once however often the booking is tried. */
async function bookWithFiles(
  { view: { questions }, told, seats }: State,
  choice: Opening,
  client: BookingLinkClient,
  key: string,
): Promise<Outcome<LinkView>> {
  const taken = choice.sessionId === undefined ? {} : { seats: seatsWanted({ seats }, choice) }
  const book = (given: Told) => client.book(choice, { ...answersOf(questions, given), ...taken }, key)
  if (!holdsFiles(questions, told)) return book(told)
  const { sendChosen } = await import("../shared/questions/chosen-files.ts")
  const sent = await sendChosen(questions, told, client.askUpload)
  return sent.ok ? book(sent.data) : sent
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
    /** The steps whose buttons write came with the same script. */
    const tellOutcome = async (outcome: Outcome<LinkView>, done: Parameters<OutcomeActions>[1]) =>
      tell(await (await afterTheTime()).outcomeActions(outcome, done, state, client))
    return {
      dispatch: (action) => {
        if (action.type === "pickTime" || action.type === "giveAnswers" || action.type === "chooseSeats")
          key.current = newIdempotencyKey()
        onceClockIsKnown(action, dispatch)
      },
      confirm: async () => {
        const { choice, moving, pending, view } = state
        if (!choice || pending) return
        dispatch({ type: "writeStarted" })
        const moved = moving ? view.appointment : null
        const outcome = moved
          ? await client.move(moved, choice.startTime, state.scope)
          : await bookWithFiles(state, choice, client, key.current)
        if (outcome.ok || !outcome.outcomeUnknown) key.current = newIdempotencyKey()
        if (outcome.ok && !moved) tellBooked()
        await tellOutcome(outcome, moved ? "moved" : "booked")
      },
      cancel: async () => {
        const { appointment } = state.view
        if (!appointment || state.pending) return
        dispatch({ type: "writeStarted" })
        await tellOutcome(await client.cancel(appointment, state.scope), "cancelled")
      },
      accept: async (proposalId) => {
        const { appointment } = state.view
        if (!appointment || state.pending) return
        dispatch({ type: "writeStarted" })
        const outcome = await client.accept(appointment, proposalId)
        if (outcome.ok) tellBooked()
        await tellOutcome(outcome, "booked")
      },
      come: async () => {
        const { appointment } = state.view
        if (!appointment || state.pending) return
        dispatch({ type: "writeStarted" })
        await tellOutcome(await client.come(appointment), "coming")
      },
      calendarFile: client.calendarFile,
      askUpload: client.askUpload,
      sendFiles: client.sendFiles,
      join: client.join,
    }
  }, [state, client])
  return [state, commands]
}
