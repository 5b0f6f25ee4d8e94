/** The operations for visitors, as documents describe them. */
import { z } from "zod"
import { visitorRole } from "../../../domain/model/api-key.ts"
import type { DescribedMount } from "../api-docs/openapi.ts"
import { visitorOperations, visitorPrefix } from "./operations.ts"
import type { VisitorOperation } from "./visitor-operation.ts"

const token = (description: string) => z.string().meta({ description })

const visitToken = token("The token that `visitor_verify_code` answered, for half an hour.")
const draftToken = token(
  "22 to 64 letters, digits, - or _, which the page has drawn at random for this visitor: what is held belongs to it.",
)

export const describedVisitorOperations: readonly DescribedMount[] =
  visitorOperations.map(describedVisitorOperation)

export function describedVisitorOperation(operation: VisitorOperation): DescribedMount {
  const { name, summary, description, events, status, body, result, method, path } = operation
  const { needsVisit = false, takesDraft = false, refusals = [], readsOnly, times } = operation
  const isOnce = operation.needsVisit === true && operation.isOnce === true
  const headers = {
    ...(needsVisit ? { "X-Visit-Token": visitToken } : {}),
    ...(takesDraft && !needsVisit ? { "X-Visit-Token": visitToken.optional() } : {}),
    ...(takesDraft ? { "X-Draft-Token": draftToken.optional() } : {}),
  }
  return {
    method,
    path: visitorPrefix + path,
    byPublishableKey: true,
    ...(times === undefined ? {} : { times }),
    ...(isOnce ? {} : { takesIdempotencyKey: false }),
    operation: {
      ...{ name, summary, result, list: false, noun: "Visitors", roles: [visitorRole] },
      refusals,
      ...(description === undefined ? {} : { description }),
      ...(events === undefined ? {} : { events }),
      ...(status === undefined ? {} : { status }),
      ...(body === undefined ? {} : { body }),
      ...(readsOnly ? { readsOnly } : {}),
      ...(Object.keys(headers).length > 0 ? { headers: z.strictObject(headers) } : {}),
    },
  }
}
