import { channelInput, channelView, showChannel } from "../../model/channel.ts"
import { Refusal } from "../../model/errors.ts"
import { insertChannel } from "../../store/channels.ts"
import { lockCompany } from "../../store/companies.ts"
import { claimOrKeepEntry } from "../../store/directory.ts"
import { adminOnly, operation } from "../operation.ts"
import { write } from "../write.ts"

export const createChannel = operation({
  name: "create_channel",
  summary: "Register a number for calls or texts",
  description:
    "A number is registered once per kind, and belongs to one company: 409 `channel_taken` otherwise.",
  noun: "Channels",
  roles: adminOnly,
  body: channelInput,
  result: channelView,
  status: 201,
  async run(context, call, input) {
    return write(context, call, "create_channel", async (tx) => {
      await lockCompany(tx, call.companyId)
      const isOurs = await claimOrKeepEntry(tx, "channel_phone", input.phone, call.companyId)
      if (!isOurs) throw new Refusal("channel_taken", { field: "phone" })
      const channel = await insertChannel(tx, call.companyId, input, call.now)
      return { result: showChannel(channel), targetId: channel.id, fields: Object.keys(input) }
    })
  },
})
