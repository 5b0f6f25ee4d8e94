import { z } from "zod"
import { channelView, showChannel } from "../../model/channel.ts"
import { page } from "../../model/fields.ts"
import { afterId, defaultLimit, pageOf } from "../../model/paging.ts"
import { listChannels as rowsOf } from "../../store/channels.ts"
import { adminOnly, listOperation } from "../operation.ts"

export const listChannels = listOperation({
  name: "list_channels",
  summary: "List channels",
  noun: "Channels",
  roles: adminOnly,
  query: z.strictObject(page),
  result: channelView,
  async run(house, call, input) {
    const limit = input.limit ?? defaultLimit
    const rows = await rowsOf(house.db, call.companyId, { afterId: afterId(input.cursor), limit: limit + 1 })
    return pageOf(rows.map(showChannel), limit, (row) => [row.id])
  },
})
