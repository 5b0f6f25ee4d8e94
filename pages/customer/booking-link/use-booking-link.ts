import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks"
import type { LinkView } from "../../../domain/contracts/booking-link.ts"
import { newIdempotencyKey, type Outcome } from "../../shared/api.ts"
import { whenShownAgain } from "../../shared/shown-again.ts"
import { tellBooked } from "../../shared/surroundings.ts"
import { findVisitorZone, onceClockIsKnown } from "../../shared/visitor-zone.ts"
import { dateOnDevice } from "../../shared/zones.ts"
import { useTimes } from "../use-times.ts"
import type { BookingLinkClient } from "./client.ts"
import type { Commands } from "./commands.ts"
import { actionsOnArrival, keptOf } from "./kept.ts"
import { afterTheTime } from "./later.ts"
import { type Action, reduce } from "./reduce.ts"
import { searchMissing } from "./search.ts"
import type { State } from "./state.ts"
import type { LinkWrites } from "./writes.ts"

type AfterTheTime = Awaited<ReturnType<typeof afterTheTime>>

/** Shows what changes while the page is open. Returns how to end that. */
function followLink(
  read: () => LinkView,
  { token }: BookingLinkClient,
  dispatch: (action: Action) => void,
): () => void {
  let isLeft = false
  let stop = () => {
    isLeft = true
  }
  // It comes with the steps that follow the choice.
  afterTheTime().then(({ follow, askForChanges }) => {
    if (isLeft) return
    stop = follow(async () => {
      const found = await askForChanges(token, read().version)
      if (found.ok && found.data) dispatch({ type: "changed", view: found.data })
      if (!found.ok && found.code === "link_ended")
        dispatch({ type: "ended", because: found.details.because })
      return found
    })
  })
  return () => stop()
}

/** The page's state, and the commands that change it. Searches the shown weeks' times by itself. */
export function useBookingLink(first: State, client: BookingLinkClient): [State, Commands] {
  const [state, dispatch] = useReducer(reduce, first)
  const key = useRef(newIdempotencyKey())
  const isRemote = state.view.appointmentType.place === "remote"
  useLayoutEffect(() => {
    actionsOnArrival(first.view).forEach(dispatch)
    findVisitorZone(isRemote, (zone) =>
      dispatch({ type: "deviceFound", zone, today: dateOnDevice(new Date().toISOString()) }),
    )
  }, [])
  useTimes(state, first, keptOf, () => searchMissing(state, client), dispatch)
  useEffect(() => {
    const { appointment, version } = state.view
    const shown = state.step === "ended" ? null : appointment
    afterTheTime().then(({ updateRemembered }) => updateRemembered(location.pathname, shown, version))
  }, [state.view, state.step])

  const latest = useRef(state)
  latest.current = state
  useEffect(() => followLink(() => latest.current.view, client, dispatch), [client])
  useEffect(
    () =>
      whenShownAgain(
        (wasLong) => wasLong && dispatch({ type: "wokeUp", today: dateOnDevice(new Date().toISOString()) }),
      ),
    [],
  )

  const commands = useMemo<Commands>(() => {
    const writes = async () => (await afterTheTime()).linkWrites(client)
    /** The steps whose buttons write came with the same script. */
    const write = async (
      request: (writes: LinkWrites, after: AfterTheTime) => Promise<Outcome<LinkView>>,
      done: Parameters<AfterTheTime["outcomeActions"]>[1],
    ) => {
      if (state.pending) return
      dispatch({ type: "writeStarted" })
      const after = await afterTheTime()
      const outcome = await request(after.linkWrites(client), after)
      if (done === "booked" && outcome.ok) tellBooked()
      const actions = await after.outcomeActions(outcome, done, state, client)
      actions.forEach(dispatch)
    }
    const { choice, moving, scope, view } = state
    const { appointment } = view
    return {
      dispatch: (action) => {
        if (action.type === "pickTime" || action.type === "giveAnswers" || action.type === "chooseSeats")
          key.current = newIdempotencyKey()
        onceClockIsKnown(action, dispatch)
      },
      confirm: async () => {
        if (!choice) return
        const moved = moving ? appointment : null
        await write(
          async (to, { bookWithFiles }) => {
            const outcome = await (moved
              ? to.move(moved, choice.startTime, scope)
              : bookWithFiles(state, choice, to, key.current))
            if (outcome.ok || !outcome.outcomeUnknown) key.current = newIdempotencyKey()
            return outcome
          },
          moved ? "moved" : "booked",
        )
      },
      cancel: async () =>
        void (appointment && (await write((to) => to.cancel(appointment, scope), "cancelled"))),
      accept: async (proposalId) =>
        void (appointment && (await write((to) => to.accept(appointment, proposalId), "booked"))),
      come: async () => void (appointment && (await write((to) => to.come(appointment), "coming"))),
      calendarFile: async () => (await writes()).calendarFile(),
      askUpload: async (name) => (await writes()).askUpload(name),
      sendFiles: async (answers) => (await writes()).sendFiles(answers),
      join: async (input) => (await writes()).join(input),
    }
  }, [state, client])
  return [state, commands]
}
