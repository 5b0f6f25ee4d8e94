import { z } from "zod"
import { flagText, page } from "../../model/fields.ts"
import { pageById, showPage } from "../../model/paging.ts"
import { providerView, showProvider } from "../../model/provider.ts"
import { listProviders as rowsOf } from "../../store/providers.ts"
import { listOperation, staff } from "../operation.ts"

export const listProviders = listOperation({
  name: "list_providers",
  summary: "List providers",
  noun: "Providers",
  roles: staff,
  query: z.strictObject({ ...page, active: flagText.optional() }),
  result: providerView,
  async run(context, call, input) {
    return showPage(
      await pageById(input, (span) =>
        rowsOf(context.db, call.companyId, { ...span, active: input.active ?? null }),
      ),
      showProvider,
    )
  },
})
