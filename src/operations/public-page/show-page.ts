import type { AppContext } from "../../context.ts"
import type { PublicPage, PublicType } from "../../model/public-page.ts"
import { listPublicTypes } from "../../store/public-page.ts"

/** What the page offers to everybody. */
export const offeredTypes = (context: AppContext, page: PublicPage): Promise<PublicType[]> =>
  listPublicTypes(context.db, page.companyId)
