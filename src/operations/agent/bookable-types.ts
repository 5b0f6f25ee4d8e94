/** What a caller may book now, with the request that asks for it. */

import type { AppContext } from "../../context.ts"
import type { BookableType } from "../../model/agent/bookable.ts"
import type { SessionCompany } from "../../model/agent/session.ts"
import { totalMinutes } from "../../model/scheduling-request.ts"
import { datesAreOver } from "../../rules/requests/request-state.ts"
import { type BookableTypeRow, listBookableTypes } from "../../store/agent-lookups.ts"

/** Nobody's number books nothing where the company takes no new customers. */
export async function bookableTypes(
  context: AppContext,
  companyId: number,
  caller: { customerId: number | null; company: SessionCompany; now: number },
): Promise<BookableType[]> {
  const { customerId, company, now } = caller
  if (customerId === null && company.newCustomers !== "allowed") return []
  const rows = await listBookableTypes(context.db, companyId, customerId)
  return rows.flatMap((row) => {
    const request = requestOf(row, company, now)
    return row.kind === "by_request" && request === null ? [] : [shown(row, request)]
  })
}

function requestOf({ request, zones }: BookableTypeRow, company: SessionCompany, now: number) {
  if (request === null || datesAreOver(request.latest_date, now, [company.timezone, ...zones])) return null
  return request
}

function shown(row: BookableTypeRow, request: BookableTypeRow["request"]): BookableType {
  const blocks = request?.block_minutes ?? row.block_minutes
  return {
    id: row.id,
    name: row.name,
    needs_address: row.place === "at_customer",
    provider_choice: row.provider_choice,
    blocks,
    duration_minutes: totalMinutes(blocks),
    duration_options: request?.block_minutes ? [] : row.duration_options,
    scheduling_request: request && {
      id: request.id,
      duration_label: request.duration_label,
      earliest_date: request.earliest_date,
      latest_date: request.latest_date,
    },
  }
}
