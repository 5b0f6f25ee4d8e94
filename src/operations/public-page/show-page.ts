import type { PublicPage, PublicType } from "../../model/public-page.ts"
import { listPublicTypes } from "../../store/public-pages.ts"
import type { House } from "../house.ts"

/** What the page offers to everybody. */
export const offeredTypes = (house: House, page: PublicPage): Promise<PublicType[]> =>
  listPublicTypes(house.db, page.companyId)
