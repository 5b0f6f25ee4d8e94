import { z } from "zod"
import { channelView, showChannel } from "../../model/channel.ts"
import { page } from "../../model/fields.ts"
import { pageById, showPage } from "../../model/paging.ts"
import { listChannels as rowsOf } from "../../store/channels.ts"
import { adminOnly, listOperation } from "../operation.ts"

export const listChannels = listOperation({
  name: "list_channels",
  summary: "List channels",
  noun: "Channels",
  roles: adminOnly,
  query: z.strictObject(page),
  result: channelView,
  async run(context, call, input) {
    return showPage(await pageById(input, (span) => rowsOf(context.db, call.companyId, span)), showChannel)
  },
})
