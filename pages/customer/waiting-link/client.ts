import type {
  WaitingChangeInput,
  WaitingDeclineInput,
  WaitingHoldInput,
  WaitingTakeInput,
  WaitingView,
} from "../../../domain/contracts/waiting.ts"
import { type Outcome, send } from "../../shared/api.ts"
import { sendOnce } from "../../shared/until-answered.ts"

type Answered = Promise<Outcome<WaitingView>>

/** The requests of a waiting entry's page. The token is sent in a header and stored nowhere. */
export interface WaitingLinkClient {
  read(): Answered
  /** Null where the version still stands. */
  changes(version: string): Promise<Outcome<WaitingView | null>>
  change(wishes: WaitingChangeInput): Answered
  leave(): Answered
  /** "See and hold". */
  hold(input: WaitingHoldInput): Answered
  /** Books. Without an answer it retries under the same key, twice. */
  take(input: WaitingTakeInput, key: string): Answered
  decline(input: WaitingDeclineInput): Answered
}

export function waitingLinkClient(token: string): WaitingLinkClient {
  const auth = { "X-Waiting-Token": token }
  const path = "/api/waiting"
  return {
    read: () => send({ method: "GET", path, headers: auth }),
    changes: (version) =>
      send({ method: "GET", path: `${path}/changes?version=${encodeURIComponent(version)}`, headers: auth }),
    change: (body) => send({ method: "PUT", path, headers: auth, body }),
    leave: () => send({ method: "DELETE", path, headers: auth }),
    hold: (body) => send({ method: "POST", path: `${path}/hold`, headers: auth, body }),
    take: (body, key) => sendOnce({ method: "POST", path: `${path}/take`, headers: auth, body }, key),
    decline: (body) => send({ method: "POST", path: `${path}/decline`, headers: auth, body }),
  }
}
