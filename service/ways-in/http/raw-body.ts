/** Bodies that are a file instead of JSON: read whole, up to a limit, and passed to the operation as one field. */
import type { FastifyInstance, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"

export interface RawBody {
  /** The body field of the operation that takes the file, a `File`. */
  field: string
  contentTypes: readonly string[]
  limitBytes: number
}

/** Makes routes of this scope read such a file, and refuse everything else with 415. */
export function readRaw(scope: FastifyInstance, raw: RawBody): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    [...raw.contentTypes],
    { parseAs: "buffer", bodyLimit: raw.limitBytes },
    async (request: FastifyRequest, bytes: Buffer) => {
      const type = (request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase()
      return { [raw.field]: new File([new Uint8Array(bytes)], raw.field, { type }) }
    },
  )
  scope.addContentTypeParser("*", async () => {
    throw new Refusal("unsupported_media_type", {
      message: `Send the body as ${raw.contentTypes.join(", ")}.`,
    })
  })
}
