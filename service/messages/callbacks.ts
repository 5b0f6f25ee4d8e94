/** Callers' wishes that the company's agent took down: staff read them, call back, and mark them as done. */
import { z } from "zod"
import { callbackChange, callbackStatus, callbackView } from "../../domain/model/callback.ts"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { byId, idText, page } from "../../domain/model/fields.ts"
import { decodeCursor, defaultLimit, pageOf } from "../../domain/model/paging.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import * as store from "./callbacks.sql.ts"
import { showCallback } from "./show-callback.ts"

const common = { noun: "Callbacks", roles: staff, result: callbackView }

export const listCallbacks = listOperation({
  ...common,
  name: "list_callbacks",
  summary: "List callbacks",
  description:
    "What callers asked for where an agent could not help, the newest first. Kept for 90 days. A new one raises " +
    "`callback.requested`.",
  query: z.strictObject({ ...page, status: callbackStatus.optional(), customer_id: idText.optional() }),
  async run({ db, sealer }, { companyId }, { limit = defaultLimit, cursor, status, customer_id }) {
    const beforeId = (decodeCursor(cursor, ["number"])?.[0] as number | undefined) ?? Number.MAX_SAFE_INTEGER
    const filter = { status: status ?? null, customerId: customer_id ?? null, beforeId, limit: limit + 1 }
    const rows = await store.listCallbacks(db, companyId, filter)
    const shown = pageOf(rows, limit, ({ id }) => [id])
    return { ...shown, rows: shown.rows.map((callback) => showCallback(sealer, companyId, callback)) }
  },
})

export const readCallback = operation({
  ...common,
  name: "read_callback",
  summary: "Read a callback",
  params: byId,
  async run({ db, sealer }, { companyId }, { id }) {
    return showCallback(
      sealer,
      companyId,
      found(await store.findCallback(db, companyId, id), notFound("callback")),
    )
  },
})

export const updateCallback = operation({
  ...common,
  name: "update_callback",
  summary: "Mark a callback as done",
  description: "Or put it back among those that wait, by `done: false`.",
  params: byId,
  body: callbackChange,
  refusals: ["version_conflict"],
  async run(context, call, { id, done, if_status: ifStatus }) {
    const { companyId, now } = call
    return write(context, call, "update_callback", async (tx) => {
      const before = found(await store.lockCallback(tx, companyId, id), notFound("callback"))
      if (ifStatus !== undefined && ifStatus !== before) throw new Refusal("version_conflict")
      await store.setCallbackDone(tx, companyId, id, done ? new Date(now) : null)
      tx.hint({ channel: "events", companyId, stirs: true })
      const callback = (await store.findCallback(tx, companyId, id))!
      return {
        result: showCallback(context.sealer, companyId, callback),
        targetId: id,
        fields: ["done"],
        customerId: callback.customer_id,
      }
    })
  },
})
