/** A caller's wish that no tool fulfils is written down for the staff, who call back. */

import { callbackInput, callbackLeft } from "../../../domain/model/agent/caller.ts"
import { mostCallbacks } from "../../../domain/model/agent/session.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import type { CallbackInEvent } from "../../../domain/model/callback.ts"
import { customerInEvent } from "../../../domain/model/customer.ts"
import { invalid } from "../../../domain/model/errors.ts"
import { associatedData } from "../../../domain/model/sealing.ts"
import { e164Of } from "../../../domain/rules/texts/phone-numbers.ts"
import { findCustomerForEvent } from "../../customers/customers.sql.ts"
import {
  callbacksOfSession,
  insertCallback,
  lockSession,
  nextCallbackId,
} from "../../messages/callbacks.sql.ts"
import { recordCallback } from "../../outbox/append-event.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Tx } from "../../platform/pg/database.ts"
import { write } from "../../platform/write.ts"
import { type AgentCall, agentTool } from "./agent-tool.ts"
import { SaidRefusal } from "./in-agent-words.ts"

export const requestCallback = agentTool({
  name: "request_callback",
  summary: "Leave a message, to be called back",
  description:
    "Writes down what the caller wants for the staff, who call back. Offer it when no tool can help or they ask for a person. Say what you will write, and wait for a yes.",
  status: 201,
  events: ["callback.requested"],
  writes: true,
  input: callbackInput,
  result: callbackLeft,
  async run(context, call, { message, name, best_time: bestTime, contact_number }) {
    const phone = phoneFor(call, contact_number)
    const wish = { message, phone, callerName: name, bestTime }
    await write(context, call, "request_callback", async (tx) => {
      await lockSession(tx, call.companyId, call.session.id)
      const isNew = await mayLeave(context, tx, call, wish)
      const targetId = isNew ? await leave(context, tx, call, wish) : null
      const customerId = call.session.customer?.id ?? null
      return { result: null, targetId, customerId, fields: isNew ? ["message"] : [] }
    })
    return { recorded: true as const, say: wordsIn(call.session.listener.language).caller.callback }
  },
})

interface Wish {
  message: string
  /** E.164. */
  phone: string
  callerName: string | null
  bestTime: string | null
}

/** The number that the caller named, else the one they call from. */
function phoneFor({ session }: AgentCall, named: string | null): string {
  const phone = named === null ? session.phone : e164Of(named)
  if (phone === null) throw invalid("contact_number", "expected a phone number as +15125550123")
  return phone
}

/** False for a message that this conversation has left already. */
async function mayLeave(
  { sealer }: AppContext,
  tx: Tx,
  { companyId, session }: AgentCall,
  { message, phone }: Wish,
): Promise<boolean> {
  const left = await callbacksOfSession(tx, companyId, session.id)
  const hashes = sealer.phoneHashes(companyId, phone)
  if (left.some((each) => each.message === message && hashes.includes(each.phone_hash))) return false
  if (left.length < mostCallbacks) return true
  throw new SaidRefusal("rate_limited", {
    message: wordsIn(session.listener.language).caller.callbacksPassedOn,
  })
}

async function leave(
  { sealer }: AppContext,
  tx: Tx,
  { companyId, session, actor, now }: AgentCall,
  { message, phone, callerName, bestTime }: Wish,
): Promise<number> {
  const id = await nextCallbackId(tx)
  const customer = session.customer && (await findCustomerForEvent(tx, companyId, session.customer.id))
  const { channel } = session
  const shown: CallbackInEvent = { id, caller_name: callerName, phone, message, best_time: bestTime, channel }
  const eventId = await recordCallback(tx, {
    companyId,
    actor,
    callback: shown,
    customer: customer && customerInEvent(customer),
    now,
  })
  const boundTo = associatedData.callback(companyId, id)
  const row = {
    ...{
      id,
      customerId: customer?.id ?? null,
      sessionId: session.id,
      eventId,
      channel,
      callerName,
      message,
      bestTime,
    },
    phone: { sealed: sealer.seal(phone, boundTo), hash: sealer.phoneHash(companyId, phone) },
  }
  await insertCallback(tx, companyId, row, now)
  return id
}
