/** Shows staff a reply that is no known word, among the callbacks: somebody wrote to the company and waits for an answer. */
import { customerInEvent } from "../../domain/model/customer.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import { e164Of } from "../../domain/rules/texts/phone-numbers.ts"
import { msPerDay } from "../../domain/time/units.ts"
import { findIdentified } from "../customers/contacts.sql.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import { recordCallback } from "../outbox/append-event.ts"
import type { AppContext } from "../platform/context.ts"
import type { AnsweredCompany } from "../platform/directory.sql.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { callbacksOfPhone, insertCallback, nextCallbackId } from "./callbacks.sql.ts"

/** The limit of one number in a day; staff call long before. */
const mostADay = 10
/** As much of it as an agent may write down. */
const mostCharacters = 500

interface Written {
  from: string
  body: string
  /** The carrier's post that brought it. */
  requestId: string
}

export async function showToStaff(
  context: AppContext,
  { companyId }: Pick<AnsweredCompany, "companyId">,
  { from, body, requestId }: Written,
): Promise<void> {
  const message = body.trim().slice(0, mostCharacters)
  const phone = e164Of(from)
  // Texts of short codes and machines have no number to call.
  if (phone === null || message === "") return
  const now = context.clock.now()
  const call = { companyId, actor: { kind: "system" } as const, requestId, now }
  const customerId = await findIdentified(context.db, companyId, phone)
  await write(context, call, "request_callback", async (tx) => {
    if (customerId !== null) lockInOrder(tx, { companyId, customerId })
    const today = await callbacksOfPhone(tx, companyId, {
      hashes: context.sealer.phoneHashes(companyId, phone),
      since: new Date(now - msPerDay),
    })
    // A carrier posts a text again whose answer it did not get.
    const isNew = today.length < mostADay && !today.some((each) => each.message === message)
    const targetId = isNew ? await insert(tx, context, { companyId, customerId, phone, message, now }) : null
    return { result: null, targetId, customerId, fields: isNew ? ["message"] : [] }
  })
}

interface Shown {
  companyId: number
  customerId: number | null
  phone: string
  message: string
  now: number
}

async function insert(
  tx: Tx,
  { sealer }: AppContext,
  { companyId, customerId, phone, message, now }: Shown,
): Promise<number> {
  const id = await nextCallbackId(tx)
  const customer = customerId === null ? null : await findCustomerForEvent(tx, companyId, customerId)
  const told = { caller_name: null, best_time: null, channel: "sms" as const }
  const eventId = await recordCallback(tx, {
    ...{ companyId, actor: { kind: "system" }, now },
    callback: { id, phone, message, ...told },
    customer: customer && customerInEvent(customer),
  })
  const boundTo = associatedData.callback(companyId, id)
  const row = {
    ...{
      id,
      customerId,
      sessionId: null,
      eventId,
      channel: told.channel,
      callerName: null,
      message,
      bestTime: null,
    },
    phone: { sealed: sealer.seal(phone, boundTo), hash: sealer.phoneHash(companyId, phone) },
  }
  await insertCallback(tx, companyId, row, now)
  return id
}
