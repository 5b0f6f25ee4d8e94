/** The office to which an agent sends callers whom it can't help. */
import type {
  AgentSession,
  ConversationChannel,
  SessionCompany,
} from "../../../domain/model/agent/session.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { nationalForm } from "../../../domain/rules/texts/phone-numbers.ts"
import type { AgentCall } from "./agent-tool.ts"
import { SaidRefusal } from "./in-agent-words.ts"

function callUs({ phone, isAgentsLine }: SessionCompany, channel: ConversationChannel): string {
  if (channel === "voice" && isAgentsLine) return "The office has to help you."
  return phone === null ? "Please contact the office." : `Please call us at ${nationalForm(phone)}.`
}

/** The answer to a caller who is no customer and can't become one here; null for all others. */
export function closedToCaller({
  customer,
  isShared,
  company,
  channel,
}: Pick<AgentSession, "isShared" | "company" | "channel"> & { customer: object | null }): string | null {
  if (customer !== null) return null
  if (isShared) return "I can't tell from this number who is calling, so the office has to help you."
  if (company.newCustomers === "allowed") return null
  return `We don't take new customers at the moment. ${callUs(company, channel)}`
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
    throw new SaidRefusal(error.code, tooLateFor(session, "that appointment"))
  }
}

/** `what` is said as it is: `that appointment`, `Boiler service on Tuesday, March 2 at 2:00 PM`. */
export function tooLateFor(
  { channel, company }: AgentSession,
  what: string,
): { message: string; details?: { transfer_phone: string } } {
  const late = `It's too late to change ${what} here.`
  const { transferPhone } = company
  return channel === "voice" && transferPhone !== null
    ? { message: `${late} I can put you through to the office.`, details: { transfer_phone: transferPhone } }
    : { message: `${late} ${callUs(company, channel)}` }
}
