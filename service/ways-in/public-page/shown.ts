/** The credential of a request to a public page: a pass in its address or in a header, or a key. */
import type { FastifyRequest } from "fastify"
import { bearerIn } from "../company-api/authenticate.ts"
import type { Shown } from "./testers.ts"

export function shownBy(request: FastifyRequest): Shown {
  const { pass, preview } = request.query as Record<string, string | undefined>
  const inHeader = request.headers["x-page-pass"] as string | undefined
  return {
    pass: [inHeader, pass, preview].find((each) => typeof each === "string" && each !== "") ?? null,
    key: bearerIn(request),
    requestId: request.id,
  }
}
