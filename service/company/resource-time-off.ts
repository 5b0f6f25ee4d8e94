/** Spans in which a room or a piece of equipment can't be used. Nothing that needs it is offered in them. */
import { z } from "zod"
import { notFound } from "../../domain/model/errors.ts"
import { byId, idText, page } from "../../domain/model/fields.ts"
import { showTimeOff, timeOffInput, timeOffView } from "../../domain/model/hours.ts"
import { pageById } from "../../domain/model/paging.ts"
import { freedSpan, noteFreed, noteTaken } from "../outbox/note-freed-time.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { lockResource } from "./change-resource.ts"
import * as store from "./resource-details.sql.ts"

const common = { noun: "Resources", roles: staff, result: timeOffView }
const fields = ["start", "end", "reason"]

export const listResourceTimeOff = listOperation({
  ...common,
  name: "list_resource_time_off",
  summary: "List when a room or a piece of equipment can't be used",
  params: byId,
  query: z.strictObject(page),
  async run(context, call, { id, ...asked }) {
    found(await store.findResource(context.db, call.companyId, id), notFound("resource"))
    return pageById(asked, (span) => store.listTimeOff(context.db, call.companyId, id, span), showTimeOff)
  },
})

export const addResourceTimeOff = operation({
  ...common,
  name: "add_resource_time_off",
  summary: "Close a room or a piece of equipment for some time",
  description: "Nothing that needs it is offered in it; appointments that are already booked stay.",
  params: byId,
  body: timeOffInput,
  status: 201,
  async run(context, call, { id, start, end, reason }) {
    const wanted = { start_at: new Date(start), end_at: new Date(end), reason }
    return write(context, call, "add_resource_time_off", async (tx) => {
      await lockResource(tx, call.companyId, id)
      const off = await store.insertTimeOff(tx, call.companyId, id, wanted, call.now)
      await noteTaken(tx, call, freedSpan(off, null, "taken"))
      return { result: showTimeOff(off), targetId: off.id, fields }
    })
  },
})

export const removeResourceTimeOff = operation({
  ...common,
  name: "remove_resource_time_off",
  summary: "Open a room or a piece of equipment again",
  params: z.strictObject({ id: idText, timeOffId: idText }),
  async run(context, call, { id, timeOffId }) {
    return write(context, call, "remove_resource_time_off", async (tx) => {
      await lockResource(tx, call.companyId, id)
      const off = found(await store.deleteTimeOff(tx, call.companyId, id, timeOffId), notFound("time off"))
      await noteFreed(tx, call, freedSpan(off, null, "resource"))
      return { result: showTimeOff(off), targetId: timeOffId, fields }
    })
  },
})
