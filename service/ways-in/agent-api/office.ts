/** The office to which an agent sends callers whom it can't help. */

import type {
  AgentSession,
  ConversationChannel,
  Listener,
  SessionCompany,
} from "../../../domain/model/agent/session.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { nationalForm } from "../../../domain/rules/texts/phone-numbers.ts"
import type { AgentCall } from "./agent-tool.ts"
import { SaidRefusal } from "./in-agent-words.ts"

type Caller = Pick<AgentSession, "isShared" | "company" | "channel" | "listener">

function callUs(
  { language }: Listener,
  { phone, isAgentsLine }: SessionCompany,
  channel: ConversationChannel,
): string {
  const words = wordsIn(language).office
  if (channel === "voice" && isAgentsLine) return words.helps
  return phone === null ? words.contact : words.call({ phone: nationalForm(phone) })
}

/** The answer to a caller who is no customer and can't become one here; null for all others. */
export function closedToCaller({
  customer,
  isShared,
  company,
  channel,
  listener,
}: Caller & { customer: object | null }): string | null {
  const words = wordsIn(listener.language).office
  if (customer !== null) return null
  if (isShared) return words.sharedNumber
  if (company.newCustomers === "allowed") return null
  return words.noNewCustomers({ how: callUs(listener, company, channel) })
}

/** Throws `registration_closed` for a caller who is no customer and can't become one, before anything is offered. */
export function refuseIfClosed({ session }: AgentCall): void {
  const message = closedToCaller(session)
  if (message !== null) throw new SaidRefusal("registration_closed", { message })
}

/** A change that comes too late is refused with the way to the office: a transfer, or the number to call. */
export async function sayingWhomToCall<T>({ session }: AgentCall, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "cancel_notice_passed")) throw error
    throw new SaidRefusal(error.code, tooLateFor(session, "that"))
  }
}

/** `that` and `it` are the appointment that was named; anything else is said as it is: `Boiler service on Tuesday, March 2 at 2:00 PM`. */
export function tooLateFor(
  { channel, company, listener }: AgentSession,
  what: string,
): { message: string; details?: { transfer_phone: string } } {
  const words = wordsIn(listener.language).office
  const { transferPhone } = company
  const isPutThrough = channel === "voice" && transferPhone !== null
  const how = isPutThrough ? words.putThrough : callUs(listener, company, channel)
  const message =
    what === "that"
      ? words.tooLateForThat({ how })
      : what === "it"
        ? words.tooLateForIt({ how })
        : words.tooLateFor({ what, how })
  return isPutThrough ? { message, details: { transfer_phone: transferPhone } } : { message }
}
