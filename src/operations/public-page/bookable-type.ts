/** Which types a visitor may search and book: public ones, and any that an open request of theirs is for. */

import type { AppContext } from "../../context.ts"
import { notFound } from "../../model/errors.ts"
import type { PublicPage } from "../../model/public-page.ts"
import { isPublicType } from "../../rules/public-page/public-type.ts"
import { findTypeForPage } from "../../store/public-page.ts"

/** A type that is not public answers like an unknown one, unless a request is named: that is judged with the times. */
export async function bookableType(
  context: AppContext,
  page: PublicPage,
  typeId: number,
  byRequest: boolean,
): Promise<{ needsAddress: boolean }> {
  const type = await findTypeForPage(context.db, page.companyId, typeId)
  if (!type || !(byRequest || isPublicType(type))) throw notFound("appointment type", "typeId")
  return { needsAddress: type.place === "at_customer" }
}
