import { useEffect, useLayoutEffect } from "preact/hooks"
import { keep } from "../shared/kept.ts"
import type { TimesState } from "../shared/times/times-state.ts"

/**
 * Searches the times that the calendar lacks whenever it shows others, and keeps the visitor's way through a reload.
 *
 * @param first the state that the page began with, which is not kept
 */
export function useTimes<State extends TimesState & { step: string }, Action>(
  state: State,
  first: State,
  keptOf: (state: State) => unknown,
  search: () => Promise<Action[]>,
  dispatch: (action: Action) => void,
): void {
  const { step, from, generation, locationId, slotsFailure, zone, visitorZone } = state
  const isSearching = step === "choose" && slotsFailure === null && visitorZone !== null
  useLayoutEffect(() => {
    if (state !== first) keep(keptOf(state))
  }, [state])
  useEffect(() => {
    if (isSearching) search().then((actions) => actions.forEach(dispatch))
  }, [isSearching, from, generation, locationId, zone])
}
