import { z } from "zod"
import { invalid, notFound } from "../../domain/model/errors.ts"
import { filterOf, syncFilters } from "../../domain/model/external-data.ts"
import { byId, date, eitherOf, idText, line, page, severalOf } from "../../domain/model/fields.ts"
import { decodeCursor, defaultLimit, type PageAsked, pageById, pageOf } from "../../domain/model/paging.ts"
import { requestStatus } from "../../domain/model/scheduling-request.ts"
import { customerSearch } from "../../domain/rules/customers/customer-search.ts"
import { searchCustomers } from "../customers/customer-search.sql.ts"
import * as store from "../ledger/scheduling-requests.sql.ts"
import { linksAreSetUp } from "../platform/links.ts"
import { found, listOperation, operation } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { common, showRequest } from "./show-request.ts"

export const listRequests = listOperation({
  ...common,
  name: "list_scheduling_requests",
  summary: "List scheduling requests",
  query: z.strictObject({
    ...page,
    status: requestStatus.optional(),
    statuses: severalOf(requestStatus.options).optional().meta({
      description: "Several of `status`, with commas between.",
    }),
    customer_id: idText.optional(),
    ...syncFilters,
    appointment_type_id: idText.optional(),
    search: line(100).optional().meta({
      description:
        "Those of customers that the same search of customers finds, of the 200 best. Goes without customer_id.",
    }),
    order: z.enum(["oldest", "newest", "latest_date"]).optional().meta({
      description: "`latest_date`: what has to be booked first. Left out: `oldest`.",
    }),
  }),
  async run(context, call, { status, statuses, order = "oldest", ...asked }) {
    const filter: store.RequestFilter = {
      statuses: eitherOf(status, statuses),
      customerIds: await customersOf(context.db, call.companyId, asked),
      typeId: asked.appointment_type_id ?? null,
      ...filterOf(asked),
    }
    const [withLink, { rows, next_cursor }] = await Promise.all([
      linksAreSetUp(context, call),
      pages[order](context.db, call.companyId, filter, asked),
    ])
    return { rows: rows.map((request) => showRequest(context, request, withLink)), next_cursor }
  },
})

const mostSearched = 200

/** Null for any. */
async function customersOf(
  db: Db,
  companyId: number,
  { customer_id, search }: { customer_id?: number | undefined; search?: string | undefined },
): Promise<readonly number[] | null> {
  if (search === undefined) return customer_id === undefined ? null : [customer_id]
  if (customer_id !== undefined) throw invalid("search", "goes without customer_id")
  const customers = await searchCustomers(db, companyId, customerSearch(search), mostSearched)
  return customers.map(({ id }) => id)
}

interface RequestPage {
  rows: readonly store.RequestWithType[]
  next_cursor: string | null
}

type ReadPage = (
  db: Db,
  companyId: number,
  filter: store.RequestFilter,
  asked: PageAsked,
) => Promise<RequestPage>

/** How each order is read, page by page. */
const pages: Record<"oldest" | "newest" | "latest_date", ReadPage> = {
  oldest: (db, companyId, filter, asked) =>
    pageById(
      asked,
      (span) => store.listRequests(db, companyId, filter, span),
      (request) => request,
    ),
  async newest(db, companyId, filter, { limit = defaultLimit, cursor }) {
    const beforeId = (decodeCursor(cursor, ["number"])?.[0] as number | undefined) ?? null
    const rows = await store.listNewestRequests(db, companyId, filter, { beforeId, limit: limit + 1 })
    return pageOf(rows, limit, ({ id }) => [id])
  },
  async latest_date(db, companyId, filter, { limit = defaultLimit, cursor }) {
    const key = decodeCursor(cursor, ["string", "number"])
    if (key && !date.safeParse(key[0]).success)
      throw invalid("cursor", "expected next_cursor of the page before")
    const after = key && { latestDate: key[0] as string, id: key[1] as number }
    const rows = await store.listUrgentRequests(db, companyId, filter, { after, limit: limit + 1 })
    return pageOf(rows, limit, ({ latest_date, id }) => [latest_date, id])
  },
}

export const readRequest = operation({
  ...common,
  name: "read_scheduling_request",
  summary: "Read a scheduling request",
  params: byId,
  async run(context, call, { id }) {
    const request = await store.findRequest(context.db, call.companyId, id)
    const shown = found(request, notFound("scheduling request"))
    return showRequest(context, shown, await linksAreSetUp(context, call))
  },
})
