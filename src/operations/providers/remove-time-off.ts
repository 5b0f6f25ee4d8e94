import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { showTimeOff, timeOffView } from "../../model/hours.ts"
import { deleteTimeOff } from "../../store/time-off.ts"
import { found, operation, staff } from "../operation.ts"
import { lockProvider } from "../shared/providers.ts"
import { write } from "../write.ts"

export const removeTimeOff = operation({
  name: "remove_time_off",
  summary: "Take back a provider's time off",
  noun: "Providers",
  roles: staff,
  params: z.strictObject({ id: idText, timeOffId: idText }),
  result: timeOffView,
  async run(context, call, { id, timeOffId }) {
    return write(context, call, "remove_time_off", async (tx) => {
      await lockProvider(tx, call.companyId, id)
      const off = found(await deleteTimeOff(tx, call.companyId, id, timeOffId), notFound("time off"))
      return { result: showTimeOff(off), targetId: timeOffId, fields: ["start", "end", "reason"] }
    })
  },
})
