import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText, page } from "../../model/fields.ts"
import { showTimeOff, timeOffView } from "../../model/hours.ts"
import { pageById, showPage } from "../../model/paging.ts"
import { findProvider } from "../../store/providers.ts"
import { listTimeOff as rowsOf } from "../../store/time-off.ts"
import { found, listOperation, staff } from "../operation.ts"

export const listTimeOff = listOperation({
  name: "list_time_off",
  summary: "List a provider's time off",
  noun: "Providers",
  roles: staff,
  params: z.strictObject({ id: idText }),
  query: z.strictObject(page),
  result: timeOffView,
  async run(context, call, input) {
    found(await findProvider(context.db, call.companyId, input.id), notFound("provider"))
    return showPage(
      await pageById(input, (span) => rowsOf(context.db, call.companyId, input.id, span)),
      showTimeOff,
    )
  },
})
