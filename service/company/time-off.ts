/** Spans in which a provider does not work. Nothing is offered in them. */
import { z } from "zod"
import { notFound } from "../../domain/model/errors.ts"
import { byId, idText, page } from "../../domain/model/fields.ts"
import { showTimeOff, timeOffInput, timeOffView } from "../../domain/model/hours.ts"
import { pageById } from "../../domain/model/paging.ts"
import { freedSpan, noteFreed, noteTaken } from "../outbox/note-freed-time.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { lockProvider } from "./change-provider.ts"
import { noteHours } from "./note-hours.ts"
import * as store from "./provider-hours.sql.ts"
import { findProvider } from "./providers.sql.ts"

const common = { noun: "Providers", roles: staff, result: timeOffView }

export const listTimeOff = listOperation({
  ...common,
  name: "list_time_off",
  seat: "provider",
  summary: "List a provider's time off",
  params: byId,
  query: z.strictObject(page),
  async run(context, call, { id, ...asked }) {
    found(await findProvider(context.db, call.companyId, id), notFound("provider"))
    return pageById(asked, (span) => store.listTimeOff(context.db, call.companyId, id, span), showTimeOff)
  },
})

export const addTimeOff = operation({
  ...common,
  name: "add_time_off",
  events: ["hours.changed"],
  summary: "Give a provider time off",
  description: "Nothing is offered in it; appointments that are already booked stay.",
  params: byId,
  body: timeOffInput,
  status: 201,
  async run(context, call, { id, start, end, reason }) {
    const wanted = { start_at: new Date(start), end_at: new Date(end), reason }
    return write(context, call, "add_time_off", async (tx) => {
      const provider = await lockProvider(tx, call.companyId, id)
      const off = await store.insertTimeOff(tx, call.companyId, id, wanted, call.now)
      await noteTaken(tx, call, freedSpan(off, id, "taken"))
      await noteHours(tx, call, provider, ["time_off"])
      return { result: showTimeOff(off), targetId: off.id, fields: ["start", "end", "reason"] }
    })
  },
})

export const removeTimeOff = operation({
  ...common,
  name: "remove_time_off",
  events: ["hours.changed"],
  summary: "Delete a provider's time off",
  params: z.strictObject({ id: idText, timeOffId: idText }),
  async run(context, call, { id, timeOffId }) {
    return write(context, call, "remove_time_off", async (tx) => {
      const provider = await lockProvider(tx, call.companyId, id)
      const off = found(await store.deleteTimeOff(tx, call.companyId, id, timeOffId), notFound("time off"))
      await noteFreed(tx, call, freedSpan(off, id, "time_off"))
      await noteHours(tx, call, provider, ["time_off"])
      return { result: showTimeOff(off), targetId: timeOffId, fields: ["start", "end", "reason"] }
    })
  },
})
