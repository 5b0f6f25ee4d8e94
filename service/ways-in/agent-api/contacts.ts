/** Adding a number for the caller: a code goes to the number that they are known by, and proves that it is them. */

import {
  contactAddedView,
  contactConfirmation,
  contactInput,
  contactStartedView,
} from "../../../domain/model/agent/caller.ts"
import { mostCodes, mostCodesAnHour } from "../../../domain/model/agent/session.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import { invalid, Refusal } from "../../../domain/model/errors.ts"
import { codeMinutes } from "../../../domain/model/public-page.ts"
import { associatedData } from "../../../domain/model/sealing.ts"
import { iso } from "../../../domain/model/views.ts"
import {
  contactCodeWaitSeconds,
  contactCodeWindowMs,
} from "../../../domain/rules/public-page/verification-codes.ts"
import { e164Of } from "../../../domain/rules/texts/phone-numbers.ts"
import { codeText } from "../../../domain/rules/texts/wording.ts"
import { msPerMinute } from "../../../domain/time/units.ts"
import { findTextingNumber } from "../../company/channels.sql.ts"
import { findContactByPhone, insertContact } from "../../customers/contacts.sql.ts"
import { noteChanged } from "../../customers/note-customer.ts"
import { enqueueText } from "../../messages/announce.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Tx } from "../../platform/pg/database.ts"
import { lockInOrder } from "../../platform/pg/locks.ts"
import { write } from "../../platform/write.ts"
import { codeDigits, randomToken, refuseUnlessRight, verdictOn } from "../public-page/codes.ts"
import {
  type ContactCodeRow,
  contactCodes,
  contactCodesSince,
  insertContactCode,
  lockContactCode,
  setUsedBy,
} from "../public-page/texted-codes.sql.ts"
import { countSessionCode } from "./agent-sessions.sql.ts"
import { type AgentCall, agentTool, customerOf, phoneOf } from "./agent-tool.ts"
import { SaidRefusal } from "./in-agent-words.ts"

export const startContact = agentTool({
  name: "start_contact",
  summary: "Start adding a number",
  description:
    "Starts adding another number for this caller: texts a code to the number they are known by. Ask them to read it to you, then call confirm_contact.",
  status: 201,
  refusals: ["caller_unknown", "registration_needed", "texts_unavailable"],
  writes: true,
  input: contactInput,
  result: contactStartedView,
  async run(context, call, { contact_number, label }) {
    const customer = customerOf(call)
    const contact = e164Of(contact_number)
    if (contact === null) throw invalid("contact_number", "expected a phone number as +15125550123")
    const from = await findTextingNumber(context.db, call.companyId)
    if (from === null || !context.texts) throw new Refusal("texts_unavailable")
    const started = await issueCode(context, call, { customerId: customer.id, contact, label, from })
    return { ...started, say: wordsIn(call.session.listener.language).caller.codeSent }
  },
})

interface Wanted {
  customerId: number
  contact: string
  label: string | null
  from: string
}

async function issueCode(context: AppContext, call: AgentCall, wanted: Wanted) {
  const { companyId, session, now } = call
  const id = randomToken(context.random)
  const code = codeDigits(context.random)
  const boundTo = associatedData.contactCode(companyId, id)
  const expiresAt = now + codeMinutes * msPerMinute
  const locale = session.customer?.locale ?? session.company.locale
  return write(context, call, "start_contact", async (tx) => {
    lockInOrder(tx, { companyId, customerId: wanted.customerId })
    await takeCode(tx, call, wanted.customerId)
    const issued = {
      id,
      sessionId: session.id,
      customerId: wanted.customerId,
      contactSealed: context.sealer.seal(wanted.contact, boundTo),
      label: wanted.label,
      codeHash: context.sealer.hashes(code, boundTo)[0]!,
      expiresAt,
    }
    await insertContactCode(tx, companyId, issued, now)
    const body = codeText(locale, session.company.name, code)
    const text = {
      purpose: "code" as const,
      from: wanted.from,
      to: phoneOf(call),
      body,
      goodUntil: expiresAt,
    }
    await enqueueText(tx, context.sealer, companyId, text, now)
    return {
      result: { verification_id: id, expires_at: iso(new Date(expiresAt)) },
      targetId: wanted.customerId,
      customerId: wanted.customerId,
      fields: ["contact_number"],
    }
  })
}

/** The caller holds the customer's lock, so codes that are asked for at once are counted one by one. */
async function takeCode(tx: Tx, { companyId, session, now }: AgentCall, customerId: number): Promise<void> {
  const recent = await contactCodesSince(tx, companyId, customerId, {
    since: now - contactCodeWindowMs,
    most: mostCodesAnHour,
  })
  const waitSeconds = contactCodeWaitSeconds(recent, now)
  const words = wordsIn(session.listener.language).caller
  if (waitSeconds !== null) {
    throw new SaidRefusal("rate_limited", {
      message: words.tooManyCodesHour,
      retryAfterSeconds: waitSeconds,
    })
  }
  if (await countSessionCode(tx, companyId, session.id, mostCodes)) return
  throw new SaidRefusal("rate_limited", { message: words.tooManyCodes })
}

export const confirmContact = agentTool({
  name: "confirm_contact",
  summary: "Confirm a number with its code",
  description:
    "Adds the number of start_contact, with the code that the caller reads to you. On `Code expired`, also after a lost answer, start again with the same number.",
  refusals: ["caller_unknown", "code_expired", "registration_needed", "wrong_code"],
  writes: true,
  input: contactConfirmation,
  result: contactAddedView,
  async run(context, call, { verification_id: id, code }) {
    const customer = customerOf(call)
    const boundTo = associatedData.contactCode(call.companyId, id)
    const hashes = context.sealer.hashes(code, boundTo)
    // A wrong try is counted though it is refused, so the refusal is thrown when the transaction is over.
    const verdict = await write(context, call, "confirm_contact", async (tx) => {
      lockInOrder(tx, { companyId: call.companyId, customerId: customer.id })
      const row = await lockContactCode(tx, call.companyId, call.session.id, id)
      if (row?.customer_id !== customer.id) throw new Refusal("code_expired")
      const keyHashes = call.idempotencyKey == null ? [] : context.sealer.hashes(call.idempotencyKey, boundTo)
      if (isRepeat(row, { hashes, keyHashes }, call.now))
        return { result: "right" as const, targetId: customer.id, fields: [] }
      const verdict = verdictOn(row, hashes, call.now)
      if (verdict === "right") setUsedBy(tx, call.companyId, id, keyHashes[0] ?? null)
      if (verdict === "right") await add(context, tx, call, id, row)
      else await contactCodes.countWrongTry(tx, call.companyId, id)
      return { result: verdict, targetId: customer.id, customerId: customer.id, fields: ["contacts"] }
    })
    refuseUnlessRight(verdict)
    return { added: true as const, say: wordsIn(call.session.listener.language).caller.numberAdded }
  },
})

/** The call that used the code, sent again under its Idempotency-Key: the first answer was lost. */
const isRepeat = (
  row: ContactCodeRow,
  { hashes, keyHashes }: { hashes: readonly string[]; keyHashes: readonly string[] },
  now: number,
): boolean =>
  row.used_at !== null &&
  keyHashes.includes(row.used_by_hash ?? "") &&
  verdictOn({ ...row, used_at: null }, hashes, now) === "right"

/**
 * The code went to the number that the caller is known by, so the new number is not proved: it does not identify the
 * customer, and whether another customer has it stays unknown to the agent.
 */
async function add(
  context: AppContext,
  tx: Tx,
  call: AgentCall,
  codeId: string,
  { customer_id, contact_sealed, label }: ContactCodeRow,
): Promise<void> {
  const { companyId, now } = call
  await contactCodes.markUsed(tx, companyId, codeId, now)
  const phone = context.sealer.open(contact_sealed, associatedData.contactCode(companyId, codeId))
  if (await findContactByPhone(tx, companyId, customer_id, phone)) return
  const contact = { customer_id, phone, label, is_primary: false, identifies: false, verified_at: null }
  await insertContact(tx, companyId, contact, now)
  await noteChanged(tx, call, customer_id, ["contacts"])
}
