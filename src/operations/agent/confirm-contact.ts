import type { AppContext } from "../../context.ts"
import { contactAddedView, contactConfirmation } from "../../model/agent/caller.ts"
import { Refusal } from "../../model/errors.ts"
import { associatedData } from "../../model/sealing.ts"
import { type ContactCodeRow, contactCodes, lockContactCode } from "../../store/agent-codes.ts"
import { findContactByPhone, insertContact } from "../../store/contacts.ts"
import type { Tx } from "../../store/pg/database.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { refuseUnlessRight, verdictOn } from "../typed-code.ts"
import { write } from "../write.ts"
import { type AgentCall, agentTool, customerOf } from "./agent-tool.ts"

export const confirmContact = agentTool({
  name: "confirm_contact",
  summary: "Confirm a number with its code",
  description:
    "Adds the number that start_contact was called with, once the caller has read you the code. The code is valid for " +
    "ten minutes and five tries; after that, start again.",
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
      const verdict = verdictOn(row, hashes, call.now)
      if (verdict === "right") await add(context, tx, call, id, row)
      else await contactCodes.countWrongTry(tx, call.companyId, id)
      return { result: verdict, targetId: customer.id, customerId: customer.id, fields: ["contacts"] }
    })
    refuseUnlessRight(verdict)
    return { added: true as const, say: "Thank you, I've added that number." }
  },
})

/**
 * The code went to the caller's own number, so that nothing is known of the new one: it identifies nobody, and whoever
 * else may have it stays unknown to the agent.
 */
async function add(
  context: AppContext,
  tx: Tx,
  { companyId, now }: AgentCall,
  codeId: string,
  { customer_id, contact_sealed, label }: ContactCodeRow,
): Promise<void> {
  await contactCodes.markUsed(tx, companyId, codeId, now)
  const phone = context.sealer.open(contact_sealed, associatedData.contactCode(companyId, codeId))
  if (await findContactByPhone(tx, companyId, customer_id, phone)) return
  const contact = { customer_id, phone, label, is_primary: false, identifies: false, verified_at: null }
  await insertContact(tx, companyId, contact, now)
}
