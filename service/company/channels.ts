/** The numbers that a company's calls and texts come from and go to. */
import { z } from "zod"
import { channelInput, channelView, showChannel } from "../../domain/model/channel.ts"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { byId, page } from "../../domain/model/fields.ts"
import { pageById } from "../../domain/model/paging.ts"
import type { AppContext } from "../platform/context.ts"
import { directoryNumber, releaseEntry } from "../platform/directory.sql.ts"
import { adminOnly, found, listOperation, operation } from "../platform/operation.ts"
import { CarrierUnavailable } from "../platform/ports/texts.ts"
import { write } from "../platform/write.ts"
import { claimChannel } from "./change-company.ts"
import * as store from "./channels.sql.ts"
import { lockCompany } from "./companies.sql.ts"

const common = { noun: "Channels", roles: adminOnly, result: channelView }

export const createChannel = operation({
  ...common,
  name: "create_channel",
  refusals: ["carrier_unavailable", "channel_not_proven", "channel_taken"],
  summary: "Register a number for calls or texts",
  description:
    "A number is registered once per kind, and belongs to one company: 409 `channel_taken` otherwise. In production it " +
    "has to be in the host's account at its carrier: 409 `channel_not_proven` otherwise; the operator then assigns it.",
  body: channelInput,
  status: 201,
  async run(context, call, input) {
    await refuseUnproven(context, input.phone)
    return write(context, call, "create_channel", async (tx) => {
      await lockCompany(tx, call.companyId)
      const channel = await claimChannel(tx, call.companyId, input, call.now)
      return { result: showChannel(channel), targetId: channel.id, fields: Object.keys(input) }
    })
  },
})

/** Asked before the directory, so that an unproven claim does not learn whether another company has the number. */
async function refuseUnproven(context: AppContext, phone: string): Promise<void> {
  const unproven = new Refusal("channel_not_proven", { field: "phone" })
  if (phone === context.platformSmsNumber) throw unproven
  if (context.anyNumberMayRegister) return
  const isHeld = await context.carrierAccount?.holds(phone).catch((error: unknown) => {
    throw error instanceof CarrierUnavailable
      ? new Refusal("carrier_unavailable", { retryAfterSeconds: 5 })
      : error
  })
  if (!isHeld) throw unproven
}

export const listChannels = listOperation({
  ...common,
  name: "list_channels",
  summary: "List channels",
  query: z.strictObject(page),
  run: (context, call, asked) =>
    pageById(asked, (span) => store.listChannels(context.db, call.companyId, span), showChannel),
})

export const deleteChannel = operation({
  ...common,
  name: "delete_channel",
  summary: "Remove a channel",
  description: "The number is free for others when its last channel is gone.",
  params: byId,
  async run(context, call, { id }) {
    return write(context, call, "delete_channel", async (tx) => {
      await lockCompany(tx, call.companyId)
      const channel = found(await store.deleteChannel(tx, call.companyId, id), notFound("channel"))
      if (!(await store.hasChannelWith(tx, call.companyId, channel.phone))) {
        const number = directoryNumber(call.companyId, channel.phone)
        await releaseEntry(tx, "channel_phone", number, call.companyId)
      }
      return { result: showChannel(channel), targetId: id, fields: ["kind", "phone"] }
    })
  },
})
