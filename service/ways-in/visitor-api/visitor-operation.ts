/** An operation for visitors: the page's own, with the API's names. */
import { z } from "zod"
import type { ErrorCode } from "../../../domain/model/errors.ts"
import type { EventType } from "../../../domain/model/event.ts"
import type { PublicPageCall, VisitCall } from "../public-page/visitor.ts"

interface Described {
  method: "GET" | "POST"
  /** Below `/api/v1/visitor`. */
  path: string
  /** snake_case verb and noun; also the operationId. */
  name: string
  summary: string
  description?: string
  /** Its own codes, beside those of every operation for visitors. */
  refusals?: readonly ErrorCode[]
  /** It finds times, or takes one: the codes of that may come. */
  times?: "found" | "taken"
  events?: readonly EventType[]
  status?: 200 | 201
  /** The body in the API's names, as documents show it; none where nothing is sent. */
  body?: z.ZodObject
  result: z.ZodType
  /** It belongs to the visitor of a draft: `X-Draft-Token`. */
  takesDraft?: true
  /** It may count as a search, and answers the times that were found. */
  isSearch?: true
  /** It changes nothing. */
  readsOnly?: true
}

/** Before a number is verified. Methods, so that a table holds operations of all bodies. */
export interface PageOperation<Sent = unknown, Result = unknown> extends Described {
  needsVisit?: false
  /** The same body in the page's names. */
  pageBody: z.ZodType<Sent>
  run(caller: PublicPageCall, sent: Sent): Promise<Result>
  /** The page's view of the result. */
  view(result: Result): object
}

/** The visitor has verified a number: `X-Visit-Token`. */
export interface VisitOperation<Sent = unknown, Result = unknown> extends Described {
  needsVisit: true
  pageBody: z.ZodType<Sent>
  /** The answer is given once for each Idempotency-Key. */
  isOnce?: true
  run(caller: VisitCall, sent: Sent): Promise<Result>
  view(result: Result): object
}

export type VisitorOperation = PageOperation | VisitOperation

export const ofPage = <Sent, Result>(operation: PageOperation<Sent, Result>): VisitorOperation =>
  operation as PageOperation
export const ofVisit = <Sent, Result>(operation: VisitOperation<Sent, Result>): VisitorOperation =>
  operation as VisitOperation

/** For operations without a body. */
export const noBody = z.unknown()
