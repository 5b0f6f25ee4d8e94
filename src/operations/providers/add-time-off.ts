import { z } from "zod"
import { idText } from "../../model/fields.ts"
import { showTimeOff, timeOffInput, timeOffView } from "../../model/hours.ts"
import { insertTimeOff } from "../../store/time-off.ts"
import { operation, staff } from "../operation.ts"
import { lockProvider } from "../shared/providers.ts"
import { write } from "../write.ts"

export const addTimeOff = operation({
  name: "add_time_off",
  summary: "Give a provider time off",
  description: "Nothing is offered in it; appointments that are already booked stay.",
  noun: "Providers",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: timeOffInput,
  result: timeOffView,
  status: 201,
  async run(context, call, { id, start, end, reason }) {
    const wanted = { start_at: new Date(start), end_at: new Date(end), reason }
    return write(context, call, "add_time_off", async (tx) => {
      await lockProvider(tx, call.companyId, id)
      const off = await insertTimeOff(tx, call.companyId, id, wanted, call.now)
      return { result: showTimeOff(off), targetId: off.id, fields: ["start", "end", "reason"] }
    })
  },
})
