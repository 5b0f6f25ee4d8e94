import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks"
import type { BookedView } from "../../../domain/contracts/public-page.ts"
import { newIdempotencyKey } from "../../shared/api.ts"
import { linkFile } from "../../shared/link-changes.ts"
import { tokenOfLink } from "../../shared/link-token.ts"
import {
  forgetAll,
  type Remembered,
  remember,
  rememberedOn,
  standingOf,
  stillStanding,
  updateRemembered,
} from "../../shared/remembered.ts"
import { whenShownAgain } from "../../shared/shown-again.ts"
import { findVisitorZone, onceClockIsKnown } from "../../shared/visitor-zone.ts"
import { useTimes } from "../use-times.ts"
import type { Action } from "./actions.ts"
import type { WriteKeys } from "./book.ts"
import { botCheck } from "./bot-check/bot-check.ts"
import type { PublicPageClient } from "./client.ts"
import { botCheckElementId, type Commands } from "./commands.ts"
import { holdWanted, newDraftToken } from "./hold-wanted.ts"
import { keptFor, keptOf } from "./kept.ts"
import { afterTheTime } from "./later.ts"
import { reduce } from "./reduce.ts"
import { searchMissing } from "./search.ts"
import { type Followed, isToCome } from "./standing.ts"
import type { State } from "./state.ts"

/** The bookings with this browser, as they stand: those that are known already, and those that will be. */
export interface Device {
  remembered: Remembered[]
  remembering: Promise<Remembered[]>
  /** The steps that the page's address fills in. */
  filled?: Action[] | undefined
}

const nothingKnown: Device = { remembered: [], remembering: Promise.resolve([]) }

/** The page's state, and the commands that change it. Searches the shown weeks' times by itself. */
export function usePublicPage(
  first: State,
  client: PublicPageClient,
  device: Device = nothingKnown,
): [State, Commands] {
  const [state, dispatch] = useReducer(reduce, first)
  const now = useRef(state)
  now.current = state
  const hasRemote = state.view.types.some(({ place }) => place === "remote")
  useLayoutEffect(() => {
    const restored = keptFor(first)
    if (restored) dispatch({ type: "restored", kept: restored })
    findVisitorZone(hasRemote, (found) => dispatch({ type: "deviceFound", zone: found }))
    const { remembered, remembering, filled } = device
    filled?.forEach(dispatch)
    addEventListener("prefill", async () =>
      (await import("./prefill.ts")).prefilled(now.current).forEach(dispatch),
    )
    if (remembered.length > 0) dispatch({ type: "remembered", remembered })
    else
      remembering.then((late) => {
        if (late.length > 0) dispatch({ type: "remembered", remembered: late })
      })
  }, [])
  useLayoutEffect(() => {
    const { booked, followed } = state
    if (!booked?.manageUrl || !followed) return
    // Remembered once, when it is booked: later answers change what is remembered, and never bring it back.
    if (followed.checkedAt === null && !followed.isAway) rememberBooked(booked)
    else if (followed.checkedAt !== null) updateBooked(booked.manageUrl, followed)
    dispatch({ type: "remembered", remembered: rememberedOn(location.pathname, state.openedAt) })
  }, [state.followed])
  useEffect(() => onShownAgain(() => now.current, dispatch), [])
  useTimes(state, first, keptOf, () => searchMissing(now.current, client), dispatch)
  const wanted = holdWanted(state)
  const commands = useMemo(() => commandsOf(() => now.current, dispatch, client), [client])
  useEffect(commands.hold, [wanted, state.triedToHold, commands])
  return [state, commands]
}

function commandsOf(
  read: () => State,
  dispatch: (action: Action) => void,
  client: PublicPageClient,
): Commands {
  const tell = (actions: Action[]) => actions.forEach(dispatch)
  const check = botCheck(read().view.botCheck, client, () => document.getElementById(botCheckElementId))
  let keys: (WriteKeys & { wanted: string }) | null = null
  // Holding and booking the same time at once would refuse one of them, so a booking waits for the hold's answer.
  let holding: Promise<boolean> | null = null
  let isBooking = false
  return {
    dispatch: (action) => onceClockIsKnown(action, dispatch),
    prepareCode: check.prepare,
    sendCode: async () => {
      if (read().pending) return
      dispatch({ type: "started" })
      // The steps that ask for it came with the same script.
      const { codeActions } = await afterTheTime()
      tell(await codeActions(read().draft.phone, check, client))
    },
    verify: async (code) => (await afterTheTime()).verifyNumber(read, dispatch, client, code),
    hold: () => {
      const wanted = holdWanted(read())
      const { choice, draftToken, triedToHold } = read()
      if (!choice || wanted === null || wanted === triedToHold || isBooking) return
      const token = draftToken ?? newDraftToken()
      dispatch({ type: "holding", draftToken: token, wanted })
      const asked = afterTheTime()
        .then(({ holdChoice }) => holdChoice(read(), choice, token, client))
        .then((actions) => {
          if (holding === asked) holding = null
          if (holdWanted(read()) !== wanted) return true
          tell(actions)
          return actions.every(({ type }) => type === "held")
        })
      holding = asked
    },
    book: async () => {
      const { choice, draft, told, pending } = read()
      if (!choice || pending || isBooking) return
      isBooking = true
      dispatch({ type: "started" })
      // A booking without an answer is sent again under the same keys; a changed one gets new keys.
      const wanted = JSON.stringify([choice, draft, told])
      if (keys?.wanted !== wanted) keys = { wanted, register: newIdempotencyKey(), book: newIdempotencyKey() }
      const { bookChoice } = await afterTheTime()
      const isFree = holding === null || (await holding)
      if (isFree && (await bookChoice(read(), choice, client, keys, tell))) keys = null
      isBooking = false
    },
    holdEnded: async () => tell(await (await afterTheTime()).holdEnded(read(), client)),
    join: async (wishes) => {
      const { wish, pending } = read()
      if (!wish || pending) return null
      const joinKeys = { register: newIdempotencyKey(), book: newIdempotencyKey() }
      const { joinList } = await import("./join.ts")
      return joinList(read(), wish, wishes, client, joinKeys, tell)
    },
    calendarFile: async () => {
      const { booked, verifiedVisit } = read()
      // The link lasts as long as the appointment, and the verified visit half an hour.
      if (booked?.manageUrl) return linkFile(tokenOfLink(booked.manageUrl))
      return booked && verifiedVisit
        ? client.calendarFile(booked.appointment.id, verifiedVisit.visitToken)
        : null
    },
    textLinks: async () => {
      const { verifiedVisit } = read()
      return verifiedVisit !== null && (await client.textLinks(verifiedVisit.visitToken)).ok
    },
    forgetMe: () => {
      forgetAll(location.pathname)
      dispatch({ type: "remembered", remembered: [] })
    },
  }
}

/** Asks anew for the shown data when the page is shown again. Returns how to end that. */
const onShownAgain = (read: () => State, dispatch: (action: Action) => void) =>
  whenShownAgain(async (wasLong) => {
    const openedAt = new Date().toISOString()
    if (wasLong) dispatch({ type: "wokeUp", openedAt })
    if (read().remembered.length > 0 && read().step !== "booked")
      dispatch({ type: "remembered", remembered: await stillStanding(location.pathname, openedAt) })
  })

function updateBooked(manageUrl: string, followed: Followed): void {
  const { appointment, version } = followed
  updateRemembered(new URL(manageUrl).pathname, isToCome(followed) ? appointment : null, version)
}

function rememberBooked({ appointment, manageUrl }: BookedView): void {
  if (manageUrl !== null) remember({ page: location.pathname, manageUrl, ...standingOf(appointment) })
}
