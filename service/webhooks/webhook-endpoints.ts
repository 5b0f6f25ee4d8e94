/** A company's endpoints of webhooks: at most three, each with a secret that its requests are signed with. */

import { invalid, notFound, Refusal } from "../../domain/model/errors.ts"
import { byId, withPatch } from "../../domain/model/fields.ts"
import { differingFields } from "../../domain/model/record-times.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import {
  showEndpoint,
  typeFilter,
  type WebhookEndpoint,
  webhookEndpointInput,
  webhookEndpointPatch,
  webhookEndpointView,
  webhookEndpointWithSecret,
  webhookSecret,
} from "../../domain/model/webhook-endpoint.ts"
import type { OwnHeaders } from "../../domain/model/webhook-headers.ts"
import { lockCompany } from "../company/companies.sql.ts"
import { namedIn, refuseUnknownTypes } from "../company/refuse-unknown.ts"
import { dropDue } from "../outbox/deliveries-due.sql.ts"
import { disableEndpoint } from "../outbox/plan-deliveries.ts"
import * as store from "../outbox/webhook-endpoints.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { nextVersion, refuseOtherVersion } from "../platform/next-version.ts"
import { adminOnly, found, listOperation, operation, staff } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"

const common = { noun: "Webhooks", roles: staff, userRoles: adminOnly, result: webhookEndpointView }

export const createWebhookEndpoint = operation({
  ...common,
  name: "create_webhook_endpoint",
  refusals: ["not_found", "too_many_endpoints"],
  summary: "Create a webhook endpoint",
  description: "The secret is in this answer only. At most three per company: 409 `too_many_endpoints`.",
  body: webhookEndpointInput,
  result: webhookEndpointWithSecret,
  status: 201,
  secret: true,
  async run(context, call, { headers, ...input }) {
    await refuseAddress(context, input.url)
    const secret = webhookSecret(context.random.bytes(32))
    return write(context, call, "create_webhook_endpoint", async (tx) => {
      const { companyId, now } = call
      const types = typeFilter(input.appointment_type_ids)
      await refuseUnknownTypes(tx, companyId, namedIn("appointment_type_ids", types ?? []))
      await lockCompany(tx, companyId)
      const id = await store.nextEndpointId(tx)
      const sealedSecret = context.sealer.seal(secret, associatedData.webhook(companyId, id))
      const fields = { ...input, appointment_type_ids: types, id, sealedSecret }
      const endpoint = await store.insertEndpoint(tx, companyId, fields, now)
      if (!endpoint) throw new Refusal("too_many_endpoints")
      const header_names = await keepHeaders(tx, context, { companyId, id }, headers)
      const result = { ...showEndpoint({ ...endpoint, header_names }), secret }
      return { result, targetId: id, fields: [...Object.keys(input), ...(headers ? ["headers"] : [])] }
    })
  },
})

/** Replaces the headers of the company's own and returns their names. */
async function keepHeaders(
  tx: Tx,
  { sealer }: AppContext,
  { companyId, id }: { companyId: number; id: number },
  headers: OwnHeaders | null | undefined,
): Promise<string[]> {
  const names = Object.keys(headers ?? {})
  const plain = JSON.stringify(headers)
  const sealed = names.length === 0 ? null : sealer.seal(plain, associatedData.webhook(companyId, id))
  await store.replaceHeaders(tx, companyId, id, { names, sealed })
  return names
}

export const listWebhookEndpoints = listOperation({
  ...common,
  name: "list_webhook_endpoints",
  summary: "List webhook endpoints",
  description: "All of them, without their secrets.",
  async run(context, call) {
    const rows = await store.listEndpoints(context.db, call.companyId)
    return { rows: rows.map(showEndpoint), next_cursor: null }
  },
})

export const readWebhookEndpoint = operation({
  ...common,
  name: "read_webhook_endpoint",
  summary: "Read a webhook endpoint",
  params: byId,
  async run(context, call, { id }) {
    const endpoint = await store.findEndpoint(context.db, call.companyId, id)
    return showEndpoint(found(endpoint, notFound("webhook endpoint")))
  },
})

export const updateWebhookEndpoint = operation({
  ...common,
  name: "update_webhook_endpoint",
  summary: "Change a webhook endpoint",
  description:
    "Fields sent are changed. `enabled: true` switches it on again after it was disabled; what was missed meanwhile is " +
    "sent by its `recover`. `enabled: false` abandons what waits for it.",
  params: byId,
  body: webhookEndpointPatch,
  async run(context, call, { id, if_version: ifVersion, ...patch }) {
    const {
      url,
      events,
      appointment_type_ids: typeIds,
      include_answers,
      enabled,
      description,
      headers,
    } = patch
    const unknown = notFound("webhook endpoint")
    found(await store.findEndpoint(context.db, call.companyId, id), unknown)
    if (url !== undefined) await refuseAddress(context, url)
    return write(context, call, "update_webhook_endpoint", async (tx) => {
      const { companyId, now } = call
      const present = found(await store.lockEndpoint(tx, companyId, id), unknown)
      refuseOtherVersion(present, ifVersion)
      refuseForeignHeaders(present, { url, headers })
      await refuseUnknownTypes(tx, companyId, namedIn("appointment_type_ids", typeIds ?? []))
      const types = typeIds === undefined ? undefined : typeFilter(typeIds)
      const own = { url, events, appointment_type_ids: types, include_answers, description }
      const wanted = withPatch(present, own)
      const fields = differingFields(present, withPatch(wanted, { enabled }))
      if (headers !== undefined && (headers !== null || present.header_names.length > 0))
        fields.push("headers")
      if (fields.length === 0)
        return { result: showEndpoint(present), targetId: id, fields, isUnchanged: true }
      await nextVersion(tx, "webhook_endpoint", { companyId, id, ifVersion })
      await store.updateEndpoint(tx, companyId, wanted, now)
      if (headers !== undefined) await keepHeaders(tx, context, { companyId, id }, headers)
      if (enabled === true) await store.enableEndpoint(tx, companyId, id, now)
      if (enabled === false)
        await disableEndpoint(tx, { companyId, endpointId: id, actor: call.actor, reason: null, now })
      const changed = found(await store.findEndpoint(tx, companyId, id), unknown)
      return { result: showEndpoint(changed), targetId: id, fields: Object.keys(patch) }
    })
  },
})

/** A receiver's token is for that receiver alone: a user who may change the address must not send it elsewhere. */
function refuseForeignHeaders(
  present: Pick<WebhookEndpoint, "url" | "header_names">,
  { url, headers }: { url: string | undefined; headers: OwnHeaders | null | undefined },
): void {
  if (url === undefined || headers !== undefined || present.header_names.length === 0) return
  if (new URL(url).origin === new URL(present.url).origin) return
  throw invalid("headers", "send them again with a URL of another host, or null")
}

async function refuseAddress({ addressGuard }: AppContext, url: string): Promise<void> {
  const reason = await addressGuard.refuse(url)
  if (reason !== null) throw invalid("url", reason)
}

export const rotateWebhookSecret = operation({
  ...common,
  name: "rotate_webhook_secret",
  summary: "Rotate a webhook endpoint's secret",
  description: "Every attempt from now on is signed with the new secret, which is in this answer only.",
  params: byId,
  result: webhookEndpointWithSecret,
  secret: true,
  async run(context, call, { id }) {
    const secret = webhookSecret(context.random.bytes(32))
    return write(context, call, "rotate_webhook_secret", async (tx) => {
      const { companyId, now } = call
      const endpoint = found(await store.lockEndpoint(tx, companyId, id), notFound("webhook endpoint"))
      const sealed = context.sealer.seal(secret, associatedData.webhook(companyId, id))
      await store.replaceSecret(tx, companyId, id, sealed, now)
      const shown = showEndpoint({ ...endpoint, updated_at: new Date(now) })
      return { result: { ...shown, secret }, targetId: id, fields: ["secret"] }
    })
  },
})

export const deleteWebhookEndpoint = operation({
  ...common,
  name: "delete_webhook_endpoint",
  summary: "Delete a webhook endpoint",
  description: "Nothing more is sent to it, and its delivery log is no longer reached.",
  params: byId,
  async run(context, call, { id }) {
    return write(context, call, "delete_webhook_endpoint", async (tx) => {
      const endpoint = found(await store.lockEndpoint(tx, call.companyId, id), notFound("webhook endpoint"))
      await store.deleteEndpoint(tx, call.companyId, id)
      await dropDue(tx, call.companyId, id)
      return { result: showEndpoint({ ...endpoint, enabled: false }), targetId: id, fields: ["deleted"] }
    })
  },
})
