import type { VerifiedVisitView } from "../../../domain/contracts/public-page.ts"
import type { Failure } from "../../shared/api.ts"
import { noticeOf } from "../../shared/notice-of.ts"
import type { Action } from "./actions.ts"
import type { BotCheck } from "./bot-check/bot-check.ts"
import type { PublicPageClient } from "./client.ts"
import { phoneNumberOf } from "./draft-fields.ts"
import { failureActions } from "./outcomes.ts"
import { stillOffered } from "./search.ts"
import type { State } from "./state.ts"

/** A bot check that expired, or was used before, is made once more. */
const tries = 2

/** Passes the bot check and has a code texted to the number; returns the actions that follow. */
export async function codeActions(
  phone: string,
  check: BotCheck,
  client: PublicPageClient,
): Promise<Action[]> {
  let failure: Failure = {
    code: "bot_check_failed",
    details: {},
    retryAfterSeconds: null,
    outcomeUnknown: false,
  }
  for (let count = 0; count < tries && failure.code === "bot_check_failed"; count++) {
    const answer = await check.answer()
    if (answer === null) continue
    const outcome = await client.sendCode({ phone: phoneNumberOf(phone) ?? phone, botCheck: answer })
    if (outcome.ok) return [{ type: "codeSent", sent: outcome.data, phone }]
    failure = outcome
  }
  return failureActions(failure, client)
}

/**
 * Sends the typed code. An address on file then replaces the typed one, and the chosen time may not be offered there.
 */
export async function verifyNumber(
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
  const { choice, wish, lookingFor } = read()
  if (!wish && lookingFor === "links") return textLinks(outcome.data, visitToken, dispatch, client)
  const next: State = { ...read(), verifiedVisit: { ...verifiedVisit, visitToken } }
  const goesByFile = !!choice && !!wish?.needsAddress && verifiedVisit.hasAddress
  const gone = goesByFile && (await stillOffered(next, choice, client)) === false
  dispatch({ type: "verified", verifiedVisit: outcome.data })
  if (gone) dispatch({ type: "timeRefused", notice: addressOnFile })
}

/** The number's appointments are named by text only. */
async function textLinks(
  verifiedVisit: VerifiedVisitView,
  token: string,
  dispatch: (action: Action) => void,
  client: PublicPageClient,
): Promise<void> {
  const outcome = await client.textLinks(token)
  dispatch({ type: "verified", verifiedVisit })
  if (outcome.ok) return
  dispatch({ type: "goTo", step: "phone" })
  ;(await failureActions(outcome, client)).forEach(dispatch)
}

const addressOnFile = noticeOf({
  code: "address_on_file",
  details: {},
  retryAfterSeconds: null,
  outcomeUnknown: false,
})
