/** A customer changes their entry by its link, or leaves the list. */
import { Refusal } from "../../domain/model/errors.ts"
import type { SentWishes } from "../../domain/rules/waiting/join.ts"
import { findEntry } from "../ledger/waiting-entries.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, found } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { changeEntry, endWaiting, lockWaiting } from "./keep-entries.ts"

const entryEnded = () => new Refusal("entry_ended")

export async function changeByLink(
  context: AppContext,
  call: Call,
  entryId: number,
  sent: SentWishes & { if_version?: number | undefined },
): Promise<void> {
  const seen = found(await findEntry(context.db, call.companyId, entryId), entryEnded())
  await write(context, call, "update_waiting_entry", async (tx) => {
    const { isUnchanged } = await changeEntry(tx, call, seen, sent)
    const fields = Object.keys(sent)
    return { result: null, targetId: entryId, customerId: seen.customer_id, fields, isUnchanged }
  })
}

export async function leaveByLink(context: AppContext, call: Call, entryId: number): Promise<void> {
  const seen = found(await findEntry(context.db, call.companyId, entryId), entryEnded())
  await write(context, call, "delete_waiting_entry", async (tx) => {
    const entry = await lockWaiting(tx, call.companyId, seen)
    await endWaiting(tx, call, entry, { status: "withdrawn" })
    return { result: null, targetId: entryId, customerId: seen.customer_id, fields: ["state"] }
  })
}
