import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { WaitingChangeInput, WaitingView } from "../../../domain/contracts/waiting.ts"
import { type Failure, newIdempotencyKey, type Outcome } from "../../shared/api.ts"
import { follow } from "../../shared/follow.ts"
import { answersOf, refusedAnswer, whyRefused } from "../../shared/questions/told.ts"
import { tellBooked } from "../../shared/surroundings.ts"
import { type AnswersAction, reduceAnswers } from "../given-answers.ts"
import type { OpeningAction, StepPropsOf } from "../opening.tsx"
import type { WaitingLinkClient } from "./client.ts"
import { askedHere, initialState, type Notice, type State, stepOf, untilOf } from "./state.ts"

export interface Commands {
  open(screen: State["opened"]): void
  change(wishes: WaitingChangeInput): Promise<void>
  leave(): Promise<void>
  hold(): Promise<void>
  take(): Promise<void>
  decline(leaves: boolean): Promise<void>
  refresh(): Promise<void>
  /** The same where something has changed. */
  check(): Promise<Outcome<WaitingView | null>>
  dispatch(action: AnswersAction | OpeningAction): void
}

export type StepProps = StepPropsOf<State, Commands>

/** So often the page asks whether the time that it waits for is free. */
const askEveryMs = 10_000

/** After these the page shows how things stand, with what went wrong. */
const outdated: ReadonlySet<string> = new Set([
  "slot_taken",
  "offer_ended",
  "entry_ended",
  "version_conflict",
  "link_ended",
])

export function useWaitingLink(first: WaitingView, client: WaitingLinkClient): [State, Commands] {
  const [state, setState] = useState(() => initialState(first))
  const latest = useRef(state)
  latest.current = state
  const key = useRef(newIdempotencyKey())

  const commands = useMemo<Commands>(() => {
    const put = (part: Partial<State>) => setState((before) => ({ ...before, ...part }))
    const show = (view: WaitingView, part: Partial<State> = {}) =>
      put({ view, until: untilOf(view), ...part })

    const failed = async (failure: Failure) => {
      const notice = alertOf(failure)
      const wrong = refusedAnswer(failure.field ?? null)
      if (wrong !== null) return put({ pending: false, invalidAnswers: { [wrong]: whyRefused(failure) } })
      const now = outdated.has(failure.code) ? await client.read() : null
      if (now?.ok) show(now.data, { pending: false, opened: null, notice })
      else put({ pending: false, notice })
    }
    const run = async (write: () => Promise<Outcome<WaitingView>>, after: Partial<State> = {}) => {
      if (latest.current.pending) return null
      put({ pending: true, notice: null })
      const outcome = await write()
      if (outcome.ok) show(outcome.data, { pending: false, opened: null, ...after })
      else await failed(outcome)
      return outcome
    }
    const offerId = () => latest.current.view.offer!.id
    const said = (code: Notice["code"]): Partial<State> => ({
      notice: { tone: "status", code, retryAfterSeconds: null },
    })

    const hold = async () => {
      await run(() => client.hold({ offerId: offerId() }), { askedFor: offerId() })
    }
    const showNewest = async (view: WaitingView) => {
      if (latest.current.pending) return
      show(view)
      const { offer } = view
      // The press was made before: what the customer waited for is kept for them as soon as it is free.
      if (offer?.state === "free" && offer.id === latest.current.askedFor) await hold()
    }
    return {
      open: (opened) => put({ opened, notice: null }),
      change: async (wishes) => {
        const ifVersion = latest.current.view.entry.version
        await run(() => client.change({ ...wishes, ifVersion }), said("changed"))
      },
      leave: async () => {
        await run(client.leave)
      },
      hold,
      take: async () => {
        const { view, told } = latest.current
        const input = { offerId: offerId(), ...answersOf(askedHere(view), told) }
        const owesFiles = view.questions.some(({ kind }) => kind === "file")
        const outcome = await run(() => client.take(input, key.current), { owesFiles })
        if (outcome?.ok) tellBooked()
        else if (outcome && !outcome.outcomeUnknown) key.current = newIdempotencyKey()
      },
      decline: async (leaves) => {
        const declined = offerId()
        await run(() => client.decline({ offerId: declined, leaves }), { declined, ...said("stillListed") })
      },
      refresh: async () => {
        if (latest.current.pending) return
        const now = await client.read()
        if (now.ok) await showNewest(now.data)
      },
      check: async () => {
        const found = await client.changes(latest.current.view.version)
        if (found.ok && found.data) await showNewest(found.data)
        // The server's page says whom to call.
        if (!found.ok && found.code === "link_ended") location.reload()
        return found
      },
      dispatch: (action) => {
        if (action.type === "tell" || action.type === "foundUnanswered")
          setState((before) => reduceAnswers(before, action))
        if (action.type === "stepBack") put({ opened: null, notice: null })
      },
    }
  }, [client])

  useStayingUpToDate(state, commands)
  return [state, commands]
}

/** The page asks by and by, and whenever the customer comes back to it; more often while another decides. */
function useStayingUpToDate(state: State, { check }: Commands): void {
  const isInLine = stepOf(state) === "line"
  useEffect(() => follow(check), [check])
  useEffect(() => {
    if (!isInLine) return
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void check()
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isInLine, check])
}

const alertOf = ({ code, retryAfterSeconds }: Failure): Notice => ({ tone: "alert", code, retryAfterSeconds })
