import { useEffect, useMemo, useReducer, useRef } from "preact/hooks"
import { newIdempotencyKey } from "../shared/until-answered.ts"
import type { Action } from "./actions.ts"
import { bookChoice, type WriteKeys } from "./book.ts"
import { botCheck } from "./bot-check/bot-check.ts"
import type { PublicPageClient } from "./client.ts"
import { type Field, invalidFields } from "./draft.ts"
import { failureActions, noticeOf } from "./outcomes.ts"
import { reduce } from "./reduce.ts"
import { searchMissing, stillOffered } from "./search.ts"
import { codeActions } from "./send-code.ts"
import type { State } from "./state.ts"

/** What a step can ask for. */
export interface Commands {
  dispatch(action: Action): void
  /** Whether the fields can be sent; tells which cannot. */
  check(fields: readonly Field[]): boolean
  /** Starts the bot check, so that it is over when the number is typed. */
  prepareCode(): void
  sendCode(): Promise<void>
  verify(code: string): Promise<void>
  book(): Promise<void>
  calendarFile(): Promise<Blob | null>
}

/** Where a bot check's own widget stands, if it has one. */
export const botCheckElementId = "bot-check"

/** The page's state, kept up with the service. */
export function usePublicPage(first: State, client: PublicPageClient): [State, Commands] {
  const [state, dispatch] = useReducer(reduce, first)
  const now = useRef(state)
  now.current = state
  const { step, month, generation, slotsFailure, zone } = state
  const searching = step === "choose" && slotsFailure === null
  useEffect(() => {
    if (searching) searchMissing(now.current, client).then((actions) => actions.forEach(dispatch))
  }, [searching, month, generation, zone, client])
  const commands = useMemo(() => commandsOf(() => now.current, dispatch, client), [client])
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
  return {
    dispatch,
    check: (fields) => {
      const invalid = invalidFields(read().draft, fields)
      dispatch({ type: "foundInvalid", invalid })
      return Object.keys(invalid).length === 0
    },
    prepareCode: check.prepare,
    sendCode: async () => {
      if (read().pending) return
      dispatch({ type: "started" })
      tell(await codeActions(read().draft.phone, check, client))
    },
    verify: (code) => verify(read, dispatch, client, code),
    book: async () => {
      const { choice, draft, pending } = read()
      if (!choice || pending) return
      // A wish that was not answered is sent again under the same key; a changed one is another wish.
      const wanted = JSON.stringify([choice, draft])
      if (keys?.wanted !== wanted) keys = { wanted, register: newIdempotencyKey(), book: newIdempotencyKey() }
      const isAnswered = await bookChoice(read(), choice, client, keys, tell)
      if (isAnswered) keys = null
    },
    calendarFile: async () => {
      const { booked, verifiedVisit } = read()
      return booked && verifiedVisit
        ? client.calendarFile(booked.appointment.id, verifiedVisit.visitToken)
        : null
    },
  }
}

/** Shows the code; an address on file then takes the typed one's place, and may not go with the chosen time. */
async function verify(
  read: () => State,
  dispatch: (action: Action) => void,
  client: PublicPageClient,
  code: string,
): Promise<void> {
  const { sent, pending } = read()
  if (!sent || pending) return
  dispatch({ type: "started" })
  const outcome = await client.verify({ verificationId: sent.verificationId, code })
  if (!outcome.ok) return (await failureActions(outcome, client)).forEach(dispatch)
  const { visitToken = "", ...verifiedVisit } = outcome.data
  const { choice, wish } = read()
  const next: State = { ...read(), verifiedVisit: { ...verifiedVisit, visitToken } }
  const goesByFile = !!choice && !!wish?.needsAddress && verifiedVisit.hasAddress
  const gone = goesByFile && (await stillOffered(next, choice, client)) === false
  dispatch({ type: "verified", verifiedVisit: outcome.data })
  if (gone) dispatch({ type: "timeRefused", notice: addressOnFile })
}

const addressOnFile = noticeOf({
  code: "address_on_file",
  details: {},
  retryAfterSeconds: null,
  outcomeUnknown: false,
})
