import type { Failure } from "../shared/api.ts"
import type { Action } from "./actions.ts"
import type { BotCheck } from "./bot-check/bot-check.ts"
import type { PublicPageClient } from "./client.ts"
import { failureActions } from "./outcomes.ts"
import { phoneNumberOf } from "./phone-number.ts"

/** A check that took too long to be used, or was used before, is made once more. */
const tries = 2

/** Proves that a person is here and has a code texted to the number; what came of it. */
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
