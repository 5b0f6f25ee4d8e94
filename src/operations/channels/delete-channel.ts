import { z } from "zod"
import { channelView, showChannel } from "../../model/channel.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { hasChannelWith, deleteChannel as store } from "../../store/channels.ts"
import { lockCompany } from "../../store/companies.ts"
import { releaseEntry } from "../../store/directory.ts"
import { adminOnly, found, operation } from "../operation.ts"
import { write } from "../write.ts"

export const deleteChannel = operation({
  name: "delete_channel",
  summary: "Remove a channel",
  description: "The number is free for others when its last channel is gone.",
  noun: "Channels",
  roles: adminOnly,
  params: z.strictObject({ id: idText }),
  result: channelView,
  async run(context, call, { id }) {
    return write(context, call, "delete_channel", async (tx) => {
      await lockCompany(tx, call.companyId)
      const channel = found(await store(tx, call.companyId, id), notFound("channel"))
      if (!(await hasChannelWith(tx, call.companyId, channel.phone))) {
        await releaseEntry(tx, "channel_phone", channel.phone, call.companyId)
      }
      return { result: showChannel(channel), targetId: id, fields: ["kind", "phone"] }
    })
  },
})
