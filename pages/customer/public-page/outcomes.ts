import type { Failure } from "../../shared/api.ts"
import { noticeOf } from "../../shared/notice-of.ts"
import type { Action } from "./actions.ts"
import type { PublicPageClient } from "./client.ts"

/** The actions that follow a failure of any request. */
export async function failureActions(
  failure: Failure,
  client: Pick<PublicPageClient, "readPage">,
): Promise<Action[]> {
  const notice = noticeOf(failure)
  switch (failure.code) {
    case "slot_taken":
    case "time_not_offered":
    case "customer_busy":
      return [{ type: "timeRefused", notice }]
    case "out_of_service_area":
    case "address_needed":
    case "address_not_found":
      return [{ type: "addressRefused", notice }]
    case "visit_expired":
      return [{ type: "verifiedVisitExpired", notice }]
    case "registration_closed":
      return [{ type: "registrationClosed" }]
    case "wrong_code":
      return [{ type: "codeWrong" }]
    case "not_found":
    case "route_not_found":
    case "type_not_bookable":
    case "request_not_open":
    case "request_scheduled":
      return offerChanged(client)
    default:
      return [{ type: "failed", notice }]
  }
}

/** The page is out of date: reads what the company offers now. */
async function offerChanged(client: Pick<PublicPageClient, "readPage">): Promise<Action[]> {
  const page = await client.readPage()
  if (page.ok) return [{ type: "offerChanged", view: page.data }]
  const isGone = page.code === "not_found" || page.code === "route_not_found"
  return isGone ? [{ type: "offerChanged", view: null }] : [{ type: "failed", notice: noticeOf(page) }]
}
