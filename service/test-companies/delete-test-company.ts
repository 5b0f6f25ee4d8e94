/** Deletes a test company with all that it holds. */
import { byId } from "../../domain/model/fields.ts"
import { resetTestCompanyView } from "../../domain/model/test-company.ts"
import { removeBytes } from "../files/remove-file.ts"
import { listAllFiles } from "../ledger/uploaded-files.sql.ts"
import { closeCompany, emptyCompany, forgetCompany } from "../platform/empty-company.sql.ts"
import { adminOnly, operation } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { assertLive, assertMade, whileNothingRuns } from "./made.ts"
import { forgetMaker } from "./test-companies.sql.ts"

export const deleteTestCompany = operation({
  noun: "Test companies",
  roles: adminOnly,
  name: "delete_test_company",
  refusals: ["live_company_needed", "test_clock_moving"],
  summary: "Delete a test company",
  description:
    "For good, with its API keys. Its id is not given out again. 409 `test_clock_moving` while its clock is being moved.",
  params: byId,
  result: resetTestCompanyView,
  isLong: true,
  async run(context, call, { id }) {
    assertLive(call.companyId)
    await assertMade(context.db, call.companyId, id)
    let files: Awaited<ReturnType<typeof listAllFiles>> = []
    const result = await whileNothingRuns(context, id, () =>
      write(context, call, "delete_test_company", async (tx) => {
        await closeCompany(tx, id)
        files = await listAllFiles(tx, id)
        await emptyCompany(tx, id)
        await forgetCompany(tx, id)
        await forgetMaker(tx, call.companyId, id)
        return { result: { company_id: id }, targetId: id, fields: [] }
      }),
    )
    context.credentials.forget(id)
    await removeBytes(context, id, files)
    return result
  },
})
